import * as contract from '@redial/contract';
import { blindOfferLimits } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { withoutGenerated } from '../../../test/without-generated.ts';
import { blindOffers, domainEvents, orders, outbox, products } from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { deactivateUser } from '../accounts/deactivate-user.ts';
import { endHoldsOfProduct } from '../orders/index.ts';
import { matchBlindly } from './blind-matches.ts';
import { purgeOffers } from './purge-offers.ts';
import { voidOffersOfUser } from './void-offers.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
let productId: string;

/** What was logged, and the statements that the database executed, in their order. */
const logged: string[] = [];
const statements: string[] = [];
const { log } = fastify({
  logger: { level: 'trace', stream: { write: (line: string) => void logged.push(line) } },
});

beforeAll(async () => {
  app = await createTestApp({ log });
  const recorded = new WeakSet<object>();
  app.db.$client.on('acquire', (client) => {
    if (recorded.has(client)) return;
    recorded.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [statement] = args as [string | { text: string }];
      statements.push(typeof statement === 'string' ? statement : statement.text);
      return query(...args);
    }) as typeof client.query;
  });
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

const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };

const setFloor = async (blindFloor: number | null, id = productId) =>
  unwrap(
    await app.call(contract.setOfferRules, {
      params: { id },
      body: { acceptFrom: null, declineBelow: null, blindFloor },
      token: seller.token,
    }),
  );
const offer = (ceiling: number, { token } = buyer, id = productId) =>
  app.call(contract.makeBlindOffer, { params: { id }, body: { ceiling, ...contact }, token });
const list = async ({ token }: TestUser, id = productId) =>
  unwrap(await app.call(contract.listBlindOffers, { params: { id }, token }));
const ordersPlaced = () => app.db.select().from(orders).where(eq(orders.productId, productId));

const cents = fc.integer({ min: 1, max: 100_000 }).map((dollars) => dollars * 100);
const limits = fc.record({
  floorCents: cents,
  ceilingCents: cents,
  // Asking prices need not be whole dollars.
  askingCents: fc.integer({ min: 100, max: 10_000_000 }),
});

