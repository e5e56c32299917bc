import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBody, encodePage } from './encoded-body.ts';

const made = 'AAAAAAAAAAAAAAAAAAAAAA==';
const fresh = 'q83vEjRWeJCrze8SNFZ4kA==';

const unpacked = (body: ReturnType<typeof encodePage>, nonce: string) =>
  gunzipSync(body.bytes('gzip', nonce)).toString();

test('a page is the same in every encoding, with the nonce of the answer in place of its first one', () => {
  const html = `<script nonce="${made}">1</script>${'<p>text</p>'.repeat(5000)}<link nonce="${made}">`;
  const body = encodePage(Buffer.from(html), made);
  for (const nonce of [fresh, made, fresh]) {
    const expected = html.replaceAll(made, nonce);
    expect(body.bytes('identity', nonce).toString()).toBe(expected);
    expect(unpacked(body, nonce)).toBe(expected);
  }
});

test('whatever a page is made of, and wherever its nonces stand, it unpacks to itself', () => {
  const word = fc.constantFrom('<p>', '</p>', 'phone', ' nonce="', 'é', '==', made, made + made);
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 200 }), (words) => {
      const html = words.join('');
      const body = encodePage(Buffer.from(html), made);
      expect(unpacked(body, fresh)).toBe(html.replaceAll(made, fresh));
    }),
  );
});

test('a page packs nearly as well as in one piece', async () => {
  const part = (n: number) => `<script nonce="${made}" src="/assets/${n}.js"></script>`;
  const text = Array.from({ length: 400 }, (_, n) => `<li class="card">iPhone ${n % 17}</li>`).join(
    '',
  );
  const html = Array.from({ length: 20 }, (_, n) => part(n) + text).join('');
  const whole = (await encodeBody(Buffer.from(html))).bytes('gzip', '');
  expect(encodePage(Buffer.from(html), made).bytes('gzip', fresh).length).toBeLessThan(
    whole.length + 20 * 70,
  );
});

test('an answer without a nonce comes in brotli and gzip, too; a short one as it is', async () => {
  const text = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ name: `iPhone ${n}` })));
  const body = await encodeBody(Buffer.from(text));
  expect(body.encodings).toEqual(['br', 'gzip', 'identity']);
  expect(brotliDecompressSync(body.bytes('br', '')).toString()).toBe(text);
  expect(gunzipSync(body.bytes('gzip', '')).toString()).toBe(text);
  expect(body.bytes('identity', '').toString()).toBe(text);
  expect(body.size).toBeLessThan(text.length / 4);
  expect((await encodeBody(Buffer.from('[]'))).encodings).toEqual(['identity']);
});

test('what is kept holds no more memory than it says: never what it was packed from', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const text = `<link nonce="${made}">${'<p>text</p>'.repeat(20_000)}`;
  const held = () => {
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const before = held();
  const bodies = [];
  for (let n = 0; n < 100; n++) {
    bodies.push(encodePage(Buffer.from(text), made), await encodeBody(Buffer.from(text)));
  }
  const told = bodies.reduce((sum, { size }) => sum + size, 0);
  expect(held() - before).toBeLessThan(told + 2 * text.length);
  expect(bodies.every(({ size }) => size < text.length / 100)).toBe(true);
});
