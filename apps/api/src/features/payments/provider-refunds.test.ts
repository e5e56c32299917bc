import { getReceipt } from '@redial/contract';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findViolations } from '../../../test/security/invariants.ts';
import { unwrap } from '../../../test/test-app.ts';
import { ledgerAccounts, payments, products, refunds } from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { postPayoutSettled, postProviderFee, postTransaction } from '../ledger/index.ts';
import { transitionOrder } from '../orders/index.ts';
import { requestRefund } from '../refunds/index.ts';
import { cards, createProviderFixture, type ProviderFixture } from './provider-changes.fixture.ts';
import { syncPayment } from './sync-payment.ts';
import { syncRefunds } from './sync-refunds.ts';

let app: ProviderFixture;

beforeAll(async () => {
  app = await createProviderFixture();
});
beforeEach(() => app.reset());
afterAll(() => app.close());

test('a refund of the whole price in the dashboard refunds the order', async () => {
  const before = await app.commonMoney();
  const { orderId, productId, intentId } = await app.paidOrder();
  await app.cards.refundInDashboard(intentId, 34_500);
  await app.deliverEvents();
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'refunded', refundedCents: 34_500 });
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  expect(await app.commonMoney()).toEqual(before);
  const [product] = await app.db.select().from(products).where(eq(products.id, productId));
  expect(product).toMatchObject({ isPaid: false });
  expect(await app.kindsOf(orderId)).toContain('order.refunded-at-provider');
});

test('a refund of a part in the dashboard leaves the rest to the seller', async () => {
  const { orderId, intentId } = await app.paidOrder();
  await app.cards.refundInDashboard(intentId, 4_500);
  await app.deliverEvents();
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'paid', refundedCents: 4_500 });
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 30_000, seller: 0 });
  const kinds = await app.kindsOf(orderId);
  expect(kinds.filter((kind) => kind === 'order.refunded-at-provider')).toHaveLength(1);
  const receipt = await app.call(getReceipt, {
    params: { id: orderId },
    token: (await app.insertUser('admin')).token,
  });
  expect(unwrap(receipt)).toMatchObject({ price: 345, refunded: 45 });
  await app.apply(orderId, 'meet', 'accept');
  expect((await app.moneyOf(orderId)).escrow).toBe(0);
});

test('a refund in the dashboard that is reported before its payment belongs to the order', async () => {
  for (const [cents, state] of [
    [4_500, 'paid'],
    [34_500, 'refunded'],
  ] as const) {
    const { orderId, intentId } = await app.confirmedOrder();
    await app.cards.refundInDashboard(intentId, cents);
    await syncRefunds(app.deps, intentId);
    await app.deliverEvents();
    expect(await app.orderOf(orderId)).toMatchObject({ state, refundedCents: cents });
    expect(await app.moneyOf(orderId)).toEqual({ escrow: 34_500 - cents, seller: 0 });
  }
});

test('what was refunded in the dashboard is not refunded again', async () => {
  const { orderId, intentId } = await app.paidOrder();
  await app.cards.refundInDashboard(intentId, 4_500);
  await app.deliverEvents();
  await app.apply(orderId, 'cancelSale');
  await app.runJobs('dispatch-outbox');
  await app.deliverEvents();
  const made = await app.deps.cardPayments.listRefunds(intentId);
  expect(made.map(({ amountCents }) => amountCents).sort()).toEqual([30_000, 4_500]);
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
});

test('a refund in the dashboard after the release is taken from the seller, with the fee', async () => {
  const { orderId, intentId } = await app.paidOrder();
  await app.apply(orderId, 'meet', 'accept');
  const released = await app.moneyOf(orderId);
  const { fees } = await app.commonMoney();
  await app.cards.refundInDashboard(intentId, 34_500);
  await app.deliverEvents();
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'refunded' });
  const after = await app.moneyOf(orderId);
  expect(after).toEqual({ escrow: 0, seller: 0 });
  const feeBack = (await app.commonMoney()).fees - fees;
  expect(released.seller + feeBack).toBe(34_500);
});

test('a refund that fails later is owed to the buyer again', async () => {
  const { orderId } = await app.paidOrder(cards.refundFails);
  await app.apply(orderId, 'cancelSale');
  await app.runJobs('dispatch-outbox');
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  await app.advanceProvider();
  const [refund] = await app.db.select().from(refunds).where(eq(refunds.orderId, orderId));
  expect(refund).toMatchObject({ state: 'failed' });
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 34_500, seller: 0 });
  expect((await app.kindsOf(orderId)).filter((kind) => kind === 'refund.failed')).toHaveLength(1);
  expect(await findViolations(app.db)).toEqual([]);
});

