import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addProduct,
  cancelOrder,
  createApiClient,
  type Endpoint,
  openConversation,
  placeOrder,
  sendMessage,
} from '@redial/contract';
import { createJournal } from '../../apps/api/test/crash/journal.ts';
import {
  createRecordingClient,
  type RecordingClient,
  type Trader,
} from '../../apps/api/test/crash/recording-client.ts';
import { contact } from '../../apps/api/test/security/fixtures.ts';
import { newProductInput } from '../../apps/api/test/test-app.ts';
import { signUpSeller } from './seller.ts';

export interface Failure {
  /** `performance.now()` when the request was sent. */
  readonly startedAt: number;
  readonly what: string;
}

/** Requests of which none may fail. */
export interface Requests {
  /** What failed: a status of 500 or more, a broken connection, a write that is refused. */
  failures(): readonly Failure[];
  count(): number;
  /** Of the slowest response, in milliseconds. */
  slowest(): number;
  stop(): Promise<void>;
}

const pages = ['/', '/allproducts?limit=24', '/advertizedproduct?limit=8', '/api/products/facets'];
/** Numbers of users who browse, and who list, order and write at the same time. */
const users = { browsing: 4, trading: 3 };

/** Simulates users who browse, list phones, order and write messages, without repeating anything. */
export async function startRequests(address: string): Promise<Requests> {
  const journal = createJournal();
  const client = createRecordingClient({ address, journal });
  const call = createApiClient({ baseUrl: address, fetch: (sent) => fetch(sent) });
  const failures: Failure[] = [];
  let count = 0;
  let slowest = 0;
  let stopped = false;

  /** @throws Error that says how it was refused. */
  async function request<E extends Endpoint>(endpoint: E, input: Parameters<typeof call<E>>[1]) {
    const result = await call(endpoint, { ...input, signal: AbortSignal.timeout(60_000) });
    if (result.ok) return result.value;
    throw new Error(`${result.error.status} ${result.error.code}`);
  }

  /** @param send rejects, or resolves to `undefined`, if the request failed. */
  async function measure<T>(name: string, send: () => Promise<T | undefined>) {
    const startedAt = performance.now();
    let reason = 'no response';
    const result = await send().catch((error: unknown) => {
      reason = describe(error);
      return undefined;
    });
    count++;
    slowest = Math.max(slowest, performance.now() - startedAt);
    if (result === undefined) failures.push({ startedAt, what: `${name}: ${reason}` });
    return result;
  }

  async function browse(at: number): Promise<void> {
    for (let n = at; !stopped; n++) {
      const page = pages[n % pages.length] ?? '/';
      await measure(page, async () => {
        const response = await fetch(address + page, { signal: AbortSignal.timeout(30_000) });
        await response.text();
        if (response.status !== 200) throw new Error(`status ${response.status}`);
        return true;
      });
      await sleep(10);
    }
  }

  async function trade({ seller, buyer, img }: Pair): Promise<void> {
    while (!stopped) {
      const listed = await measure('listing', () =>
        request(addProduct, { body: newProductInput({ img }), token: seller.token }),
      );
      if (listed) {
        const productId = listed.insertedId;
        const { token } = buyer;
        const opened = await measure('conversation', () =>
          request(openConversation, { body: { productId }, token }),
        );
        if (opened) {
          const body = { clientId: randomUUID(), text: 'Is it still available?' };
          const params = { id: opened.insertedId };
          await measure('message', () => request(sendMessage, { params, body, token }));
        }
        const ordered = await measure('order', () =>
          request(placeOrder, { body: { productId, ...contact }, token }),
        );
        if (ordered) {
          const params = { orderId: ordered.insertedId };
          await measure('cancellation', () =>
            request(cancelOrder, { params, body: { productId }, token }),
          );
        }
      }
      await sleep(20);
    }
  }

  const pairs = [];
  for (let n = 0; n < users.trading; n++) pairs.push(await signUpPair(client, n));
  const working = Promise.all([
    ...Array.from({ length: users.browsing }, (_, n) => browse(n)),
    ...pairs.map(trade),
  ]);
  return {
    failures: () => failures,
    count: () => count,
    slowest: () => slowest,
    stop: async () => {
      stopped = true;
      await working;
    },
  };
}

interface Pair {
  readonly seller: Trader;
  readonly buyer: Trader;
  readonly img: string;
}

async function signUpPair(client: RecordingClient, n: number): Promise<Pair> {
  const { seller, img } = await signUpSeller(client, `seller${n}`);
  const buyer = await client.signUp(`buyer${n}`, 'buyer');
  if (!buyer) throw new Error(`no buyer: ${JSON.stringify(client.counts)}`);
  return { seller, buyer, img };
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error);
