import { setTimeout as sleep } from 'node:timers/promises';
import { addProduct } from '@redial/contract';
import sharp from 'sharp';
import { createJournal } from '../crash/journal.ts';
import { createRecordingClient, type RecordingClient } from '../crash/recording-client.ts';
import { newProductInput } from '../test-app.ts';

const pages = ['/allproducts?limit=24', '/advertizedproduct?limit=8', '/api/products/facets', '/'];
const newest = '/allproducts?limit=24';

/** How often a request that is refused with 503 is repeated, and after how many milliseconds. */
const maxAttempts = 30;
const retryAfterMs = 2000;

/** Simulates users who browse and sell without pauses until stopped. */
export async function startSimulatedUsers(address: string, sellerName: string) {
  const client = createRecordingClient({ address, journal: createJournal() });
  const { seller, img } = await createSeller(client, sellerName);
  /** Unexpected results: errors, timeouts, and lists without an acknowledged product. */
  const unexpected: string[] = [];
  let stopped = false;

  /**
   * Repeats a request that an overloaded server refuses with 503, as the response asks for. It is
   * unexpected if the server never accepts it.
   *
   * @param send resolves to `'refused'` for a 503.
   */
  async function untilAccepted<T>(name: string, send: () => Promise<T | 'refused'>) {
    for (let attempt = 1; attempt <= maxAttempts && !stopped; attempt++) {
      const result = await send();
      if (result !== 'refused') return result;
      await sleep(retryAfterMs);
    }
    if (!stopped) unexpected.push(`${name} was refused ${maxAttempts} times`);
    return undefined;
  }
  /** The response body, or `undefined` if the connection broke. */
  const read = (path: string) =>
    untilAccepted(path, async () => {
      const response = await fetch(address + path, { signal: AbortSignal.timeout(60_000) }).catch(
        (error: Error) => void (error.name === 'TimeoutError' && unexpected.push(`${path} hangs`)),
      );
      const text = await response?.text().catch(() => undefined);
      if (response?.status === 503) {
        if (!response.headers.has('retry-after')) unexpected.push(`${path} names no Retry-After`);
        return 'refused';
      }
      if (response && response.status !== 200) {
        unexpected.push(`${path} returned ${response.status}`);
      }
      return response?.status === 200 ? text : undefined;
    });
  async function browse(): Promise<void> {
    for (let n = 0; !stopped; n++) {
      await read(pages[n % pages.length] as string);
      await sleep(5);
    }
  }
  async function sell(product: { img: string }, token: string): Promise<void> {
    while (!stopped) {
      const made = await untilAccepted('adding a product', async () => {
        const refusedBefore = client.counts.unavailable;
        const result = await client.request(addProduct, { body: newProductInput(product), token });
        return !result && client.counts.unavailable > refusedBefore ? 'refused' : result;
      });
      const list = made && (await read(newest));
      if (made && list && !list.includes(made.insertedId)) {
        unexpected.push(`${made.insertedId} was acknowledged and is not in the list`);
      }
      await sleep(20);
    }
  }

  const working = Promise.all([
    browse(),
    browse(),
    browse(),
    browse(),
    ...[1, 2].map(() => sell({ img }, seller.token)),
  ]);
  return {
    /** The first unexpected results. */
    unexpected: () => [...unexpected, ...client.counts.unexpected].slice(0, 5),
    stop: async () => {
      stopped = true;
      await working;
    },
  };
}

/** Signs up a seller with an image. Tries again if the busy server refuses with 503. */
async function createSeller(client: RecordingClient, name: string) {
  const small = sharp({ create: { width: 240, height: 240, channels: 3, background: '#456789' } });
  const image = new Blob([new Uint8Array(await small.jpeg().toBuffer())], { type: 'image/jpeg' });
  for (let attempt = 1; attempt <= 20; attempt++) {
    const seller = await client.signUp(`${name}${attempt}`, 'seller');
    const img = seller && (await client.uploadImageFile(seller, image));
    if (seller && img) {
      return { seller, img };
    }
    await sleep(1000);
  }
  throw new Error(`no seller could be created: ${JSON.stringify(client.counts)}`);
}
