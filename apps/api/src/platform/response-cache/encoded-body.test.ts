import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeBody, encodingsOf } from './encoded-body.ts';

test('a body is encoded in brotli and gzip, a short one is not compressed', () => {
  const text = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ name: `iPhone ${n}` })));
  const body = encodeBody(Buffer.from(text));
  expect(body.encodings).toEqual(['br', 'gzip', 'identity']);
  expect(brotliDecompressSync(body.bytes('br')).toString()).toBe(text);
  expect(gunzipSync(body.bytes('gzip')).toString()).toBe(text);
  expect(body.bytes('identity').toString()).toBe(text);
  expect(body.size).toBeLessThan(text.length / 4);
  expect(encodeBody(Buffer.from('[]')).encodings).toEqual(['identity']);
});

test.each(['br', 'gzip', 'identity'] as const)(
  'a body that is first asked for in %s has the other encodings, too',
  (first) => {
    const text = 'A phone. '.repeat(500);
    const body = encodeBody(Buffer.from(text), first);
    expect(body.encodings).toEqual(encodingsOf(text.length));
    expect(body.bytes('identity').toString()).toBe(text);
    expect(gunzipSync(body.bytes('gzip')).toString()).toBe(text);
    expect(brotliDecompressSync(body.bytes('br')).toString()).toBe(text);
    expect(body.bytes('gzip')).toBe(body.bytes('gzip'));
  },
);

test('a body that is used again is compressed better, once', () => {
  const text = JSON.stringify(
    Array.from({ length: 500 }, (_, n) => ({ id: n ** 2, name: `iPhone ${n}`, price: 7 * n })),
  );
  const body = encodeBody(Buffer.from(text));
  const first = body.bytes('br');
  const second = body.bytes('br');
  expect(second.length).toBeLessThan(0.97 * first.length);
  expect(brotliDecompressSync(second).toString()).toBe(text);
  expect(body.bytes('br')).toBe(second);
});

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
  for (let n = 0; n < 100; n++) bodies.push(encodeBody(Buffer.from(text)));
  const reported = bodies.reduce((sum, { size }) => sum + size, 0);
  // zlib releases its streams asynchronously.
  await expect.poll(() => heldBytes() - before).toBeLessThan(reported + 2 * text.length);
  expect(bodies.every(({ size }) => size < text.length / 100)).toBe(true);
});
