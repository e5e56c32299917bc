import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { withoutGenerated } from '../../../test/without-generated.ts';
import { domainEvents, offers, orders, outbox, products } from '../../db/schema/index.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
let productId: string;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
  productId = await app.insertProduct(seller);
  await app.db.delete(domainEvents);
  await app.db.delete(outbox);
  app.sentMails.splice(0);
});
afterAll(() => app.close());

const setRules = (acceptFrom: number | null, declineBelow: number | null, { token } = seller) =>
  app.call(contract.setOfferRules, {
    params: { id: productId },
    body: { acceptFrom, declineBelow, blindFloor: null },
    token,
  });
const rules = async ({ token } = seller) =>
  app.call(contract.getOfferRules, { params: { id: productId }, token });
const offer = (price: number, { token } = buyer) =>
  app.call(contract.makeOffer, {
    params: { id: productId },
    body: { price, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' },
    token,
  });
const offersMade = () => app.db.select().from(offers).where(eq(offers.productId, productId));
const ordersPlaced = () => app.db.select().from(orders).where(eq(orders.productId, productId));

async function headingsTo({ email }: TestUser): Promise<string[]> {
  await app.runJobs('dispatch-outbox');
  return app.sentMails.filter(({ to }) => to === email).map(({ subject }) => subject);
}

test('offers below a limit are declined, those in between wait for the seller, and those from a limit on are accepted', async () => {
  unwrap(await setRules(300, 200));
  for (const [price, state] of [
    [199.99, 'declined'],
    [200, 'open'],
  ] as const) {
    const { insertedId } = unwrap(await offer(price));
    const [made] = await app.db.select().from(offers).where(eq(offers.id, insertedId));
    expect([price, made?.state, made?.orderId]).toEqual([price, state, null]);
  }
  expect(await ordersPlaced()).toEqual([]);
  const another = await app.insertUser('buyer');
  const { insertedId } = unwrap(await offer(300, another));
  const [order] = await ordersPlaced();
  expect(order).toMatchObject({ buyerId: another.id, priceCents: 30_000 });
  const [made] = await app.db.select().from(offers).where(eq(offers.id, insertedId));
  expect(made).toMatchObject({ state: 'accepted', orderId: order?.id });
});

test('an automatic answer is announced to the buyer, and the seller is not asked', async () => {
  unwrap(await setRules(null, 200));
  unwrap(await offer(150));
  expect(await headingsTo(buyer)).toEqual([expect.stringMatching(/^Your offer was declined/)]);
  expect(await headingsTo(seller)).toEqual([]);
  unwrap(await setRules(250, null));
  unwrap(await offer(250));
  expect(await headingsTo(buyer)).toContainEqual(expect.stringMatching(/^Your order/));
  expect(await headingsTo(seller)).not.toContainEqual(expect.stringMatching(/offer/));
});

test('a buyer who cannot order does not learn from which price on a rule accepts', async () => {
  unwrap(await setRules(300, 200));
  const other = await app.insertUser('seller');
  for (let count = 0; count < 10; count++) {
    const body = {
      productId: await app.insertProduct(other),
      phone: '+33 6 12 34 56 78',
      location: 'Gare de Lyon',
    };
    unwrap(await app.call(contract.placeOrder, { body, token: buyer.token }));
  }
  for (const price of [310, 250]) {
    const params = { id: unwrap(await offer(price)).insertedId };
    unwrap(await app.call(contract.withdrawOffer, { params, token: buyer.token }));
  }
  expect(await ordersPlaced()).toEqual([]);
  expect((await offersMade()).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
  unwrap(await offer(190));
  expect((await offersMade()).map(({ state }) => state).toSorted()[0]).toBe('declined');
});

test('of twenty offers at once that a rule accepts, one becomes an order', async () => {
  unwrap(await setRules(300, null));
  const buyers = await Promise.all(Array.from({ length: 20 }, () => app.insertUser('buyer')));
  const codes = (await Promise.all(buyers.map((one) => offer(305, one)))).map(resultCode);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(['ok', 'product.sold']));
  expect(await ordersPlaced()).toHaveLength(1);
  expect(await offersMade()).toHaveLength(1);
});

test('rules are set, changed and removed, and the same again changes nothing', async () => {
  expect(unwrap(await rules())).toEqual({ acceptFrom: null, declineBelow: null, blindFloor: null });
  const changes = [];
  for (const [acceptFrom, declineBelow] of [
    [300, 200.5],
    [300, 200.5],
    [null, 200.5],
    [null, null],
    [null, null],
  ] as const) {
    const { modifiedCount } = unwrap(await setRules(acceptFrom, declineBelow));
    changes.push(modifiedCount);
    expect(unwrap(await rules())).toEqual({ acceptFrom, declineBelow, blindFloor: null });
  }
  expect(changes).toEqual([1, 0, 1, 1, 0]);
});

test('limits that are no prices, and those that exclude each other, are refused', async () => {
  unwrap(await setRules(300, 200));
  for (const [acceptFrom, declineBelow] of [
    [0, null],
    [null, 0.5],
    [100.001, null],
    [100_001, null],
    [-300, null],
    [300, 300.01],
  ] as const) {
    expect(resultCode(await setRules(acceptFrom, declineBelow))).toMatch(
      /^(validation\.failed|request\.invalid)$/,
    );
  }
  expect(unwrap(await rules())).toEqual({ acceptFrom: 300, declineBelow: 200, blindFloor: null });
});

test('no limit is above the asking price, and none counts as more after the price was lowered', async () => {
  const message = 'Enter at most the price of the phone, $345';
  for (const tooHigh of [setRules(346, null), setRules(null, 346)]) {
    expect(await tooHigh).toMatchObject({ ok: false, error: { message } });
  }
  unwrap(await setRules(345, 340));
  await app.db.update(products).set({ resalePriceCents: 30_000 }).where(eq(products.id, productId));
  const [below, asking] = [unwrap(await offer(299.99)), unwrap(await offer(300))];
  const states = Object.fromEntries((await offersMade()).map(({ id, state }) => [id, state]));
  expect(states).toEqual({ [below.insertedId]: 'declined', [asking.insertedId]: 'accepted' });
});

test('nobody but the seller reads or sets the rules', async () => {
  unwrap(await setRules(311, 222));
  const other = await app.insertUser('seller');
  expect(resultCode(await rules(other))).toBe('product.not-owner');
  expect(resultCode(await setRules(null, null, other))).toBe('product.not-owner');
  const read = [
    await app.call(contract.getProduct, { params: { id: productId }, token: buyer.token }),
    await app.call(contract.getListing, { params: { id: productId }, token: buyer.token }),
    await app.call(contract.listOffers, { token: buyer.token }),
  ];
  expect(withoutGenerated(read)).not.toMatch(/311|222|acceptFrom|declineBelow/);
});
