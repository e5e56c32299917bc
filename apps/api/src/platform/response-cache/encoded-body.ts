import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A cached body in its content encodings. */
export interface EncodedBody {
  /** Best first; `identity` is always included. */
  readonly encodings: readonly Encoding[];
  bytes(encoding: Encoding): Buffer;
  /** Memory use in bytes. */
  readonly size: number;
}

/** Shorter bodies are not compressed: it would hardly make them shorter. */
const minCompressedBytes = 1024;

/**
 * Compresses a body once. Only the compressed forms stay in memory; the rare client that accepts none
 * gets a decompressed copy.
 */
export async function encodeBody(identity: Buffer): Promise<EncodedBody> {
  if (identity.length < minCompressedBytes) return identityBody(identity);
  return compressedBody(await runSerially(() => compress(identity)));
}

const identityBody = (identity: Buffer): EncodedBody => ({
  encodings: ['identity'],
  bytes: () => identity,
  size: identity.length,
});

/** A separate function, because a closure in `encodeBody` would keep the uncompressed body alive. */
function compressedBody({ br, gz }: { br: Buffer; gz: Buffer }): EncodedBody {
  const variants = { br: () => br, gzip: () => gz, identity: () => brotliDecompressSync(br) };
  return {
    encodings: ['br', 'gzip', 'identity'],
    bytes: (encoding) => variants[encoding](),
    size: br.length + gz.length,
  };
}

/** Compresses one body at a time: each compression takes most of a megabyte of memory. */
const runSerially = pLimit(1);

const compress = async (identity: Buffer) => ({
  br: copyUnpooled(await brotli(identity)),
  gz: copyUnpooled(await promisify(gzip)(identity, { chunkSize })),
});

/** Copies out of Node's buffer pool, which is kept as a whole while any part of it is referenced. */
function copyUnpooled(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Bytes allocated at a time for the compressed output. */
const chunkSize = 4096;

/**
 * Quality 5 is nearly as small as the best, in a fiftieth of its time. A window of 256 kB covers nearly
 * every response; the default takes megabytes for each body that is compressed concurrently.
 */
const brotli = (identity: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(identity, {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
  });
