import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { deferScripts } from './defer-scripts.ts';

const page =
  '<head><link rel="modulepreload" href="/a.js"/><link rel="icon" href="/é.svg"/><link rel="modulepreload" href="/b.js"/></head><p>größer <script nonce="x">1</script><script nonce="x" type="module" async="">import "/a.js"</script><';
const expected =
  '<head><link rel="later" href="/a.js"/><link rel="icon" href="/é.svg"/><link rel="later" href="/b.js"/></head><p>größer <script nonce="x">1</script><script nonce="x" type="later">import "/a.js"</script><';

test('scripts of a page are neither fetched nor run by themselves, however the page is cut into chunks', async () => {
  const bytes = Buffer.from(page);
  for (const size of [1, 2, 7, 30, 1000]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
      bytes.subarray(place * size, (place + 1) * size),
    );
    let ended = 0;
    const whole = await buffer(
      Readable.from(chunks, { objectMode: false }).pipe(
        deferScripts(() => {
          ended += 1;
        }),
      ),
    );
    expect(whole.toString()).toBe(expected);
    expect(ended).toBe(1);
  }
});
