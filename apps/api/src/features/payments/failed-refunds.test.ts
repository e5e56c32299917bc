import { describeMoney, getOrderDetails, getOverview } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findViolations } from '../../../test/security/invariants.ts';
import { unwrap } from '../../../test/test-app.ts';
import { refunds } from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { transitionOrder } from '../orders/index.ts';
import { cards, createProviderFixture, type ProviderFixture } from './provider-changes.fixture.ts';
import { syncPayment } from './sync-payment.ts';
import { syncRefunds } from './sync-refunds.ts';

let app: ProviderFixture;

beforeAll(async () => {
  app = await createProviderFixture();
});
beforeEach(() => app.reset());
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const refundInDashboard = async (intentId: string, cents: number) => {
  await app.cards.refundInDashboard(intentId, cents);
  await app.deliverEvents();
};
/** An order that is settled with a partial refund, which fails at the bank. */
async function settledOrder(refundCents: number) {
  const order = await app.paidOrder(cards.refundFails);
  await app.apply(order.orderId, 'meet', 'dispute');
  const { settings } = app;
  await inTransaction(app.db, (tx) =>
    transitionOrder(tx, order.orderId, 'resolveWithRelease', { settings, refundCents }),
  );
  await app.runJobs('dispatch-outbox');
  await app.advanceProvider();
  expect((await app.moneyOf(order.orderId)).escrow).toBe(refundCents);
  return order;
}
/** What the seller of an order of 345 dollars has without what the buyer got back. */
const sellerShare = (refundedCents: number) => ((34_500 - refundedCents) * 95) / 100;

test('a refund in the dashboard that fails and is made again counts once', async () => {
  const { orderId, intentId } = await app.paidOrder(cards.refundFails);
  await refundInDashboard(intentId, 3_000);
  for (let time = 0; time < 2; time++) {
    await app.advanceProvider();
    expect((await app.moneyOf(orderId)).escrow).toBe(34_500);
    await refundInDashboard(intentId, 3_000);
    expect(await app.orderOf(orderId)).toMatchObject({ state: 'paid', refundedCents: 3_000 });
  }
  await app.apply(orderId, 'meet', 'accept');
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: sellerShare(3_000) });
});

test.each([6_000, 20_000])(
  'of a settlement, a refund of %i cents that fails and is made again counts once, and only more is taken from the seller',
  async (cents) => {
    const { orderId, intentId } = await settledOrder(cents);
    await refundInDashboard(intentId, cents);
    expect(await app.orderOf(orderId)).toMatchObject({ state: 'completed', refundedCents: cents });
    expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: sellerShare(cents) });
    await refundInDashboard(intentId, 1_000);
    expect(await app.orderOf(orderId)).toMatchObject({ refundedCents: cents + 1_000 });
    expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: sellerShare(cents + 1_000) });
  },
);

test.each([4_000, 6_000, 10_000, 34_500])(
  'a chargeback of %i cents that is lost pays a refund of 6000 that failed first',
  async (cents) => {
    const { orderId, intentId } = await settledOrder(6_000);
    await app.losePart(intentId, cents);
    const refunded = Math.max(6_000, cents);
    expect(await app.orderOf(orderId)).toMatchObject({
      state: cents === 34_500 ? 'refunded' : 'completed',
      refundedCents: refunded,
    });
    expect(await app.moneyOf(orderId)).toEqual({
      escrow: Math.max(0, 6_000 - cents),
      seller: sellerShare(refunded),
    });
  },
);

/** A payment that came after its order had expired; the bank has refused its refund. */
async function latePayment() {
  const order = await app.confirmedOrder(cards.refundFails);
  await app.apply(order.orderId, 'expire');
  await app.deliverEvents();
  expect(await app.moneyOf(order.orderId)).toEqual({ escrow: 0, seller: 0 });
  await app.advanceProvider();
  expect(await app.moneyOf(order.orderId)).toEqual({ escrow: 34_500, seller: 0 });
  return order;
}
/** How many refunds admins read to be late. */
const countLate = async () => {
  const { token } = await app.insertUser('admin');
  const { items } = unwrap(await app.call(getOverview, { token }));
  return items.find(({ name }) => name === 'late-refunds')?.count ?? 0;
};
const describeMoneyOf = async (id: string) => {
  const { token } = app.buyer;
  const order = unwrap(await app.call(getOrderDetails, { params: { id }, token }));
  return describeMoney(order, (at) => at.slice(0, 4));
};

test('a late payment whose refund failed is refunded in the dashboard, in parts', async () => {
  const before = await countLate();
  const { orderId, intentId } = await latePayment();
  expect(await countLate()).toBe(before + 1);
  expect(await describeMoneyOf(orderId)).toContain('The bank has refused the refund');
  await refundInDashboard(intentId, 30_000);
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 4_500, seller: 0 });
  expect(await describeMoneyOf(orderId)).toContain('The bank has refused the refund');
  await refundInDashboard(intentId, 4_500);
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  expect(await describeMoneyOf(orderId)).toContain('went back to your card');
  expect(await countLate()).toBe(before);
});

test('a lost chargeback takes what is held of a late payment whose refund failed', async () => {
  const { orderId, intentId } = await latePayment();
  const { 'provider-fees': fees } = await app.commonMoney();
  await app.losePart(intentId, 34_500);
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  expect((await app.commonMoney())['provider-fees']).toBe(fees);
});

test('a refund in the dashboard before the refund of a late payment failed counts once', async () => {
  const { orderId, intentId } = await app.confirmedOrder(cards.refundFails);
  await app.apply(orderId, 'expire');
  await app.cards.refundInDashboard(intentId, 4_500);
  const intent = await app.deps.cardPayments.retrieveIntent(intentId);
  await syncPayment(app.deps, intent as NonNullable<typeof intent>);
  await app.runJobs('dispatch-outbox');
  await app.advanceProvider();
  const escrow = (await app.moneyOf(orderId)).escrow;
  const given = (await app.deps.cardPayments.listRefunds(intentId))
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(escrow).toBe(34_500 - given);
});

test('a refund that failed and is made again leaves one that is due', async () => {
  const { orderId, intentId } = await app.paidOrder(cards.refundFails);
  await refundInDashboard(intentId, 4_500);
  await app.advanceProvider();
  await app.apply(orderId, 'cancelSale');
  await app.cards.refundInDashboard(intentId, 4_500);
  await syncRefunds(app.deps, intentId);
  const due = await app.db.select().from(refunds).where(eq(refunds.orderId, orderId));
  expect(due.filter(({ state }) => state === 'due')).toMatchObject([{ amountCents: 30_000 }]);
  await app.deliverEvents();
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  const made = await app.deps.cardPayments.listRefunds(intentId);
  const given = made.filter(({ status }) => status !== 'failed');
  expect(given.map(({ amountCents }) => amountCents).toSorted()).toEqual([30_000, 4_500]);
});
