import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from 'node:zlib';

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
 * Compresses a body in the encoding that is asked for first, with little effort: most responses are asked
 * for only once. Its second use compresses it again, better. The other encoding is made when somebody asks
 * for it: nearly all browsers accept the same. The rare client that accepts none gets a decompressed copy.
 *
 * @param first of the encodings; `br` is stored in place of `identity`.
 */
export function encodeBody(identity: Buffer, first: Encoding = 'br'): EncodedBody {
  if (identity.length < minCompressedBytes) return identityBody(identity);
  return compressedBody(
    first === 'gzip' ? { gzip: compress.gzip(identity) } : { br: compress.quickBr(identity) },
  );
}

/** The encodings of a body of this length, best first. */
export const encodingsOf = (length: number): readonly Encoding[] =>
  length < minCompressedBytes ? ['identity'] : compressedEncodings;

const compressedEncodings = ['br', 'gzip', 'identity'] as const;

const identityBody = (identity: Buffer): EncodedBody => ({
  encodings: ['identity'],
  bytes: () => identity,
  size: identity.length,
});

/** A separate function, because a closure in `encodeBody` would keep the uncompressed body alive. */
function compressedBody(variants: Partial<Record<'br' | 'gzip', Buffer>>): EncodedBody {
  const decompress = () =>
    variants.br ? brotliDecompressSync(variants.br) : gunzipSync(variants.gzip as Buffer);
  const [made] = Object.values(variants);
  let brUses = variants.br ? 0 : 1;
  return {
    encodings: compressedEncodings,
    bytes: (encoding) => {
      if (encoding === 'identity') return decompress();
      if (encoding === 'br' && brUses++ === 1) variants.br = compress.br(decompress());
      variants[encoding] ??= compress[encoding](decompress());
      return variants[encoding];
    },
    // The other encoding, which may come later, is about as long.
    size: 2 * (made?.length ?? 0),
  };
}

/**
 * Quality 5 is nearly as small as the best, in a fiftieth of its time; 3 takes a third to a half of that
 * for 5 to 11 % more bytes. 1 needs hardly any memory, where the tables of the others take longer to
 * allocate than a short body to compress.
 *
 * A window of 256 kB covers nearly every response; the default takes megabytes for each body. A smaller
 * window for short bodies uses smaller tables.
 *
 * In the thread pool they take twice the processor time, most of it for the streams around it.
 */
const brotli = (quality: number) => (identity: Buffer) =>
  copyUnpooled(
    brotliCompressSync(identity, {
      chunkSize,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: identity.length < 2 ** 16 ? 16 : 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
  );

const compress = {
  quickBr: (identity: Buffer): Buffer => brotli(identity.length < 2 ** 13 ? 1 : 3)(identity),
  br: brotli(5),
  gzip: (identity: Buffer): Buffer => copyUnpooled(gzipSync(identity, { chunkSize })),
};

/** Bytes allocated at a time for the compressed output. */
const chunkSize = 16_384;

/** Copies out of Node's buffer pool, which is kept as a whole while any part of it is referenced. */
function copyUnpooled(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
