import * as contract from '@redial/contract';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import type { SandboxFaults } from '../../adapters/card-payments/sandbox.ts';
import {
  chargebacks,
  ledgerAccounts,
  orders,
  payments,
  providerReconciliations,
  refunds,
  sandboxBalanceEntries,
} from '../../db/schema/index.ts';
import { CardPaymentsUnavailable } from '../../ports/card-payments.ts';
import { reconcileProvider } from './reconcile-provider.ts';

const price = 345;
let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
let faults: SandboxFaults = () => undefined;

beforeAll(async () => {
  app = await createTestApp({ faults: (call, when) => faults(call, when) });
});
beforeEach(async () => {
  faults = () => undefined;
  app.setNow(undefined);
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
});
afterAll(() => app.close());

/** An order whose card was charged. No webhook is delivered. */
async function chargedOrder(card?: string) {
  const productId = await app.insertProduct(seller);
  const body = { productId, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
  const { token } = buyer;
  const { insertedId: orderId } = unwrap(await app.call(contract.placeOrder, { body, token }));
  const asked = await app.call(contract.createPaymentIntent, { body: { price, orderId }, token });
  const { id: intentId } = await app.pay(unwrap(asked).clientSecret, card);
  return { orderId, intentId };
}
const lastResult = async () => {
  const [row] = await app.db
    .select()
    .from(providerReconciliations)
    .orderBy(desc(providerReconciliations.id))
    .limit(1);
  return row;
};
const balance = async (account: string) => {
  const [row] = await app.db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.account, account));
  return row?.balanceCents ?? 0;
};
/** What the provider's list adds up to. */
async function providerTotal() {
  const { rows } = await app.db.execute<{ cents: number }>(
    sql`select sum(amount_cents - fee_cents)::int as cents
      from sandbox_cards.balance_entries where account_id is null`,
  );
  return rows[0]?.cents ?? 0;
}

test('what no webhook reported is recorded, and the ledger equals the balance at the provider', async () => {
  const paid = await chargedOrder();
  const refunded = await chargedOrder();
  await reconcileProvider(app.deps);
  await app.cards.refundInDashboard(refunded.intentId, 34_500);
  const disputed = await chargedOrder('4000000000000259');
  app.setNow(new Date(Date.now() + 61_000));
  await app.cards.settleDue();
  app.setNow(undefined);
  expect(await reconcileProvider(app.deps)).toBe(0);
  const stateOf = async (id: string) =>
    (await app.db.select().from(orders).where(eq(orders.id, id)))[0]?.state;
  expect(await stateOf(paid.orderId)).toBe('paid');
  expect(await stateOf(refunded.orderId)).toBe('refunded');
  const found = await app.db
    .select()
    .from(chargebacks)
    .where(eq(chargebacks.orderId, disputed.orderId));
  expect(found).toHaveLength(1);
  expect(await balance('provider')).toBe(await providerTotal());
  // Three charges and a dispute.
  expect(await balance('provider-fees')).toBe(3 * 1_031 + 1_500);
  expect((await lastResult())?.figures).toMatchObject({ 'charge.entries': 3 });
});

test('a second run changes nothing', async () => {
  await chargedOrder();
  await reconcileProvider(app.deps);
  const before = await app.db.select().from(ledgerAccounts).orderBy(ledgerAccounts.account);
  expect(await reconcileProvider(app.deps)).toBe(0);
  expect(await app.db.select().from(ledgerAccounts).orderBy(ledgerAccounts.account)).toEqual(
    before,
  );
});

