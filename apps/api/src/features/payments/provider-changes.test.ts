import * as contract from '@redial/contract';
import { desc, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postWebhook } from '../../../test/security/fixtures.ts';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import {
  chargebacks,
  ledgerAccounts,
  orderEvents,
  orders,
  products,
  refunds,
  sandboxEvents,
} from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { postPayoutSettled, postProviderFee, postTransaction } from '../ledger/index.ts';
import { transitionOrder } from '../orders/index.ts';
import { requestRefund } from '../refunds/index.ts';
import { syncRefunds } from './sync-refunds.ts';

const cards = {
  good: '4242424242424242',
  disputed: '4000000000000259',
  refundFails: '4000000000005126',
};
const price = 345;

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  app.setNow(undefined);
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
});
afterAll(() => app.close());

/** Posts all events that the provider has enqueued, each of them twice. */
async function deliverEvents() {
  const events = await app.db.delete(sandboxEvents).returning();
  for (const { payload } of events) {
    for (let time = 0; time < 2; time++) {
      const { statusCode } = await postWebhook(app, payload, { at: app.deps.clock.now() });
      expect(statusCode).toBe(200);
    }
  }
  await app.runJobs();
}

async function paidOrder(number = cards.good) {
  const productId = await app.insertProduct(seller);
  const body = { productId, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
  const { insertedId: orderId } = unwrap(
    await app.call(contract.placeOrder, { body, token: buyer.token }),
  );
  const { clientSecret } = unwrap(
    await app.call(contract.createPaymentIntent, {
      body: { price, orderId },
      token: buyer.token,
    }),
  );
  const { id: intentId } = await app.pay(clientSecret, number);
  await deliverEvents();
  expect((await orderOf(orderId))?.state).toBe('paid');
  return { orderId, productId, intentId };
}
const apply = (orderId: string, ...transitions: Parameters<typeof transitionOrder>[2][]) =>
  inTransaction(app.db, async (tx) => {
    for (const transition of transitions)
      expect(await transitionOrder(tx, orderId, transition, app.deps)).toBe(true);
  });
const orderOf = async (id: string) => {
  const [order] = await app.db.select().from(orders).where(eq(orders.id, id));
  return order;
};
const balance = async (account: string) => {
  const [row] = await app.db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.account, account));
  return row?.balanceCents ?? 0;
};
const moneyOf = async (orderId: string) => ({
  escrow: 0 - (await balance(`escrow:${orderId}`)),
  seller: 0 - (await balance(`seller:${seller.id}`)),
});
/** Everything that is not about one order or seller. */
async function commonMoney() {
  const names = ['provider', 'fees', 'chargebacks', 'provider-fees', 'operator'] as const;
  const values = await Promise.all(names.map(balance));
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? 0])) as Record<
    (typeof names)[number],
    number
  >;
}
async function advanceProvider() {
  app.setNow(new Date(app.deps.clock.now().getTime() + 61_000));
  await app.cards.settleDue();
  await deliverEvents();
}
async function openDispute() {
  const order = await paidOrder(cards.disputed);
  return order;
}
const disputeOf = async (orderId: string) => {
  const [row] = await app.db
    .select()
    .from(chargebacks)
    .where(eq(chargebacks.orderId, orderId))
    .orderBy(desc(chargebacks.openedAt));
  return row;
};
const kindsOf = async (orderId: string) =>
  (
    await app.db
      .select({ kind: orderEvents.kind })
      .from(orderEvents)
      .where(eq(orderEvents.orderId, orderId))
      .orderBy(orderEvents.id)
  ).map(({ kind }) => kind);

test('a refund of the whole price in the dashboard refunds the order', async () => {
  const before = await commonMoney();
  const { orderId, productId, intentId } = await paidOrder();
  await app.cards.refundInDashboard(intentId, 34_500);
  await deliverEvents();
  expect(await orderOf(orderId)).toMatchObject({ state: 'refunded', refundedCents: 34_500 });
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  expect(await commonMoney()).toEqual(before);
  const [product] = await app.db.select().from(products).where(eq(products.id, productId));
  expect(product).toMatchObject({ isPaid: false });
  expect(await kindsOf(orderId)).toContain('order.refunded-at-provider');
});

