import { setTimeout as sleep } from 'node:timers/promises';
import { editProduct } from '@redial/contract';
import type { RecordingClient, Trader } from '../../apps/api/test/crash/recording-client.ts';
import { newProductInput } from '../../apps/api/test/test-app.ts';

export interface FreshnessCheck {
  /** Responses that were older than an acknowledged change. */
  readonly stale: string[];
  readonly counts: { writes: number; reads: number };
  stop(): Promise<void>;
}

/** The price is the number of the change, in dollars above this one. */
const firstPrice = 100;

/**
 * Changes the price of a phone again and again, and requests it from every replica, by its id
 * and by a search. No response may have an older price than the last one that was acknowledged before the
 * request.
 */
export function checkFreshness(options: {
  client: RecordingClient;
  seller: Trader;
  /** A phone of the seller that nobody orders, with its photo. */
  product: { id: string; img: string; name: string };
  replicaUrls: readonly string[];
}): FreshnessCheck {
  const { client, seller, product, replicaUrls } = options;
  const stale: string[] = [];
  const counts = { writes: 0, reads: 0 };
  let acknowledged = 0;
  let stopped = false;

  async function write(): Promise<void> {
    for (let version = 1; !stopped; version++) {
      const { img, name } = product;
      const body = newProductInput({ img, name, resalePrice: firstPrice + (version % 5000) / 100 });
      const params = { id: product.id };
      if (await client.request(editProduct, { params, body, token: seller.token })) {
        acknowledged = version;
        counts.writes++;
      }
      await sleep(50);
    }
  }

  const paths = [`/api/products/${product.id}`, `/allproducts?limit=24&q=${product.name}`];
  async function read(url: string, path: string): Promise<void> {
    while (!stopped) {
      const before = acknowledged;
      const text = await fetch(url + path, { signal: AbortSignal.timeout(20_000) }).then(
        (response) => (response.ok ? response.text() : undefined),
        () => undefined,
      );
      const version = text === undefined ? undefined : versionIn(text, product.id);
      if (version !== undefined) {
        counts.reads++;
        if (version < before) stale.push(`${path}: change ${version} after ${before}`);
      }
      await sleep(15);
    }
  }

  const working = Promise.all([
    write(),
    ...replicaUrls.flatMap((url) => paths.map((path) => read(url, path))),
  ]);
  return {
    stale,
    counts,
    stop: async () => {
      stopped = true;
      await working;
    },
  };
}

/** The number of the change that a response shows, if it shows the product. */
function versionIn(text: string, id: string): number | undefined {
  const parsed: unknown = JSON.parse(text);
  const products = (Array.isArray(parsed) ? parsed : [parsed]) as {
    _id: string;
    resalePrice: number;
  }[];
  const found = products.find(({ _id }) => _id === id);
  return found && Math.round((found.resalePrice - firstPrice) * 100);
}
