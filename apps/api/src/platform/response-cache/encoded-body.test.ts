import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeBody, firstEncodings } from './encoded-body.ts';

/** As in a list: ids, which hardly get shorter, and names that recur. */
const text = JSON.stringify(
  Array.from({ length: 100 }, (_, n) => ({
    id: createHash('sha1').update(`${n}`).digest('hex'),
    name: `iPhone ${n % 16} Pro`,
    resalePrice: (n * 7919) % 1000,
    location: ['At the station', 'Beside the old library', 'In front of the town hall'][n % 3],
  })),
);
const decode = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
};

test.each(['zstd', 'br', 'gzip', 'identity'] as const)(
  'a body that is sent first in %s is kept in brotli and gzip',
  (first) => {
    expect(firstEncodings(text.length)).toContain(first);
    const { bytes, body } = encodeBody(Buffer.from(text), first);
    expect(decode[first](bytes).toString()).toBe(text);
    expect(body.encodings).toEqual(['br', 'gzip', 'identity']);
    for (const encoding of ['identity', 'gzip', 'br', 'identity'] as const) {
      expect(decode[encoding](body.bytes(encoding)).toString()).toBe(text);
    }
    for (const encoding of ['br', 'gzip'] as const) {
      expect(body.bytes(encoding)).toBe(body.bytes(encoding));
    }
  },
);

test('a short body is not compressed', () => {
  expect(firstEncodings(2)).toEqual(['identity']);
  const { bytes, body } = encodeBody(Buffer.from('[]'), 'identity');
  expect(body.encodings).toEqual(['identity']);
  expect([bytes, body.bytes('identity')].map(String)).toEqual(['[]', '[]']);
});

test('a short body does not keep the buffer pool that it was allocated in', () => {
  const { body } = encodeBody(Buffer.from('[]'), 'identity');
  expect(body.bytes('identity').buffer.byteLength).toBe(2);
});

test.each(['zstd', 'br', 'identity'] as const)(
  'a body that was sent in %s is compressed better when it is used again, once',
  (first) => {
    const { bytes, body } = encodeBody(Buffer.from(text), first);
    const second = body.bytes('br');
    expect(second.length).toBeLessThan(0.97 * bytes.length);
    expect(body.bytes('br')).toBe(second);
  },
);

test('what was sent first in gzip is the same bytes later', () => {
  const { bytes, body } = encodeBody(Buffer.from(text), 'gzip');
  expect(body.bytes('gzip')).toBe(bytes);
  body.bytes('br');
  expect(body.bytes('gzip')).toBe(bytes);
});

test.each(['zstd', 'br', 'gzip', 'identity'] as const)(
  'the encodings of a body that is sent first in %s are about as long as its reported size',
  (first) => {
    for (const length of [1024, 4000, text.length]) {
      const { body } = encodeBody(Buffer.from(text.slice(0, length)), first);
      const kept = body.bytes('br').length + body.bytes('gzip').length;
      expect(body.size).toBeGreaterThan(0.95 * kept);
      expect(body.size).toBeLessThan(1.3 * kept);
    }
  },
);

test('encoded bodies hold no more memory than their reported size', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const text = '<p>text</p>'.repeat(20_000);
  const heldBytes = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = heldBytes();
  const bodies = [];
  for (let n = 0; n < 100; n++) {
    const { body } = encodeBody(Buffer.from(text), 'zstd');
    // Some are used again.
    if (n % 2 === 0) body.bytes('br');
    if (n % 4 === 0) body.bytes('gzip');
    bodies.push(body);
  }
  const reported = bodies.reduce((sum, { size }) => sum + size, 0);
  // zlib releases its streams asynchronously.
  await expect.poll(() => heldBytes() - before).toBeLessThan(reported + 2 * text.length);
  expect(bodies.every(({ size }) => size < text.length / 100)).toBe(true);
});
