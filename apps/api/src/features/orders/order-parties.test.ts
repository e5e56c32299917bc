import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultCode, type TestUser, unwrap } from '../../../test/test-app.ts';
import { orders, products, shippingAddresses, users } from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { address, createOrderFixture, type OrderFixture, params } from './order.fixture.ts';
import { transitionOrder } from './transitions.ts';

let app: OrderFixture;

beforeAll(async () => {
  app = await createOrderFixture();
});
afterAll(() => app.close());

test('contact data and address are known to the other party only while the price is held', async () => {
  const id = await app.placed();
  await app.steps.handover(id);
  const seen = async () => {
    const [toBuyer, toSeller, toAdmin] = [
      await app.details(id),
      await app.details(id, app.seller),
      await app.details(id, app.admin),
    ];
    expect(toAdmin.buyer.contact ?? toAdmin.seller.contact ?? toAdmin.shippingAddress).toBeNull();
    expect(toBuyer.shippingAddress).toEqual(address);
    return [toBuyer.seller.contact, toSeller.buyer.contact, toSeller.shippingAddress].map(Boolean);
  };
  expect(await seen()).toEqual([false, false, false]);
  const intent = await app.call(contract.createPaymentIntent, {
    body: { price: 345, orderId: id },
    token: app.buyer.token,
  });
  const { id: transactionId } = await app.pay(unwrap(intent).clientSecret);
  const body = { price: 345, transactionId, email: app.buyer.email, orderId: id };
  unwrap(await app.call(contract.recordPayment, { body, token: app.buyer.token }));
  expect(await seen()).toEqual([true, true, true]);
  await app.steps.ship(id);
  await app.steps.receive(id);
  expect(await seen()).toEqual([true, true, true]);
  await app.steps.accept(id);
  expect(await seen()).toEqual([false, false, false]);
});

test('contact data in a name is known to the other party only once the order is paid', async () => {
  for (const { id } of [app.buyer, app.seller]) {
    await app.db.update(users).set({ name: 'Nora 0171 2345678' }).where(eq(users.id, id));
  }
  const names = async (id: string) => {
    const [toBuyer, toSeller] = [await app.details(id), await app.details(id, app.seller)];
    return [toBuyer.seller.name, toSeller.buyer.name, toBuyer.buyer.name, toSeller.seller.name];
  };
  const whole = 'Nora 0171 2345678';
  const hidden = 'Nora •••••';
  expect(await names(await app.placed())).toEqual([hidden, hidden, whole, whole]);
  expect(await names(await app.paid())).toEqual([whole, whole, whole, whole]);
});

test('an address is deleted 30 days after the order has ended, and not before', async () => {
  const [ended, open] = [await app.paid(), await app.paid()];
  for (const id of [ended, open]) await app.steps.handover(id);
  await app.steps.cancel(ended);
  const stored = async (id: string) =>
    app.db.$count(shippingAddresses, eq(shippingAddresses.orderId, id));
  const age = (days: number) =>
    app.db.execute(sql`update orders set changed_at = now() - make_interval(days => ${days})
      where id in (${ended}, ${open})`);
  await age(29);
  await app.runJobs('purge-contact-data');
  expect([await stored(ended), await stored(open)]).toEqual([1, 1]);
  await age(31);
  await app.runJobs('purge-contact-data');
  expect([await stored(ended), await stored(open)]).toEqual([0, 1]);
});

test('shipping needs an address, and the choice of a meeting deletes it', async () => {
  const id = await app.placed();
  const choose = (body: contract.BodyOf<typeof contract.chooseHandover>) =>
    app.call(contract.chooseHandover, { ...params(id), body, token: app.buyer.token });
  expect(resultCode(await choose({ method: 'ship' }))).toBe('validation.failed');
  const blank = { ...address, city: '  ' };
  expect(resultCode(await choose({ method: 'ship', address: blank }))).toBe('validation.failed');
  const lines = { ...address, city: 'Lyon\nBcc: all' };
  expect(resultCode(await choose({ method: 'ship', address: lines }))).toBe('validation.failed');
  expect((await app.details(id)).handover).toBe('meet');
  expect(resultCode(await choose({ method: 'ship', address }))).toBe('ok');
  expect((await app.details(id)).shippingAddress).toEqual(address);
  expect(resultCode(await choose({ method: 'meet' }))).toBe('ok');
  expect(await app.details(id)).toMatchObject({ handover: 'meet', shippingAddress: null });
});