test('a refund of a part in the dashboard leaves the rest to the seller', async () => {
  const { orderId, intentId } = await paidOrder();
  await app.cards.refundInDashboard(intentId, 4_500);
  await deliverEvents();
  expect(await orderOf(orderId)).toMatchObject({ state: 'paid', refundedCents: 4_500 });
  expect(await moneyOf(orderId)).toEqual({ escrow: 30_000, seller: 0 });
  await apply(orderId, 'meet', 'accept');
  expect((await moneyOf(orderId)).escrow).toBe(0);
});

test('what was refunded in the dashboard is not refunded again', async () => {
  const { orderId, intentId } = await paidOrder();
  await app.cards.refundInDashboard(intentId, 4_500);
  await deliverEvents();
  await apply(orderId, 'cancelSale');
  await app.runJobs('dispatch-outbox');
  await deliverEvents();
  const made = await app.deps.cardPayments.listRefunds(intentId);
  expect(made.map(({ amountCents }) => amountCents).sort()).toEqual([30_000, 4_500]);
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
});

test('a refund in the dashboard after the release is taken from the seller, with the fee', async () => {
  const { orderId, intentId } = await paidOrder();
  await apply(orderId, 'meet', 'accept');
  const released = await moneyOf(orderId);
  const { fees } = await commonMoney();
  await app.cards.refundInDashboard(intentId, 34_500);
  await deliverEvents();
  expect(await orderOf(orderId)).toMatchObject({ state: 'refunded' });
  const after = await moneyOf(orderId);
  expect(after).toEqual({ escrow: 0, seller: 0 });
  const feeBack = (await commonMoney()).fees - fees;
  expect(released.seller + feeBack).toBe(34_500);
});

test('a refund that fails later is owed to the buyer again', async () => {
  const { orderId } = await paidOrder(cards.refundFails);
  await apply(orderId, 'cancelSale');
  await app.runJobs('dispatch-outbox');
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  await advanceProvider();
  const [refund] = await app.db.select().from(refunds).where(eq(refunds.orderId, orderId));
  expect(refund).toMatchObject({ state: 'failed' });
  expect(await moneyOf(orderId)).toEqual({ escrow: 34_500, seller: 0 });
  expect((await kindsOf(orderId)).filter((kind) => kind === 'refund.failed')).toHaveLength(1);
});

test('a chargeback holds the money until it is won', async () => {
  const { orderId } = await openDispute();
  await apply(orderId, 'meet');
  const before = await commonMoney();
  await advanceProvider();
  const dispute = await disputeOf(orderId);
  expect(dispute).toMatchObject({ state: 'open', reason: 'fraudulent', amountCents: 34_500 });
  expect((await orderOf(orderId))?.chargebackOpenedAt).toBeInstanceOf(Date);
  const release = inTransaction(app.db, (tx) => transitionOrder(tx, orderId, 'accept', app.deps));
  expect(await release).toBe(false);
  expect((await commonMoney()).chargebacks).toBe(before.chargebacks + 34_500);
  await app.cards.decideDispute(dispute?.id ?? '', 'won');
  await deliverEvents();
  expect(await disputeOf(orderId)).toMatchObject({ state: 'won' });
  expect(await orderOf(orderId)).toMatchObject({ state: 'delivered', chargebackOpenedAt: null });
  const after = await commonMoney();
  expect(after.chargebacks).toBe(before.chargebacks);
  // The provider keeps its fee for the dispute.
  expect(after['provider-fees']).toBe(before['provider-fees'] + 1_500);
  expect(after.provider - after.operator - before.provider + before.operator).toBe(-1_500 + 0);
  await apply(orderId, 'accept');
});

