import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliDecompressSync,
  constants,
  crc32,
  deflateRawSync,
  gunzipSync,
  gzip,
} from 'node:zlib';
import pLimit from 'p-limit';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The body of a kept answer in the encodings that it is sent in. */
export interface EncodedBody {
  /** Best first; `identity` is always among them. */
  readonly encodings: readonly Encoding[];
  /** @param nonce goes into a page; other bodies have none. */
  bytes(encoding: Encoding, nonce: string): Buffer;
  /** Bytes of memory, at most. */
  readonly size: number;
}

/** Bodies shorter than this are not compressed: it would not make them noticeably shorter. */
const minCompressedBytes = 1024;

/**
 * A body that is the same at every answer. Only its packed forms stay in memory: they are some ten
 * times shorter than the plain one, which hardly any reader wants.
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

/** Apart from where the plain body is known: a function remembers what others beside it use, too. */
function compressedBody({ br, gz }: { br: Buffer; gz: Buffer }): EncodedBody {
  const made = { br: () => br, gzip: () => gz, identity: () => brotliDecompressSync(br) };
  return {
    encodings: ['br', 'gzip', 'identity'],
    bytes: (encoding) => made[encoding](),
    size: br.length + gz.length,
  };
}

/** Compresses one body at a time: each compression takes most of a megabyte of memory. */
const runSerially = pLimit(1);

const compress = async (plain: Buffer) => ({
  br: copyUnpooled(await brotli(plain)),
  gz: copyUnpooled(await promisify(gzip)(plain, { chunkSize })),
});

/** Bytes in memory of their own: buffers share pools, of which all stays while a part is kept. */
function copyUnpooled(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Bytes that are taken for what comes out, at least: as they are kept, not much more than there is. */
const chunkSize = 4096;

/**
 * Quality 5: nearly as small as the best, at a fiftieth of its time. A window of 256 kB holds nearly
 * every answer; the usual one takes megabytes for each that is packed at the same time.
 */
const brotli = (plain: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(plain, {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });

/** A body whose nonce is written anew, in place, at each answer. */
interface Template {
  readonly bytes: Buffer;
  readonly nonceAt: readonly number[];
}

/**
 * A page: the same at every answer but for its nonce, which stands in it many times. Only its packed
 * form stays in memory.
 *
 * In gzip, too, the page is put together of parts that were compressed once. Each stretch between two
 * nonces is a run of deflate blocks that ends on a whole byte (sync flush); each nonce is a stored
 * block, which holds its bytes as they are (RFC 1951, 3.2.4); the checksum at the end is mended.
 * Stretches refer back to the text before them, in which the nonces are bytes that no page has:
 * so that nothing refers to a nonce.
 *
 * @param html with the nonce that it was made with
 * @param nonce of which every later one has the same length
 */
export function encodePage(html: Buffer, nonce: string): EncodedBody {
  const packed = packPage(templateOf(html, nonce), nonce.length);
  const withFresh = (fresh: string) => {
    const bytes = withNonce(packed, fresh);
    bytes.writeUInt32LE(packed.checksum(fresh), bytes.length - 8);
    return bytes;
  };
  return {
    encodings: ['gzip', 'identity'],
    bytes: (encoding, fresh) =>
      encoding === 'identity' ? gunzipSync(withFresh(fresh)) : withFresh(fresh),
    size: packed.bytes.length,
  };
}

function templateOf(html: Buffer, nonce: string): Template {
  const nonceAt: number[] = [];
  const bytes = Buffer.from(html);
  for (let at = bytes.indexOf(nonce); at >= 0; at = bytes.indexOf(nonce, at + nonce.length)) {
    nonceAt.push(at);
    bytes.fill(placeholder, at, at + nonce.length);
  }
  return { bytes, nonceAt };
}

/** A control character that HTML forbids. */
const placeholder = 0x01;

function withNonce({ bytes, nonceAt }: Template, nonce: string): Buffer {
  const copy = Buffer.from(bytes);
  for (const at of nonceAt) copy.write(nonce, at, 'latin1');
  return copy;
}

/** Deflate method, no name, no time, unknown system (RFC 1952, 2.3). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last block, empty: final bit set, fixed codes, end of block. */
const finalBlock = Buffer.from([0x03, 0x00]);
/** How far back deflate refers. */
const reach = 32_768;

function packPage({ bytes, nonceAt }: Template, nonceLength: number) {
  const parts: Buffer[] = [gzipHeader];
  const packedAt: number[] = [];
  let length = gzipHeader.length;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  let since = 0;
  for (const at of [...nonceAt, bytes.length]) {
    if (at > since) {
      add(
        deflateRawSync(bytes.subarray(since, at), {
          finishFlush: constants.Z_SYNC_FLUSH,
          ...(since > 0 ? { dictionary: bytes.subarray(Math.max(0, since - reach), since) } : {}),
        }),
      );
    }
    if (at === bytes.length) break;
    const stored = Buffer.alloc(5 + nonceLength);
    stored.writeUInt16LE(nonceLength, 1);
    stored.writeUInt16LE(~nonceLength & 0xffff, 3);
    packedAt.push(length + 5);
    add(stored);
    since = at + nonceLength;
  }
  add(finalBlock);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(bytes.length % 2 ** 32, 4);
  add(trailer);
  return {
    bytes: copyUnpooled(Buffer.concat(parts)),
    nonceAt: packedAt,
    checksum: checksumWith({ bytes, nonceAt }, nonceLength),
  };
}

/**
 * CRC-32 is linear: the page's checksum with another nonce differs by the difference of the nonces'
 * own checksums, carried over the bytes that follow each. To carry it over n bytes is to multiply it
 * by x^8n (modulo the polynomial), and all places together are one factor, the sum of those. So a
 * checksum costs the nonce's bytes, not the page's.
 */
function checksumWith({ bytes, nonceAt }: Template, nonceLength: number) {
  const whole = crc32(bytes);
  // The length alone: the checksum's function would keep the whole page.
  const { length } = bytes;
  const ofPlaceholder = crc32(Buffer.alloc(nonceLength, placeholder));
  const factor = nonceAt.reduce((sum, at) => sum ^ powerOfX(8 * (length - at - nonceLength)), 0);
  return (nonce: string) => (whole ^ times(crc32(nonce) ^ ofPlaceholder, factor)) >>> 0;
}

/** CRC-32's polynomial, and 1, both with the lowest power in the highest bit. */
const polynomial = 0xedb88320;
const one = 0x80000000;

/** The product of two polynomials modulo CRC-32's. */
function times(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ polynomial : shifted >>> 1;
  }
  return product;
}

/** x^n modulo CRC-32's polynomial. */
function powerOfX(n: number): number {
  let power = one;
  let square = one >>> 1;
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = times(power, square);
    square = times(square, square);
  }
  return power;
}