test('a refunded phone is hidden until its seller lists it again', async () => {
  const id = await app.orderIn('refunded');
  const { productId } = await app.details(id);
  const shown = async () => {
    const [row] = await app.db
      .select({ hidden: products.hiddenReasons, status: products.status })
      .from(products)
      .where(eq(products.id, productId));
    return row;
  };
  expect(await shown()).toEqual({ hidden: ['refunded'], status: 'Available' });
  expect((await app.details(id, app.seller)).nextAction).toBe('relist');
  const relist = (by: TestUser) =>
    app.call(contract.relistProduct, { params: { productId }, token: by.token });
  expect(resultCode(await relist(await app.insertUser('seller')))).toBe('product.not-owner');
  expect([resultCode(await relist(app.seller)), resultCode(await relist(app.seller))]).toEqual([
    'ok',
    'ok',
  ]);
  expect(await shown()).toEqual({ hidden: [], status: 'Available' });
  expect((await app.details(id, app.seller)).actions).toEqual(['review']);
});

test('a removed seller’s orders that were not handed over are refunded, those under way go on', async () => {
  const kept = app.seller;
  app.seller = await app.insertUser('seller');
  const [fresh, shipped, lost] = [
    await app.paid(),
    await app.orderIn('in_transit'),
    await app.orderIn('in_transit'),
  ];
  const removed = await app.call(contract.deleteUser, {
    params: { id: app.seller.id },
    token: app.admin.token,
  });
  expect(resultCode(removed)).toBe('ok');
  app.seller = kept;
  expect([await app.stateOf(fresh), await app.stateOf(shipped)]).toEqual([
    'refunded',
    'in_transit',
  ]);
  const { timeline, productId } = await app.details(fresh);
  expect(timeline.at(-1)).toMatchObject({ kind: 'order.sale-cancelled', actor: 'admin' });
  const isRemoved = async (id: string) => {
    const [product] = await app.db.select().from(products).where(eq(products.id, id));
    return product?.removedAt !== null;
  };
  expect(await isRemoved(productId)).toBe(true);
  await app.runJobs('dispatch-outbox');
  expect(await app.balanceOf(`escrow:${fresh}`)).toBe(0);
  expect(resultCode(await app.steps.receive(shipped))).toBe('ok');
  const ofLost = (await app.details(lost)).productId;
  expect(await isRemoved(ofLost)).toBe(false);
  const { settings } = app;
  await inTransaction(app.db, (tx) => transitionOrder(tx, lost, 'refundAtProvider', { settings }));
  expect(await isRemoved(ofLost)).toBe(true);
});

test('a removed buyer’s unpaid orders end, paid ones are refunded, those under way go on to their end', async () => {
  const kept = app.buyer;
  app.buyer = await app.insertUser('buyer');
  const [unpaid, fresh, shipped] = [
    await app.placed(),
    await app.paid(),
    await app.orderIn('in_transit'),
  ];
  const removed = await app.call(contract.deleteUser, {
    params: { id: app.buyer.id },
    token: app.admin.token,
  });
  expect(resultCode(removed)).toBe('ok');
  app.buyer = kept;
  await app.runJobs('expire-orders', 'dispatch-outbox');
  const stateNow = async (id: string) =>
    (await app.db.select().from(orders).where(eq(orders.id, id)))[0]?.state;
  expect([await stateNow(unpaid), await stateNow(fresh), await stateNow(shipped)]).toEqual([
    'expired',
    'refunded',
    'in_transit',
  ]);
  const { timeline, productId } = await app.details(fresh, app.seller);
  expect(timeline.at(-1)).toMatchObject({
    kind: 'order.sale-cancelled',
    actor: 'admin',
    details: { reason: 'buyer-removed' },
  });
  // The seller can list the phone again.
  const [product] = await app.db.select().from(products).where(eq(products.id, productId));
  expect(product).toMatchObject({ removedAt: null, isPaid: false, hiddenReasons: ['refunded'] });
  expect(await app.balanceOf(`escrow:${fresh}`)).toBe(0);
});