test.each([34_500, 4_500])(
  'of a payment that came too late, what %i cents in the dashboard leave is refunded',
  async (cents) => {
    const before = await app.commonMoney();
    const { orderId, intentId } = await app.confirmedOrder();
    await app.apply(orderId, 'expire');
    const intent = await app.deps.cardPayments.retrieveIntent(intentId);
    expect(intent && (await syncPayment(app.deps, intent))).toBe('refunding');
    await app.cards.refundInDashboard(intentId, cents);
    await app.runJobs('dispatch-outbox');
    await app.deliverEvents();
    const made = await app.deps.cardPayments.listRefunds(intentId);
    expect(made.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(34_500);
    const [payment] = await app.db.select().from(payments).where(eq(payments.orderId, orderId));
    expect(payment).toMatchObject({ state: 'refunded' });
    expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
    expect(await app.commonMoney()).toEqual(before);
  },
);

test('a refund that is submitted after the release is taken from the seller and the fee', async () => {
  const { orderId, intentId } = await app.paidOrder();
  const { fees } = await app.commonMoney();
  await app.apply(orderId, 'meet', 'accept');
  const order = await app.orderOf(orderId);
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
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 23_275 });
  expect((await app.commonMoney()).fees).toBe(fees - 1_225);
});

test('a refund in the dashboard after a settlement leaves in escrow what is due', async () => {
  const { orderId, intentId } = await app.paidOrder();
  await app.apply(orderId, 'meet', 'dispute');
  await inTransaction(app.db, (tx) =>
    transitionOrder(tx, orderId, 'resolveWithRelease', {
      settings: app.settings,
      refundCents: 2_500,
    }),
  );
  await app.cards.refundInDashboard(intentId, 2_000);
  await syncRefunds(app.deps, intentId);
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 2_500, seller: 28_500 });
  await app.runJobs('dispatch-outbox');
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 28_500 });
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'completed', refundedCents: 4_500 });
});

test('a refund of the whole price in the dashboard replaces one that is due', async () => {
  const { orderId, intentId } = await app.paidOrder();
  await app.apply(orderId, 'meet', 'dispute');
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
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
  await app.runJobs('dispatch-outbox');
  expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: 0 });
});

test('what was refunded in the dashboard is part of a settlement', async () => {
  for (const [decided, made, kept] of [
    [10_000, [4_500, 5_500], 24_500],
    [2_000, [4_500], 30_000],
    [0, [4_500], 30_000],
  ] as const) {
    app.seller = await app.insertUser('seller');
    const { orderId, intentId } = await app.paidOrder();
    await app.apply(orderId, 'meet', 'dispute');
    await app.cards.refundInDashboard(intentId, 4_500);
    await app.deliverEvents();
    await inTransaction(app.db, (tx) =>
      transitionOrder(tx, orderId, 'resolveWithRelease', {
        settings: app.settings,
        refundCents: decided,
      }),
    );
    await app.runJobs('dispatch-outbox');
    const refunded = await app.deps.cardPayments.listRefunds(intentId);
    expect(refunded.map(({ amountCents }) => amountCents).sort()).toEqual(made);
    expect(await app.moneyOf(orderId)).toEqual({ escrow: 0, seller: kept - kept / 20 });
  }
});

test('a payout that settles after a chargeback took the funds is recorded, at the operator’s cost', async () => {
  const { db } = app;
  const total = await app.balance('provider');
  await inTransaction(db, async (tx) => {
    await postTransaction(tx, {
      type: 'capture',
      key: 'capture:test',
      amounts: { provider: 100, [`seller:${app.seller.id}`]: -100 },
    });
    await postTransaction(tx, {
      type: 'payout',
      key: 'payout:test',
      amounts: { [`seller:${app.seller.id}`]: 100, payouts: -100 },
    });
    await postProviderFee(tx, { key: 'fee:test', cents: total + 60 });
  });
  const { operator } = await app.commonMoney();
  await inTransaction(db, (tx) => postPayoutSettled(tx, { payoutId: 'test', cents: 100 }));
  const after = await app.commonMoney();
  expect([after.provider, after.operator]).toEqual([0, operator - 60]);
});

test('escrow accounts of finished orders are empty, and the books balance', async () => {
  const rows = await app.db.select().from(ledgerAccounts).where(like(ledgerAccounts.account, '%'));
  expect(rows.reduce((sum, { balanceCents }) => sum + balanceCents, 0)).toBe(0);
});