test('a lost chargeback refunds the order from what is held', async () => {
  const { orderId } = await openDispute();
  await advanceProvider();
  await app.cards.decideDispute((await disputeOf(orderId))?.id ?? '', 'lost');
  await deliverEvents();
  expect(await orderOf(orderId)).toMatchObject({ state: 'refunded', chargebackOpenedAt: null });
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  const made = await app.db.select().from(refunds).where(eq(refunds.orderId, orderId));
  expect(made).toEqual([]);
});

test('a lost chargeback after the release is taken from the seller, with the fee', async () => {
  const { orderId } = await openDispute();
  await apply(orderId, 'meet', 'accept');
  const { fees } = await commonMoney();
  const released = await moneyOf(orderId);
  await advanceProvider();
  await app.cards.decideDispute((await disputeOf(orderId))?.id ?? '', 'lost');
  await deliverEvents();
  expect(await orderOf(orderId)).toMatchObject({ state: 'refunded' });
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  expect((await commonMoney()).fees - fees + released.seller).toBe(34_500);
});

test('a chargeback after a refund is contested with the refund, and the operator bears a loss', async () => {
  const { orderId } = await openDispute();
  await apply(orderId, 'cancelSale');
  await app.runJobs('dispatch-outbox');
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  await advanceProvider();
  const dispute = await disputeOf(orderId);
  const { rows } = await app.db.execute<{ evidence: string; status: string }>(
    sql`select evidence, status from sandbox_cards.disputes where id = ${dispute?.id}`,
  );
  expect(rows[0]?.status).toBe('under_review');
  expect(rows[0]?.evidence).toMatch(
    /^The buyer was refunded before this dispute: re_\w+ \(.+Z\)\.$/,
  );
  const before = await commonMoney();
  await app.cards.decideDispute(dispute?.id ?? '', 'lost');
  await deliverEvents();
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  const after = await commonMoney();
  expect(after['provider-fees'] - before['provider-fees']).toBe(34_500);
});

test('a refund that is due waits for the chargeback: won, it is made; lost, it is dropped', async () => {
  for (const outcome of ['won', 'lost'] as const) {
    const { orderId, intentId } = await openDispute();
    await apply(orderId, 'cancelSale');
    // The bank is faster than the job that makes the refund.
    app.setNow(new Date(app.deps.clock.now().getTime() + 61_000));
    await app.cards.settleDue();
    await deliverEvents();
    const stateOf = async () =>
      (await app.db.select().from(refunds).where(eq(refunds.orderId, orderId)))[0]?.state;
    expect(await stateOf()).toBe('due');
    await app.cards.decideDispute((await disputeOf(orderId))?.id ?? '', outcome);
    await deliverEvents();
    expect(await stateOf()).toBe(outcome === 'won' ? 'succeeded' : 'failed');
    const made = await app.deps.cardPayments.listRefunds(intentId);
    expect(made).toHaveLength(outcome === 'won' ? 1 : 0);
    expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  }
});

/** Reports a chargeback as the provider does. The sandbox has one at a time for an intent. */
async function report(
  intentId: string,
  { id, amountCents, status }: { id: string; amountCents: number; status: string },
) {
  await app.db.execute(sql`delete from sandbox_cards.disputes where intent_id = ${intentId}`);
  await app.db.execute(sql`
    insert into sandbox_cards.disputes
      (id, intent_id, amount_cents, fee_cents, status, reason, evidence_due_at, created_at)
    values (${id}, ${intentId}, ${amountCents}, 0, ${status}, 'fraudulent',
      now() + interval '7 days', now())`);
  const event = {
    id: `evt_${id}_${status}`,
    type: 'charge.dispute.updated',
    data: { object: { object: 'dispute', id, payment_intent: intentId } },
  };
  const { statusCode } = await postWebhook(app, event, { at: app.deps.clock.now() });
  expect(statusCode).toBe(200);
}

