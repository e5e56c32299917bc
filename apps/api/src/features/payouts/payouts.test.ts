import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resultCode, unwrap } from '../../../test/test-app.ts';
import { ledgerInvariants, orders, payments, payouts } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { issueToken } from '../../platform/tokens.ts';
import { postTransaction, sellerAccountOf } from '../ledger/index.ts';
import { advancePayouts } from './advance-payouts.ts';
import { createPayoutsFixture, numbers, type PayoutsFixture } from './payouts.fixture.ts';

let app: PayoutsFixture;

beforeAll(async () => {
  app = await createPayoutsFixture();
});
beforeEach(() => app.reset());
afterAll(() => app.close());

test('the balance is paid out whole, and the ledger follows the money', async () => {
  const before = await app.ledger('provider');
  await app.ready(12_345);
  const { insertedId } = unwrap(await app.ask());
  expect(await app.balance()).toMatchObject({ available: 0, inFlight: 123.45 });
  await app.runJobs();
  expect(await app.rowOf(insertedId)).toMatchObject({ state: 'paying' });
  await app.settle(2);
  expect(await app.rowOf(insertedId)).toMatchObject({ state: 'settled', failureCode: null });
  const { inFlight, payouts: listed, history } = await app.balance();
  expect([inFlight, listed[0]?.state, listed[0]?.amount]).toEqual([0, 'settled', 123.45]);
  expect(history.map(({ type, amount }) => [type, amount])).toEqual([
    ['payout', -123.45],
    ['release', 123.45],
  ]);
  expect([await app.ledger('payouts'), await app.ledger('provider')]).toEqual([0, before]);
});

test('part of the balance is paid out', async () => {
  await app.ready(10_000);
  unwrap(await app.ask(40.5));
  expect(await app.balance()).toMatchObject({ available: 59.5, inFlight: 40.5 });
});

test('a double click, or two tabs, pay out once', async () => {
  await app.ready(10_000);
  const results = await Promise.all([app.ask(30), app.ask(30), app.ask(30), app.ask(30)]);
  const ids = results.map((result) => unwrap(result).insertedId);
  expect(new Set(ids).size).toBe(1);
  expect(await app.balance()).toMatchObject({ available: 70, inFlight: 30 });
  expect(resultCode(await app.ask(31))).toBe('payout.in-progress');
  expect(unwrap(await app.ask(30)).insertedId).toBe(ids[0]);
});

test('two tabs that ask for different parts at once get one payout', async () => {
  await app.ready(10_000);
  const codes = (await Promise.all([app.ask(60), app.ask(70)])).map(resultCode).sort();
  expect(codes).toEqual(['ok', 'payout.in-progress']);
});

test.each([
  [100.01, 'payout.exceeds-balance'],
  [0.99, 'payout.too-small'],
  [1.001, 'payout.too-small'],
  [0, 'payout.too-small'],
])('a payout of %s of 100 dollars is refused with %s', async (amount, code) => {
  await app.ready(10_000);
  expect(resultCode(await app.ask(amount))).toBe(code);
  expect(await app.balance()).toMatchObject({ available: 100, inFlight: 0, payouts: [] });
});

test('nothing is paid out while the books are checked, also what was requested before', async () => {
  await app.ready(10_000);
  const { insertedId } = unwrap(await app.ask(10));
  const violated = { holds: false, figures: {}, checkedAt: new Date(), violatedAt: new Date() };
  await app.db.insert(ledgerInvariants).values({ name: 'test', ...violated });
  await app.runJobs();
  expect(await app.rowOf(insertedId)).toMatchObject({ state: 'requested' });
  expect((await app.balance()).suspended).toBe(true);
  const other = await app.insertUser('seller');
  await app.earn(500, other);
  await app.setUp(numbers.good, other);
  expect(resultCode(await app.ask(5, other))).toBe('payout.suspended');
  await app.db.delete(ledgerInvariants);
  await advancePayouts(app.deps, 0);
  expect(await app.rowOf(insertedId)).toMatchObject({ state: 'paying' });
});