test('a price is in whole dollars, within floor, ceiling and asking price, and in the middle', () => {
  fc.assert(
    fc.property(limits, ({ floorCents, ceilingCents, askingCents }) => {
      const highest = Math.min(ceilingCents, askingCents);
      const { priceCents, band } = matchBlindly({ floorCents, ceilingCents, askingCents });
      expect(priceCents === null).toBe(floorCents > highest);
      expect(band === null).toBe(floorCents <= highest);
      if (priceCents === null) return;
      expect(priceCents % 100).toBe(0);
      expect(priceCents).toBeGreaterThanOrEqual(floorCents);
      expect(priceCents).toBeLessThanOrEqual(highest);
      const middle = (floorCents + highest) / 2;
      expect(middle - priceCents).toBeGreaterThanOrEqual(0);
      expect(middle - priceCents).toBeLessThan(100);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  [200, 190, 'within-5'],
  [200, 189, 'within-15'],
  [200, 170, 'within-15'],
  [200, 169, 'more'],
  [333, 317, 'within-5'],
  [333, 316, 'within-15'],
] as const)('a floor of %d and a ceiling of %d are %s', (floor, ceiling, band) => {
  const limits = { floorCents: floor * 100, ceilingCents: ceiling * 100, askingCents: 40_000 };
  expect(matchBlindly(limits)).toEqual({ priceCents: null, band });
});

test('limits that overlap become an order in the middle with the short hold', async () => {
  await setFloor(300);
  const result = unwrap(await offer(325));
  const [order] = await ordersPlaced();
  expect(result).toEqual({ match: true, band: null, price: 312, order: order?.id, left: 2 });
  expect(order).toMatchObject({ buyerId: buyer.id, priceCents: 31_200, location: 'Gare de Lyon' });
  const [hold] = await app.db
    .select({ minutes: sql<number>`extract(epoch from expires_at - placed_at)::int / 60` })
    .from(orders)
    .where(eq(orders.productId, productId));
  expect(hold?.minutes).toBe(app.settings.offerReservationMinutes);
  expect((await list(buyer)).made).toMatchObject([{ band: null, order: { _id: order?.id } }]);
  const exported = unwrap(await app.call(contract.getDataExport, { token: buyer.token }));
  expect(exported.blindOffers).toMatchObject([{ ceiling: 325, band: null, orderId: order?.id }]);
});

test('a ceiling above the asking price counts as the asking price', async () => {
  await setFloor(301);
  // The phone costs $345.
  expect(unwrap(await offer(90_000))).toMatchObject({ match: true, price: 323 });
});

test('three tries, each of which says only the band, and no floor answers like one out of reach', async () => {
  await setFloor(300);
  expect(unwrap(await offer(285))).toEqual({
    match: false,
    band: 'within-5',
    price: null,
    order: null,
    left: 2,
  });
  expect(unwrap(await offer(255))).toMatchObject({ band: 'within-15', left: 1 });
  const far = unwrap(await offer(254));
  expect(far).toEqual({ match: false, band: 'more', price: null, order: null, left: 0 });
  expect(resultCode(await offer(345))).toBe('blind-offer.limit-reached');
  await setFloor(null);
  const other = await app.insertUser('buyer');
  expect(unwrap(await offer(345, other))).toEqual({ ...far, left: 2 });
  expect(await ordersPlaced()).toEqual([]);
});

test('limits that are no whole dollars are refused and use up no try', async () => {
  await setFloor(300);
  for (const ceiling of [299.5, 0, -300, 100_001]) {
    expect(resultCode(await offer(ceiling))).toBe('validation.failed');
  }
  expect(await list(buyer)).toEqual({ left: 3, made: [] });
  const body = { acceptFrom: null, declineBelow: null, blindFloor: 299.5 };
  const refused = await app.call(contract.setOfferRules, {
    params: { id: productId },
    body,
    token: seller.token,
  });
  expect(resultCode(refused)).toBe('validation.failed');
});

test('twenty matches on one phone at once become one reservation', async () => {
  await setFloor(300);
  const crowd = await Promise.all(Array.from({ length: 20 }, () => app.insertUser('buyer')));
  const codes = (await Promise.all(crowd.map((one) => offer(320, one)))).map(resultCode);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(codes.filter((code) => code === 'product.sold')).toHaveLength(19);
  expect(await ordersPlaced()).toHaveLength(1);
  const made = await app.db.select().from(blindOffers).where(eq(blindOffers.productId, productId));
  expect(made).toHaveLength(1);
});

test('six tries of one buyer at once are three', async () => {
  await setFloor(300);
  const codes = (await Promise.all(Array.from({ length: 6 }, () => offer(200)))).map(resultCode);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(blindOfferLimits.perListing);
  expect((await list(buyer)).made).toHaveLength(blindOfferLimits.perListing);
});

test.each(['expired', 'cancelled'] as const)(
  'after a match that was %s unpaid, the buyer has no try left and offers no less for 48 hours',
  async (state) => {
    await setFloor(300);
    unwrap(await offer(320));
    await app.db
      .update(orders)
      .set({ state, changedAt: new Date() })
      .where(eq(orders.productId, productId));
    await app.db.execute(sql`update products set status = 'Available' where id = ${productId}`);
    expect((await list(buyer)).left).toBe(0);
    expect(resultCode(await offer(345))).toBe('blind-offer.limit-reached');
    const plain = (price: number, { token } = buyer) =>
      app.call(contract.makeOffer, {
        params: { id: productId },
        body: { price, ...contact },
        token,
      });
    expect(resultCode(await plain(309.99))).toBe('offer.below-match');
    const { insertedId } = unwrap(await plain(310));
    const answer = await app.call(contract.counterOffer, {
      params: { id: insertedId },
      body: { price: 340 },
      token: seller.token,
    });
    const again = await app.call(contract.counterOffer, {
      params: { id: unwrap(answer).insertedId },
      body: { price: 305 },
      token: buyer.token,
    });
    expect(resultCode(again)).toBe('offer.below-match');
    // Others may, and so may the buyer after that time.
    expect(resultCode(await plain(200, await app.insertUser('buyer')))).toBe('ok');
    const { insertedId: last } = unwrap(answer);
    unwrap(await app.call(contract.declineOffer, { params: { id: last }, token: buyer.token }));
    for (const [minutes, code] of [
      [-1, 'offer.below-match'],
      [1, 'ok'],
    ] as const) {
      const since = Date.now() - blindOfferLimits.barredHours * 3_600_000 - minutes * 60_000;
      await app.db
        .update(orders)
        .set({ changedAt: new Date(since) })
        .where(eq(orders.productId, productId));
      expect(resultCode(await plain(250))).toBe(code);
    }
  },
);

test('a buyer whose match was closed with a hidden phone is not said not to have paid', async () => {
  await setFloor(300);
  const { order } = unwrap(await offer(320));
  const hide = (hiddenReasons: 'moderation'[]) =>
    app.db.update(products).set({ hiddenReasons }).where(eq(products.id, productId));
  await inTransaction(app.db, (tx) => endHoldsOfProduct(tx, productId));
  await hide(['moderation']);
  await app.runJobs('expire-orders');
  expect((await ordersPlaced()).map(({ id, state }) => [id, state])).toEqual([[order, 'expired']]);
  await hide([]);
  // The price of the match tells the floor, whyever the order was closed.
  expect((await list(buyer)).left).toBe(0);
  const refused = await app.call(contract.makeOffer, {
    params: { id: productId },
    body: { price: 305, ...contact },
    token: buyer.token,
  });
  expect(resultCode(refused)).toBe('offer.below-match');
  expect(refused).toMatchObject({
    error: { message: expect.stringContaining('$310 for this phone, and the order was closed') },
  });
});

test('a buyer who cannot order learns nothing about the floor and keeps the try', async () => {
  for (let count = 0; count < 10; count++) {
    const id = await app.insertProduct(seller);
    unwrap(
      await app.call(contract.placeOrder, {
        body: { productId: id, ...contact },
        token: buyer.token,
      }),
    );
  }
  for (const floor of [null, 200, 345]) {
    await setFloor(floor);
    expect(resultCode(await offer(300))).toBe('order.limit-reached');
  }
  expect(await list(buyer)).toEqual({ left: 3, made: [] });
});

test('a missing floor takes the same statements as one out of reach, near or far', async () => {
  const executed: string[][] = [];
  for (const floor of [null, 345, 310, 290]) {
    await setFloor(floor);
    const other = await app.insertUser('buyer');
    statements.splice(0);
    expect(unwrap(await offer(280, other)).match).toBe(false);
    executed.push([...statements]);
  }
  const [first, ...others] = executed;
  expect(first?.length).toBeGreaterThan(5);
  for (const other of others) expect(other).toEqual(first);
});

test('neither limit is in what others read: responses, mails, events, notifications and exports', async () => {
  // Numbers that nothing else has.
  const [floor, ceiling] = [297, 289];
  await setFloor(floor);
  unwrap(await offer(ceiling));
  await app.runJobs('dispatch-outbox');
  expect(app.sentMails.map(({ to, subject }) => [to, subject])).toEqual([
    [seller.email, expect.stringMatching(/^A blind offer did not match/)],
  ]);
  const admin = await app.insertUser('admin');
  const other = await app.insertUser('buyer');
  const read = async ({ token }: TestUser) => [
    await app.call(contract.getProduct, { params: { id: productId }, token }),
    await app.call(contract.getListing, { params: { id: productId }, token }),
    await app.call(contract.listBlindOffers, { params: { id: productId }, token }),
    await app.call(contract.listOffers, { token }),
    await app.call(contract.listNotifications, { query: {}, token }),
    await app.call(contract.getOfferRules, { params: { id: productId }, token }),
  ];
  const exported = ({ token }: TestUser) => app.call(contract.getDataExport, { token });
  const ofNobody = withoutGenerated([
    app.sentMails,
    logged,
    await app.db.select().from(domainEvents),
    await app.db.select().from(outbox),
    await read(admin),
    await read(other),
  ]);
  expect(ofNobody).not.toMatch(/297|289/);
  expect(withoutGenerated([await read(buyer), await exported(buyer)])).not.toContain(`${floor}`);
  expect(withoutGenerated([await read(seller), await exported(seller)])).not.toContain(
    `${ceiling}`,
  );
});

test('the seller sees what blind offers came to, without names and prices', async () => {
  await setFloor(300);
  unwrap(await offer(290));
  const { left, made } = await list(seller);
  expect(left).toBeNull();
  expect(made).toEqual([
    {
      _id: expect.any(String),
      at: expect.any(String),
      ceiling: null,
      band: 'within-5',
      order: null,
    },
  ]);
  expect(await list(await app.insertUser('buyer'))).toEqual({ left: 3, made: [] });
});

test('blind offers outlast a suspension, and are deleted with their buyer, and after 90 days', async () => {
  await setFloor(300);
  unwrap(await offer(200));
  const other = await app.insertUser('buyer');
  unwrap(await offer(210, other));
  await inTransaction(app.db, (tx) => voidOffersOfUser(tx, other.id));
  await inTransaction(app.db, (tx) =>
    deactivateUser(tx, app.settings, { userId: buyer.id, deletedBy: 'user', signInMethods: [] }),
  );
  const left = () => app.db.select().from(blindOffers).where(eq(blindOffers.productId, productId));
  expect((await left()).map(({ buyerId }) => buyerId)).toEqual([other.id]);
  await purgeOffers(app.db, 90);
  expect(await left()).toHaveLength(1);
  await app.db.update(blindOffers).set({ createdAt: sql`now() - interval '91 days'` });
  await purgeOffers(app.db, 90);
  expect(await left()).toEqual([]);
});
