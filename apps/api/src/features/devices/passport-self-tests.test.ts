import { selfTestKinds } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../../test/test-app.ts';
import { orders, products } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import { createPassportFixture, type PassportFixture } from './passport.fixture.ts';

let app: PassportFixture;

beforeAll(async () => {
  app = await createPassportFixture();
});
afterAll(() => app.close());

/** Lists a phone with an IMEI, which the seller has tested. */
async function listTested() {
  const productId = await app.insertProduct(app.seller, { resalePriceCents: 34_500 });
  unwrap(await app.setImei(productId, app.newImei()));
  await app.takeSelfTest(productId, app.seller);
  const deviceId = (await app.deviceOf(productId))?._id ?? '';
  /** Whose self-tests the passport has, what failed in each, and whether its sale is public. */
  const tests = async () =>
    (await app.passport(deviceId)).selfTests.map(({ by, owner, failed, soldAt }) =>
      [by, owner, ...failed, soldAt ? 'sold' : 'not sold'].join(', '),
    );
  return { productId, deviceId, tests };
}

test('self-tests of seller and buyer are in the passport, that of the buyer once the order is completed', async () => {
  const { productId, deviceId, tests } = await listTested();
  expect(await tests()).toEqual(['seller, Owner 1, not sold']);
  expect((await app.passport(deviceId)).selfTests).toMatchObject([
    { productId, passed: selfTestKinds.filter((kind) => kind !== 'nfc'), notRun: ['nfc'] },
  ]);
  const sendLate = await app.openSelfTest(productId, app.seller);
  const { orderId } = await app.payOrder({ productId });
  await sendLate('sound');
  await app.takeSelfTest(productId, app.buyer, 'front-camera');
  await app.move(orderId, 'meet');
  expect(await tests()).toEqual(['seller, Owner 1, not sold']);
  const sendAfterwards = await app.openSelfTest(productId, app.buyer);
  unwrap(await app.accept(orderId));
  await app.runJobs('dispatch-outbox');
  await expect(sendAfterwards('touch')).rejects.toThrow('self-test.not-found');
  const completed = ['seller, Owner 1, sold', 'buyer, Owner 2, front-camera, sold'];
  expect(await tests()).toEqual(completed);
  const { listings, selfTests } = await app.passport(deviceId);
  expect(selfTests.map(({ soldAt }) => soldAt)).toEqual([listings[0]?.soldAt, listings[0]?.soldAt]);
  expect(JSON.stringify(selfTests)).not.toContain(app.buyer.id);

  // The sale is no longer public, the owners still are.
  await app.db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, orderId));
  await app.db.update(products).set({ removedAt: new Date() }).where(eq(products.id, productId));
  expect((await tests()).at(-1)).toBe('buyer, Owner 2, front-camera, not sold');
  expect((await app.passport(deviceId)).selfTests.map((one) => one.productId)).toEqual(
    (await tests()).map(() => null),
  );
});

test('the self-test of a buyer whose order was refunded before its completion is not public', async () => {
  const { productId, tests } = await listTested();
  const { orderId } = await app.payOrder({ productId });
  await app.takeSelfTest(productId, app.buyer, 'touch');
  await app.move(orderId, 'meet');
  await app.db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, orderId));
  await emit(app.db, { type: 'order.charged-back', orderId });
  await app.runJobs('dispatch-outbox');
  expect(await tests()).toEqual(['seller, Owner 1, not sold']);

  // Offered again, it is tested and sold again.
  await app.db
    .update(products)
    .set({ status: 'Available', isPaid: false, hiddenReasons: [] })
    .where(eq(products.id, productId));
  await app.takeSelfTest(productId, app.seller, 'sound');
  const { orderId: next } = await app.payOrder({ productId });
  await app.move(next, 'meet');
  await app.takeSelfTest(productId, app.buyer, 'location');
  unwrap(await app.accept(next));
  await app.runJobs('dispatch-outbox');
  expect(await tests()).toEqual([
    'seller, Owner 1, sold',
    'seller, Owner 1, sound, sold',
    'buyer, Owner 2, location, sold',
  ]);
});

test('the self-test of a listing under another name is not in the passport, as it may be of another phone', async () => {
  const { productId, tests } = await listTested();
  await app.db.update(products).set({ name: 'Another phone' }).where(eq(products.id, productId));
  expect(await tests()).toEqual([]);
  await app.takeSelfTest(productId, app.seller, 'battery');
  expect(await tests()).toEqual(['seller, Owner 1, battery, not sold']);
});

test('of very many self-tests the passport has the latest hundred, the earliest first', async () => {
  const { productId, deviceId } = await listTested();
  await app.db.execute(sql`
    insert into self_tests
    select gen_random_uuid(), product_id, order_id, party, created_by, product_name, results, jws,
      at - make_interval(hours => n)
    from self_tests, generate_series(1, 120) n where product_id = ${productId}`);
  const times = (await app.passport(deviceId)).selfTests.map(({ at }) => at);
  expect(times).toHaveLength(100);
  expect(times).toEqual([...times].sort());
  expect(Date.parse(times.at(-1) ?? '')).toBeGreaterThan(Date.now() - 600_000);
});

test('no number is in what self-tests produce but the view of its owner', async () => {
  const found = await app.findNumbers();
  expect(app.issued.length).toBeGreaterThan(3);
  for (const kind of ['public.self_tests: ', 'GET /api/devices/:id: ']) {
    expect(
      app.produced.some((text) => text.startsWith(kind)),
      kind,
    ).toBe(true);
  }
  expect(found).toEqual([]);
});
