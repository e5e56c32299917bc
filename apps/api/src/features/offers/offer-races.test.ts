import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { offers, orders } from '../../db/schema/index.ts';
import { createOfferCalls } from './offers.fixture.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
});
afterAll(() => app.close());

const { offered, accept, counter, withdraw, order, stateOf, ordersOf } = createOfferCalls(() => ({
  app,
  seller,
  buyer,
}));

/** Runs two actions at once, some times, and counts the successes of each. */
async function race(
  rounds: number,
  round: (n: number) => Promise<readonly [string, string]>,
): Promise<void> {
  for (let n = 0; n < rounds; n++) {
    const codes = await round(n);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  }
}

/** Starts two requests in either order. @returns the codes of the first and of the second one. */
async function atOnce(
  n: number,
  one: () => Promise<Parameters<typeof resultCode>[0]>,
  two: () => Promise<Parameters<typeof resultCode>[0]>,
): Promise<readonly [string, string]> {
  if (n % 2) {
    const [second, first] = await Promise.all([two(), one()]);
    return [resultCode(first), resultCode(second)];
  }
  const [first, second] = await Promise.all([one(), two()]);
  return [resultCode(first), resultCode(second)];
}

test('an acceptance and a withdrawal at once: one of them succeeds', async () => {
  await race(8, async (n) => {
    const productId = await app.insertProduct(seller);
    const id = await offered(productId);
    const codes = await atOnce(
      n,
      () => accept(id),
      () => withdraw(id),
    );
    const isAccepted = codes[0] === 'ok';
    expect(codes[isAccepted ? 1 : 0]).toBe('offer.closed');
    expect(await stateOf(id)).toBe(isAccepted ? 'accepted' : 'withdrawn');
    expect(await ordersOf(productId)).toHaveLength(isAccepted ? 1 : 0);
    await app.db.update(orders).set({ state: 'cancelled' }).where(eq(orders.productId, productId));
    return codes;
  });
});

test('an acceptance and an order at the asking price at once: one of them succeeds', async () => {
  await race(8, async (n) => {
    const productId = await app.insertProduct(seller);
    const id = await offered(productId);
    const other = await app.insertUser('buyer');
    const codes = await atOnce(
      n,
      () => accept(id),
      () => order(productId, other),
    );
    const isAccepted = codes[0] === 'ok';
    expect(codes[isAccepted ? 1 : 0]).toBe('product.sold');
    expect(await stateOf(id)).toBe(isAccepted ? 'accepted' : 'open');
    const placed = await ordersOf(productId);
    expect(placed.map(({ priceCents }) => priceCents)).toEqual([isAccepted ? 30_000 : 34_500]);
    await app.db.update(orders).set({ state: 'cancelled' }).where(eq(orders.productId, productId));
    return codes;
  });
});

test('an offer that its buyer orders at the asking price at the same time becomes one order', async () => {
  await race(8, async (n) => {
    const productId = await app.insertProduct(seller);
    const id = await offered(productId);
    const codes = await atOnce(
      n,
      () => accept(id),
      () => order(productId, buyer),
    );
    expect(await ordersOf(productId)).toHaveLength(1);
    await app.db.update(orders).set({ state: 'cancelled' }).where(eq(orders.productId, productId));
    return codes;
  });
});

test('two counter-offers at once, and two acceptances: one of each', async () => {
  await race(8, async (n) => {
    const productId = await app.insertProduct(seller);
    const id = await offered(productId);
    const codes = await atOnce(
      n,
      () => counter(id, 320),
      () => counter(id, 330),
    );
    const open = await app.db
      .select()
      .from(offers)
      .where(and(eq(offers.productId, productId), eq(offers.state, 'open')));
    expect(open.map(({ priceCents }) => priceCents)).toEqual([codes[0] === 'ok' ? 32_000 : 33_000]);
    return codes;
  });
  const productId = await app.insertProduct(seller);
  const id = await offered(productId);
  const accepted = await Promise.all([accept(id), accept(id), accept(id)]);
  expect(new Set(accepted.map((result) => unwrap(result).insertedId)).size).toBe(1);
  expect(await ordersOf(productId)).toHaveLength(1);
});

test('twenty acceptances of different offers on a phone at once: one order', async () => {
  const productId = await app.insertProduct(seller);
  const crowd = await Promise.all(Array.from({ length: 20 }, () => app.insertUser('buyer')));
  const ids = await Promise.all(crowd.map((one) => offered(productId, 300, one)));
  const codes = (await Promise.all(ids.map((id) => accept(id)))).map(resultCode);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(codes.filter((code) => code === 'product.sold')).toHaveLength(19);
  expect(await ordersOf(productId)).toHaveLength(1);
});
