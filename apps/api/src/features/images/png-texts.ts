const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Texts beside the pixels; two kinds of them are compressed. */
const textTypes = new Set(['tEXt', 'zTXt', 'iTXt'].map((type) => Buffer.from(type).readUInt32BE()));
/** Length, type and checksum of a chunk. */
const chunkOverhead = 12;

/**
 * Drops the texts of a PNG, which nobody reads: a decoder unpacks all of them each time that it opens the
 * file, gigabytes from a few megabytes. Other files, and what is no chunk, stay as they are.
 */
export function dropPngTexts(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, signature.length).equals(signature)) return bytes;
  const kept: Buffer[] = [];
  let from = 0;
  let at = signature.length;
  while (at + chunkOverhead <= bytes.length) {
    const end = at + chunkOverhead + bytes.readUInt32BE(at);
    if (textTypes.has(bytes.readUInt32BE(at + 4))) {
      if (from < at) kept.push(bytes.subarray(from, at));
      from = end;
    }
    at = end;
  }
  if (from === 0) return bytes;
  kept.push(bytes.subarray(from));
  return Buffer.concat(kept);
}
