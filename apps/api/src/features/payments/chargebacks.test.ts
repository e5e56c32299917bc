import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerAccounts, orderDeadlines, orders, refunds } from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { findDueTime, transitionOrder } from '../orders/index.ts';
import { cards, createProviderFixture, type ProviderFixture } from './provider-changes.fixture.ts';

let app: ProviderFixture;

beforeAll(async () => {
  app = await createProviderFixture();
});
beforeEach(() => app.reset());
afterAll(() => app.close());

const openDispute = () => app.paidOrder(cards.disputed);

test('a chargeback holds the money until it is won', async () => {
  const { orderId } = await openDispute();
  await app.apply(orderId, 'meet');
  const before = await app.commonMoney();
  await app.advanceProvider();
  const dispute = await app.disputeOf(orderId);
  expect(dispute).toMatchObject({ state: 'open', reason: 'fraudulent', amountCents: 34_500 });
  expect((await app.orderOf(orderId))?.chargebackOpenedAt).toBeInstanceOf(Date);
  const release = inTransaction(app.db, (tx) => transitionOrder(tx, orderId, 'accept', app.deps));
  expect(await release).toBe(false);
  expect((await app.commonMoney()).chargebacks).toBe(before.chargebacks + 34_500);
  await app.cards.decideDispute(dispute?.id ?? '', 'won');
  await app.deliverEvents();
  expect(await app.disputeOf(orderId)).toMatchObject({ state: 'won' });
  expect(await app.orderOf(orderId)).toMatchObject({
    state: 'delivered',
    chargebackOpenedAt: null,
  });
  const after = await app.commonMoney();
  expect(after.chargebacks).toBe(before.chargebacks);
  // The provider keeps its fee for the dispute; the operator advances it if nothing else is there.
  expect(after['provider-fees']).toBe(before['provider-fees'] + 1_500);
  expect(after.provider + after.operator - before.provider - before.operator).toBe(-1_500);
  await app.apply(orderId, 'accept');
});

test('a deadline that a chargeback has stopped goes on with the time that was left', async () => {
  const { orderId } = await openDispute();
  const handoverDue = () => findDueTime(app.db, orderId, 'handover');
  const minutesLeft = async () => Math.round((Number(await handoverDue()) - Date.now()) / 60_000);
  const before = await minutesLeft();
  await app.advanceProvider();
  const ago = sql`now() - interval '20 days'`;
  await app.db.update(orders).set({ chargebackOpenedAt: ago }).where(eq(orders.id, orderId));
  await app.db
    .update(orderDeadlines)
    .set({ createdAt: ago, dueAt: sql`${orderDeadlines.dueAt} - interval '20 days'` })
    .where(eq(orderDeadlines.orderId, orderId));
  await app.runJobs();
  expect((await app.orderOf(orderId))?.state).toBe('paid');
  await app.cards.decideDispute((await app.disputeOf(orderId))?.id ?? '', 'won');
  await app.deliverEvents();
  expect((await app.orderOf(orderId))?.state).toBe('paid');
  expect(Math.abs((await minutesLeft()) - before)).toBeLessThanOrEqual(2);
});

test('a lost chargeback refunds the order from what is held', async () => {
  const { orderId } = await openDispute();
  await app.advanceProvider();
  await app.cards.decideDispute((await app.disputeOf(orderId))?.id ?? '', 'lost');
  await app.deliverEvents();
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'refunded', chargebackOpenedAt: null });
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  const made = await app.db.select().from(refunds).where(eq(refunds.orderId, orderId));
  expect(made).toEqual([]);
});

test('a lost chargeback after the release is taken from the seller, with the fee', async () => {
  const { orderId } = await openDispute();
  await app.apply(orderId, 'meet', 'accept');
  const { fees } = await app.commonMoney();
  const released = await app.moneyOf(orderId);
  await app.advanceProvider();
  await app.cards.decideDispute((await app.disputeOf(orderId))?.id ?? '', 'lost');
  await app.deliverEvents();
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'refunded' });
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  expect((await app.commonMoney()).fees - fees + released.seller).toBe(34_500);
});

test('a chargeback after a refund is contested with the refund, and the operator bears a loss', async () => {
  const { orderId } = await openDispute();
  await app.apply(orderId, 'cancelSale');
  await app.runJobs('dispatch-outbox');
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  await app.advanceProvider();
  const dispute = await app.disputeOf(orderId);
  const { rows } = await app.db.execute<{ evidence: string; status: string }>(
    sql`select evidence, status from sandbox_cards.disputes where id = ${dispute?.id}`,
  );
  expect(rows[0]?.status).toBe('under_review');
  expect(rows[0]?.evidence).toMatch(
    /^The buyer was refunded before this dispute: re_\w+ \(.+Z\)\.$/,
  );
  const before = await app.commonMoney();
  await app.cards.decideDispute(dispute?.id ?? '', 'lost');
  await app.deliverEvents();
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  const after = await app.commonMoney();
  expect(after['provider-fees'] - before['provider-fees']).toBe(34_500);
});