const newDisputeId = () => `dp_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;

/** The bank opens a chargeback of a part of the price, and decides it for the buyer. */
async function losePart(intentId: string, amountCents: number) {
  const id = newDisputeId();
  await report(intentId, { id, amountCents, status: 'needs_response' });
  await app.cards.decideDispute(id, 'lost');
  await deliverEvents();
}

test.each(['won', 'lost'] as const)(
  'of two chargebacks of an order, the first of them %s, the hold ends with the last',
  async (outcome) => {
    const { orderId, intentId } = await paidOrder();
    await apply(orderId, 'meet');
    const first = { id: newDisputeId(), amountCents: 4_500 };
    const second = { id: newDisputeId(), amountCents: 5_500 };
    await report(intentId, { ...first, status: 'needs_response' });
    await report(intentId, { ...second, status: 'needs_response' });
    await report(intentId, { ...first, status: outcome });
    expect((await orderOf(orderId))?.chargebackOpenedAt).toBeInstanceOf(Date);
    expect(
      await inTransaction(app.db, (tx) => transitionOrder(tx, orderId, 'accept', app.deps)),
    ).toBe(false);
    await report(intentId, { ...second, status: 'won' });
    expect((await orderOf(orderId))?.chargebackOpenedAt).toBeNull();
    await apply(orderId, 'accept');
    const kept = outcome === 'won' ? 34_500 : 30_000;
    expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: kept - kept / 20 });
  },
);

test('a chargeback lost for a part counts like a refund of that part, and the order goes on', async () => {
  const { orderId, intentId } = await paidOrder();
  await losePart(intentId, 4_500);
  expect(await orderOf(orderId)).toMatchObject({
    state: 'paid',
    refundedCents: 4_500,
    chargebackOpenedAt: null,
  });
  expect(await moneyOf(orderId)).toEqual({ escrow: 30_000, seller: 0 });
  expect((await kindsOf(orderId)).at(-1)).toBe('order.charged-back');
  await apply(orderId, 'meet', 'accept');
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 28_500 });
});

test('parts lost and refunded that reach the price refund the order', async () => {
  const { orderId, intentId } = await paidOrder();
  await app.cards.refundInDashboard(intentId, 4_500);
  await deliverEvents();
  await losePart(intentId, 30_000);
  expect(await orderOf(orderId)).toMatchObject({ state: 'refunded', refundedCents: 34_500 });
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
});

test('a chargeback lost for a part reduces the refund that waits for it', async () => {
  const { orderId, intentId } = await paidOrder();
  await apply(orderId, 'cancelSale');
  await losePart(intentId, 4_500);
  const made = await app.deps.cardPayments.listRefunds(intentId);
  expect(made.map(({ amountCents }) => amountCents)).toEqual([30_000]);
  expect(await orderOf(orderId)).toMatchObject({ state: 'refunded', chargebackOpenedAt: null });
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
});

test('a whole chargeback after a settlement takes what is due from escrow, and the rest from the seller', async () => {
  const { orderId, intentId } = await paidOrder();
  const { fees } = await commonMoney();
  await apply(orderId, 'meet', 'dispute');
  await inTransaction(app.db, (tx) =>
    transitionOrder(tx, orderId, 'resolveWithRelease', {
      settings: app.settings,
      refundCents: 10_000,
    }),
  );
  const costs = (await commonMoney())['provider-fees'];
  await losePart(intentId, 34_500);
  expect(await orderOf(orderId)).toMatchObject({ state: 'refunded', refundedCents: 34_500 });
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  const after = await commonMoney();
  expect([after.fees, after['provider-fees']]).toEqual([fees, costs]);
});

test('a refund that is submitted after the release is taken from the seller and the fee', async () => {
  const { orderId, intentId } = await paidOrder();
  const { fees } = await commonMoney();
  await apply(orderId, 'meet', 'accept');
  const order = await orderOf(orderId);
  await inTransaction(app.db, (tx) =>
    requestRefund(tx, {
      orderId,
      paymentId: order?.paidPaymentId ?? '',
      amountCents: 10_000,
      dedupe: `late:${orderId}`,
    }),
  );
  await app.runJobs('dispatch-outbox');
  expect(await app.deps.cardPayments.listRefunds(intentId)).toHaveLength(1);
  // 245 dollars less 5 percent.
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 23_275 });
  expect((await commonMoney()).fees).toBe(fees - 1_225);
});

test('a refund in the dashboard after a settlement leaves in escrow what is due', async () => {
  const { orderId, intentId } = await paidOrder();
  await apply(orderId, 'meet', 'dispute');
  await inTransaction(app.db, (tx) =>
    transitionOrder(tx, orderId, 'resolveWithRelease', {
      settings: app.settings,
      refundCents: 2_500,
    }),
  );
  await app.cards.refundInDashboard(intentId, 2_000);
  await syncRefunds(app.deps, intentId);
  expect(await moneyOf(orderId)).toEqual({ escrow: 2_500, seller: 28_500 });
  await app.runJobs('dispatch-outbox');
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 28_500 });
  expect(await orderOf(orderId)).toMatchObject({ state: 'completed', refundedCents: 4_500 });
});

test('a refund of the whole price in the dashboard replaces one that is due', async () => {
  const { orderId, intentId } = await paidOrder();
  await apply(orderId, 'meet', 'dispute');
  await inTransaction(app.db, (tx) =>
    transitionOrder(tx, orderId, 'resolveWithRelease', {
      settings: app.settings,
      refundCents: 2_500,
    }),
  );
  await app.cards.refundInDashboard(intentId, 34_500);
  await syncRefunds(app.deps, intentId);
  const made = await app.db.select().from(refunds).where(eq(refunds.orderId, orderId));
  expect(made.filter(({ state }) => state === 'due')).toEqual([]);
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  await app.runJobs('dispatch-outbox');
  expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
});

test('what was refunded in the dashboard is part of a settlement', async () => {
  for (const [decided, made, kept] of [
    [10_000, [4_500, 5_500], 24_500],
    [2_000, [4_500], 30_000],
    [0, [4_500], 30_000],
  ] as const) {
    seller = await app.insertUser('seller');
    const { orderId, intentId } = await paidOrder();
    await apply(orderId, 'meet', 'dispute');
    await app.cards.refundInDashboard(intentId, 4_500);
    await deliverEvents();
    await inTransaction(app.db, (tx) =>
      transitionOrder(tx, orderId, 'resolveWithRelease', {
        settings: app.settings,
        refundCents: decided,
      }),
    );
    await app.runJobs('dispatch-outbox');
    const refunded = await app.deps.cardPayments.listRefunds(intentId);
    expect(refunded.map(({ amountCents }) => amountCents).sort()).toEqual(made);
    expect(await moneyOf(orderId)).toEqual({ escrow: 0, seller: kept - kept / 20 });
  }
});

test('a payout that settles after a chargeback took the funds is recorded, at the operator’s cost', async () => {
  const { db } = app;
  const total = await balance('provider');
  await inTransaction(db, async (tx) => {
    await postTransaction(tx, {
      type: 'capture',
      key: 'capture:test',
      amounts: { provider: 100, [`seller:${seller.id}`]: -100 },
    });
    await postTransaction(tx, {
      type: 'payout',
      key: 'payout:test',
      amounts: { [`seller:${seller.id}`]: 100, payouts: -100 },
    });
    await postProviderFee(tx, { key: 'fee:test', cents: total + 60 });
  });
  const { operator } = await commonMoney();
  await inTransaction(db, (tx) => postPayoutSettled(tx, { payoutId: 'test', cents: 100 }));
  const after = await commonMoney();
  expect([after.provider, after.operator]).toEqual([0, operator - 60]);
});

test('escrow accounts of finished orders are empty, and the books balance', async () => {
  const rows = await app.db.select().from(ledgerAccounts).where(like(ledgerAccounts.account, '%'));
  expect(rows.reduce((sum, { balanceCents }) => sum + balanceCents, 0)).toBe(0);
});