test('charges, transfers and other entries that we did not cause are named', async () => {
  const entry = { createdAt: new Date(), amountCents: 777 };
  await app.db.insert(sandboxBalanceEntries).values([
    { ...entry, id: 'txn_foreign1', kind: 'charge', sourceId: 'pi_000000000000000000000001' },
    { ...entry, id: 'txn_foreign2', kind: 'transfer', sourceId: 'tr_1', amountCents: -5 },
    { ...entry, id: 'txn_foreign3', kind: 'payout', sourceId: 'po_1', amountCents: -6 },
  ]);
  expect(await reconcileProvider(app.deps)).toBe(3);
  expect([...((await lastResult())?.findings ?? [])].sort()).toEqual([
    'charge txn_foreign1 of 777 cents: no payment has this intent',
    'other txn_foreign3 of -6 cents: it is of an unknown kind',
    'transfer txn_foreign2 of -5 cents: no payout has this transfer',
  ]);
  await app.db.delete(sandboxBalanceEntries).where(sql`id like 'txn_foreign%'`);
});

test('a finding is compared again, however long ago, until it is settled', async () => {
  const old = new Date(Date.now() - 20 * 24 * 3600_000);
  const entry = { id: 'txn_old', kind: 'payout', sourceId: 'po_old', amountCents: -6 } as const;
  await app.db.insert(sandboxBalanceEntries).values({ ...entry, createdAt: old });
  await app.db.insert(providerReconciliations).values({
    provider: 'sandbox',
    fromAt: new Date(old.getTime() - 3600_000),
    toAt: new Date(old.getTime() + 3600_000),
    figures: {},
    findings: ['found before'],
  });
  expect(await reconcileProvider(app.deps)).toBe(1);
  expect(await reconcileProvider(app.deps)).toBe(1);
  await app.db.delete(sandboxBalanceEntries).where(eq(sandboxBalanceEntries.id, 'txn_old'));
  expect(await reconcileProvider(app.deps)).toBe(0);
  const { fromAt = old } = (await lastResult()) ?? {};
  await reconcileProvider(app.deps);
  expect((await lastResult())?.fromAt.getTime()).toBeGreaterThan(fromAt.getTime());
});

test('a charge and a refund that the provider does not list are named', async () => {
  const { orderId, intentId } = await chargedOrder();
  await reconcileProvider(app.deps);
  const [payment] = await app.db.select().from(payments).where(eq(payments.orderId, orderId));
  const old = new Date(Date.now() - 5 * 3600_000);
  await app.db.insert(refunds).values({
    id: crypto.randomUUID(),
    orderId,
    paymentId: payment?.id ?? '',
    amountCents: 1,
    state: 'succeeded',
    providerRefundId: 're_lost',
    dedupe: 'lost',
    createdAt: old,
    changedAt: old,
  });
  await app.db
    .update(payments)
    .set({ createdAt: old, changedAt: old })
    .where(eq(payments.orderId, orderId));
  await app.db.delete(sandboxBalanceEntries).where(eq(sandboxBalanceEntries.sourceId, intentId));
  await reconcileProvider(app.deps);
  expect((await lastResult())?.findings).toEqual([
    `charge ${intentId} is recorded, but the provider does not list it`,
    'refund re_lost is recorded, but the provider does not list it',
  ]);
});

test('money that the operator pays in is recorded once', async () => {
  await reconcileProvider(app.deps);
  const before = await balance('operator');
  const entry = { id: 'txn_topup', kind: 'top-up', amountCents: 5_000 } as const;
  await app.db.insert(sandboxBalanceEntries).values({ ...entry, createdAt: new Date() });
  await reconcileProvider(app.deps);
  await reconcileProvider(app.deps);
  expect(await balance('operator')).toBe(before - 5_000);
});

test('nothing is stored while the provider is down, and the next run covers the period', async () => {
  await chargedOrder();
  const before = await lastResult();
  faults = (call) => {
    if (call === 'listBalanceEntries') throw new CardPaymentsUnavailable('down');
  };
  await expect(reconcileProvider(app.deps)).rejects.toThrow(CardPaymentsUnavailable);
  expect(await lastResult()).toEqual(before);
  faults = () => undefined;
  await reconcileProvider(app.deps);
  expect((await lastResult())?.id).not.toBe(before?.id);
});