test('a refund that is due waits for the chargeback: won, it is made; lost, it is dropped', async () => {
  for (const outcome of ['won', 'lost'] as const) {
    const { orderId, intentId } = await openDispute();
    await app.apply(orderId, 'cancelSale');
    // The bank is faster than the job that makes the refund.
    app.setNow(new Date(app.deps.clock.now().getTime() + 61_000));
    await app.cards.settleDue();
    await app.deliverEvents();
    const stateOf = async () =>
      (await app.db.select().from(refunds).where(eq(refunds.orderId, orderId)))[0]?.state;
    expect(await stateOf()).toBe('due');
    await app.cards.decideDispute((await app.disputeOf(orderId))?.id ?? '', outcome);
    await app.deliverEvents();
    expect(await stateOf()).toBe(outcome === 'won' ? 'succeeded' : 'failed');
    const made = await app.deps.cardPayments.listRefunds(intentId);
    expect(made).toHaveLength(outcome === 'won' ? 1 : 0);
    expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  }
});

test.each(['won', 'lost'] as const)(
  'of two chargebacks of an order, the first of them %s, the hold ends with the last',
  async (outcome) => {
    const { orderId, intentId } = await app.paidOrder();
    await app.apply(orderId, 'meet');
    const first = { id: app.newDisputeId(), amountCents: 4_500 };
    const second = { id: app.newDisputeId(), amountCents: 5_500 };
    await app.report(intentId, { ...first, status: 'needs_response' });
    await app.report(intentId, { ...second, status: 'needs_response' });
    await app.report(intentId, { ...first, status: outcome });
    expect((await app.orderOf(orderId))?.chargebackOpenedAt).toBeInstanceOf(Date);
    expect(
      await inTransaction(app.db, (tx) => transitionOrder(tx, orderId, 'accept', app.deps)),
    ).toBe(false);
    await app.report(intentId, { ...second, status: 'won' });
    expect((await app.orderOf(orderId))?.chargebackOpenedAt).toBeNull();
    await app.apply(orderId, 'accept');
    const kept = outcome === 'won' ? 34_500 : 30_000;
    expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: kept - kept / 20 });
  },
);

test('a chargeback lost for a part counts like a refund of that part, and the order goes on', async () => {
  const { orderId, intentId } = await app.paidOrder();
  await app.losePart(intentId, 4_500);
  expect(await app.orderOf(orderId)).toMatchObject({
    state: 'paid',
    refundedCents: 4_500,
    chargebackOpenedAt: null,
  });
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 30_000, seller: 0 });
  expect((await app.kindsOf(orderId)).at(-1)).toBe('order.charged-back');
  await app.apply(orderId, 'meet', 'accept');
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 28_500 });
});

test('parts lost and refunded that reach the price refund the order', async () => {
  const { orderId, intentId } = await app.paidOrder();
  await app.cards.refundInDashboard(intentId, 4_500);
  await app.deliverEvents();
  await app.losePart(intentId, 30_000);
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'refunded', refundedCents: 34_500 });
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
});

test('a chargeback lost for a part reduces the refund that waits for it', async () => {
  const { orderId, intentId } = await app.paidOrder();
  await app.apply(orderId, 'cancelSale');
  await app.losePart(intentId, 4_500);
  const made = await app.deps.cardPayments.listRefunds(intentId);
  expect(made.map(({ amountCents }) => amountCents)).toEqual([30_000]);
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'refunded', chargebackOpenedAt: null });
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
});

test('a whole chargeback after a settlement takes what is due from escrow, and the rest from the seller', async () => {
  const { orderId, intentId } = await app.paidOrder();
  const { fees } = await app.commonMoney();
  await app.apply(orderId, 'meet', 'dispute');
  await inTransaction(app.db, (tx) =>
    transitionOrder(tx, orderId, 'resolveWithRelease', {
      settings: app.settings,
      refundCents: 10_000,
    }),
  );
  const costs = (await app.commonMoney())['provider-fees'];
  await app.losePart(intentId, 34_500);
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'refunded', refundedCents: 34_500 });
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  const after = await app.commonMoney();
  expect([after.fees, after['provider-fees']]).toEqual([fees, costs]);
});

test('escrow accounts of finished orders are empty, and the books balance', async () => {
  const rows = await app.db.select().from(ledgerAccounts).where(like(ledgerAccounts.account, '%'));
  expect(rows.reduce((sum, { balanceCents }) => sum + balanceCents, 0)).toBe(0);
});
