import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';

export type Encoding = 'zstd' | 'br' | 'gzip' | 'identity';
type Compression = Exclude<Encoding, 'identity'>;
/** Those in which a body is sent again. */
type StoredEncoding = Exclude<Encoding, 'zstd'>;

/** A cached body in its content encodings. */
export interface EncodedBody {
  /** Best first; `identity` is always included. */
  readonly encodings: readonly StoredEncoding[];
  bytes(encoding: StoredEncoding): Buffer;
  /** Memory use in bytes. */
  readonly size: number;
}

/** Shorter bodies are not compressed: it would hardly make them shorter. */
const minCompressedBytes = 1024;

/** The encodings in which a body of this length can be sent for the first time, best first. */
export const firstEncodings = (length: number): readonly Encoding[] =>
  length < minCompressedBytes ? ['identity'] : ['zstd', 'br', 'gzip', 'identity'];

/**
 * Compresses a body for its first use with little effort, since most responses are asked for only once:
 * in zstd where the client accepts it. Its second use compresses it again, better. The other encoding is
 * made when somebody asks for it: nearly all browsers accept the same. The rare client that accepts none
 * gets a decompressed copy.
 *
 * @param first one of `firstEncodings`.
 * @returns the body in that encoding, and what to keep for its next uses.
 */
export function encodeBody(
  identity: Buffer,
  first: Encoding,
): { readonly bytes: Buffer; readonly body: EncodedBody } {
  if (identity.length < minCompressedBytes)
    return { bytes: identity, body: identityBody(copyUnpooled(identity)) };
  const compression = first === 'identity' ? 'zstd' : first;
  const quick = compressQuickly[compression](identity);
  const bytes = first === 'identity' ? identity : quick;
  return { bytes, body: compressedBody(compression, quick) };
}

const identityBody = (identity: Buffer): EncodedBody => ({
  encodings: ['identity'],
  bytes: () => identity,
  size: identity.length,
});

/**
 * A separate function, because a closure in `encodeBody` would keep the uncompressed body alive.
 *
 * @param quick the body as it was compressed for its first use; replaced by the next form that is made,
 *   except gzip, which has no better one.
 */
function compressedBody(first: Compression, quick: Buffer): EncodedBody {
  let copies: Partial<Record<Compression, Buffer>> = { [first]: quick };
  let isQuick = first !== 'gzip';
  return {
    encodings: ['br', 'gzip', 'identity'],
    bytes: (encoding) => {
      if (encoding === 'identity') return decompress(copies);
      const known = isQuick ? undefined : copies[encoding];
      if (known) return known;
      const made = compress[encoding](decompress(copies));
      copies = { ...(isQuick ? {} : copies), [encoding]: made };
      isQuick = false;
      return made;
    },
    // Brotli and gzip, of which both may come later, are about as long as the first form.
    size: 2 * quick.length,
  };
}

function decompress({ gzip, br, zstd }: Partial<Record<Compression, Buffer>>): Buffer {
  if (gzip) return gunzipSync(gzip);
  return br ? brotliDecompressSync(br) : zstdDecompressSync(zstd as Buffer);
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
  br: brotli(5),
  gzip: (identity: Buffer): Buffer => copyUnpooled(gzipSync(identity, { chunkSize })),
};

/**
 * zstd takes a third of the time of Brotli 3 for 2 % more bytes at its level 2; level 3 takes a quarter
 * to a half longer than 2. Its tables need no settings: they fit the length of the body.
 */
const compressQuickly: Readonly<Record<Compression, (identity: Buffer) => Buffer>> = {
  zstd: (identity) => copyUnpooled(zstdCompressSync(identity, { params: zstdParams })),
  br: (identity) => brotli(identity.length < 2 ** 13 ? 1 : 3)(identity),
  gzip: compress.gzip,
};

const zstdParams = { [constants.ZSTD_c_compressionLevel]: 2 };

/** Bytes allocated at a time for the compressed output. */
const chunkSize = 16_384;

/** Copies out of Node's buffer pool, which is kept as a whole while any part of it is referenced. */
function copyUnpooled(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
