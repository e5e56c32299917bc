import { eq, inArray, isNotNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notifications, outbox, payments, refunds } from '../../src/db/schema/index.ts';
import { invariants } from '../../src/features/ledger/invariants.ts';
import {
  cards,
  createProviderFixture,
  type ProviderFixture,
} from '../../src/features/payments/provider-changes.fixture.ts';
import { syncPayment } from '../../src/features/payments/sync-payment.ts';

let app: ProviderFixture;

beforeAll(async () => {
  app = await createProviderFixture();
});
beforeEach(() => app.reset());
afterEach(async () => {
  const failed = await app.db.select().from(outbox).where(isNotNull(outbox.lastError));
  expect(failed.map(({ kind, lastError }) => [kind, lastError])).toEqual([]);
});
afterAll(() => app.close());

/** An order that expired before its payment arrived, which is due to be refunded. */
async function latePayment(card = cards.good) {
  const order = await app.confirmedOrder(card);
  await app.apply(order.orderId, 'expire');
  await arrive(order.intentId);
  return order;
}

async function arrive(intentId: string) {
  const intent = await app.deps.cardPayments.retrieveIntent(intentId);
  expect(intent && (await syncPayment(app.deps, intent))).toBe('refunding');
}

const stateOf = async (intentId: string) =>
  (await app.db.select().from(payments).where(eq(payments.intentId, intentId)))[0]?.state;

const refundedCents = async (intentId: string) =>
  (await app.deps.cardPayments.listRefunds(intentId)).map(({ amountCents }) => amountCents);

const differing = async () => (await invariants['escrow-matches-orders'](app.db)).figures;

describe('a chargeback of a payment that came too late', () => {
  test.each([
    ['lost', 34_500, []],
    ['lost', 4_500, [30_000]],
    ['won', 34_500, [34_500]],
  ] as const)(
    '%s for %i cents leaves nothing of it to be paid twice',
    async (outcome, cents, made) => {
      const before = await app.commonMoney();
      const { orderId, intentId } = await latePayment();
      const id = app.newDisputeId();
      await app.report(intentId, { id, amountCents: cents, status: 'needs_response' });
      await app.runJobs('dispatch-outbox');
      expect(await stateOf(intentId)).toBe('refund_due');
      await app.cards.decideDispute(id, outcome);
      await app.deliverEvents();
      expect(await differing()).toMatchObject({ differing: 0 });
      expect(await stateOf(intentId)).toBe('refunded');
      expect(await refundedCents(intentId)).toEqual(made);
      expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
      expect(await app.commonMoney()).toEqual(before);
      expect(await app.orderOf(orderId)).toMatchObject({
        state: 'expired',
        chargebackOpenedAt: null,
      });
    },
  );
});

test('a chargeback of a second payment of an order leaves the order and its money as they are', async () => {
  const { orderId, intentId } = await app.paidOrder();
  const second = await app.deps.cardPayments.createIntent({
    orderId,
    amountCents: 34_500,
    currency: 'usd',
    idempotencyKey: `second:${orderId}`,
  });
  await app.pay(second.clientSecret, cards.good);
  const [first] = await app.db.select().from(payments).where(eq(payments.intentId, intentId));
  if (!first) throw new Error('there is no payment');
  await app.db
    .insert(payments)
    .values({ ...first, id: crypto.randomUUID(), intentId: second.id, state: 'canceled' });
  await arrive(second.id);
  const id = app.newDisputeId();
  await app.report(second.id, { id, amountCents: 34_500, status: 'needs_response' });
  expect(await app.orderOf(orderId)).toMatchObject({ chargebackOpenedAt: null });
  await app.cards.decideDispute(id, 'lost');
  await app.deliverEvents();
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'paid', refundedCents: 0 });
  expect(await stateOf(second.id)).toBe('refunded');
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 34_500, seller: 0 });
  await app.apply(orderId, 'meet', 'accept');
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 32_775 });
});

test('a chargeback of a late payment that was given back is contested, whether or not that was recorded', async () => {
  const { orderId, intentId } = await latePayment();
  const [payment] = await app.db.select().from(payments).where(eq(payments.intentId, intentId));
  // The server ends before it records what the provider has done.
  await app.deps.cardPayments.refund({
    intentId,
    amountCents: 34_500,
    idempotencyKey: `refund:${payment?.id}`,
  });
  const id = app.newDisputeId();
  await app.report(intentId, { id, amountCents: 34_500, status: 'needs_response' });
  expect(await app.disputeOf(orderId)).toMatchObject({
    evidence: expect.stringMatching(/^The buyer was refunded before this dispute: re_/),
  });
  expect(await stateOf(intentId)).toBe('refunded');
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  const before = await app.commonMoney();
  await app.cards.decideDispute(id, 'lost');
  await app.deliverEvents();
  expect(await refundedCents(intentId)).toEqual([34_500]);
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  expect((await app.commonMoney())['provider-fees']).toBe(before['provider-fees'] + 34_500);
});

test('a refund of a late payment that the bank refuses later is owed to the buyer again, once, and buyer and admins are notified', async () => {
  const { orderId, intentId } = await latePayment(cards.refundFails);
  app.sentMails.splice(0);
  await app.runJobs('dispatch-outbox');
  expect(await stateOf(intentId)).toBe('refunded');
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  const announced = app.sentMails
    .filter(({ to }) => to === app.buyer.email)
    .find(({ subject }) => subject.startsWith('Your payment goes back: '));
  expect(announced?.text).toContain('arrived after the order was closed, and');
  const admin = await app.insertUser('admin');
  await app.advanceProvider();
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 34_500, seller: 0 });
  expect((await app.kindsOf(orderId)).filter((kind) => kind === 'refund.failed')).toHaveLength(1);
  const notified = await app.db
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(inArray(notifications.userId, [admin.id, app.buyer.id]));
  expect(notified.map(({ userId }) => userId)).toEqual(
    expect.arrayContaining([admin.id, app.buyer.id]),
  );
});

describe('a refund that the bank has refused before it was recorded is no success', () => {
  test('of an order', async () => {
    const { orderId, intentId } = await app.paidOrder(cards.refundFails);
    await app.apply(orderId, 'cancelSale');
    const due = async () =>
      (await app.db.select().from(refunds).where(eq(refunds.orderId, orderId)))[0];
    const { id, amountCents } = (await due()) ?? { id: '', amountCents: 0 };
    const idempotencyKey = `refund:${id}`;
    await app.deps.cardPayments.refund({ intentId, amountCents, idempotencyKey });
    app.setNow(new Date(app.deps.clock.now().getTime() + 61_000));
    await app.cards.settleDue();
    await app.runJobs('dispatch-outbox');
    expect(await due()).toMatchObject({ state: 'failed' });
    expect(await app.kindsOf(orderId)).toContain('refund.failed');
    expect(await app.moneyOf(orderId)).toEqual({ escrow: 34_500, seller: 0 });
  });

  test('of a late payment', async () => {
    const { orderId, intentId } = await latePayment(cards.refundFails);
    const [payment] = await app.db.select().from(payments).where(eq(payments.intentId, intentId));
    const idempotencyKey = `refund:${payment?.id}`;
    await app.deps.cardPayments.refund({ intentId, amountCents: 34_500, idempotencyKey });
    app.setNow(new Date(app.deps.clock.now().getTime() + 61_000));
    await app.cards.settleDue();
    await app.runJobs('dispatch-outbox');
    expect(await app.moneyOf(orderId)).toEqual({ escrow: 34_500, seller: 0 });
  });
});