test('the share of a sale with an open chargeback waits', async () => {
  await app.ready(50_000);
  const buyer = await app.insertUser('buyer');
  const productId = await app.insertProduct(app.seller);
  const [orderId, paymentId] = [newId(), newId()];
  await app.db.transaction(async (tx) => {
    await tx.insert(orders).values({
      id: orderId,
      productId,
      sellerId: app.seller.id,
      buyerId: buyer.id,
      productName: 'iPhone 13',
      imageUrl: '/x.jpg',
      priceCents: 34_500,
      feeBasisPoints: 500,
      phone: '+33 6 12 34 56 78',
      location: 'Lyon',
      state: 'completed',
      paidPaymentId: paymentId,
      chargebackOpenedAt: new Date(),
      expiresAt: new Date(),
    });
    await tx.insert(payments).values({
      id: paymentId,
      orderId,
      provider: 'sandbox',
      buyerId: buyer.id,
      amountCents: 34_500,
      state: 'succeeded',
    });
  });
  expect(await app.balance()).toMatchObject({ available: 500, onHold: 327.75 });
  expect(resultCode(await app.ask(172.26))).toBe('payout.exceeds-balance');
  expect(resultCode(await app.ask(172.25))).toBe('ok');
});

test('a balance is read in one snapshot', async () => {
  await app.ready(10_000);
  const reading = await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table payouts in access exclusive mode`);
    const read = app.balance();
    const isWaiting = async () =>
      (
        await app.db.execute(
          sql`select 1 from pg_locks where relation = 'payouts'::regclass and not granted`,
        )
      ).rows.length > 0;
    while (!(await isWaiting())) await sleep(5);
    // The money leaves the balance after its first part was read.
    const id = newId();
    await tx.insert(payouts).values({
      id,
      userId: app.seller.id,
      provider: 'sandbox',
      accountId: 'acct_1',
      amountCents: 10_000,
    });
    await postTransaction(tx, {
      type: 'payout',
      key: `payout:${id}`,
      amounts: { [sellerAccountOf(app.seller.id)]: 10_000, payouts: -10_000 },
    });
    return [read];
  });
  expect(await reading[0]).toMatchObject({ available: 100, inFlight: 0, payouts: [] });
  expect(await app.balance()).toMatchObject({ available: 0, inFlight: 100 });
});

test('wrong details are answered, and the accepted ones stay in force', async () => {
  expect(
    unwrap(await app.call(contract.getPayoutAccount, { token: app.seller.token })),
  ).toMatchObject({
    status: 'none',
  });
  await app.ready(10_000);
  const wrong = unwrap(await app.setUp('1234'));
  expect(wrong).toMatchObject({
    status: 'details-needed',
    requirements: ['This is a sandbox that takes test account numbers only: use 000123456789.'],
  });
  const stored = unwrap(await app.call(contract.getPayoutAccount, { token: app.seller.token }));
  expect(stored).toMatchObject({ status: 'enabled', last4: '6789' });
  expect(resultCode(await app.ask(10))).toBe('ok');
});

test('an account that is verified late is enabled when the provider says so', async () => {
  await app.earn(10_000);
  expect(unwrap(await app.setUp('000555555559')).status).toBe('pending');
  expect(resultCode(await app.ask())).toBe('payout-account.not-enabled');
  app.setNow(new Date(Date.now() + 61_000));
  await app.cards.settleDue();
  app.setNow(undefined);
  const stored = unwrap(await app.call(contract.getPayoutAccount, { token: app.seller.token }));
  expect(stored.status).toBe('enabled');
});

test('a token without a fresh sign-in cannot change the bank account', async () => {
  const authTime = Math.floor(Date.now() / 1000) - 16 * 60;
  const token = await issueToken(app.deps, { ...app.seller, authTime });
  expect(resultCode(await app.setUp(numbers.good, { ...app.seller, token }))).toBe(
    'session.step-up-required',
  );
});
