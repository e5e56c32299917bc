import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import type { SandboxFaults } from '../../adapters/card-payments/sandbox.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerInvariants,
  ledgerTransactions,
  orders,
  payments,
  payouts,
} from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { issueToken } from '../../platform/tokens.ts';
import { PayoutsUnavailable } from '../../ports/payouts.ts';
import { postTransaction, sellerAccountOf } from '../ledger/index.ts';
import { advancePayouts } from './advance-payouts.ts';
import { refreshPayoutAccount } from './payout-account.ts';

const numbers = { good: '000123456789', none: '000111111116', closed: '000111111113' };

let app: TestApp;
let seller: TestUser;
let faults: SandboxFaults = () => undefined;
/** How far the provider's clock is ahead. */
let passedMs = 0;

beforeAll(async () => {
  app = await createTestApp({ faults: (call, when) => faults(call, when) });
});
beforeEach(async () => {
  faults = () => undefined;
  passedMs = 0;
  app.setNow(undefined);
  seller = await app.insertUser('seller');
});
afterAll(() => app.close());

/** Gives a seller a balance, as the release of a sale does. */
const earn = (cents: number, who = seller) =>
  app.db.transaction((tx) =>
    postTransaction(tx, {
      type: 'release',
      key: `release:${crypto.randomUUID()}`,
      amounts: { provider: cents, [sellerAccountOf(who.id)]: -cents },
    }),
  );
/** The buyers' money at the provider. */
const fillProvider = () =>
  app.db.execute(sql`insert into sandbox_cards.balance_entries (id, kind, amount_cents, created_at)
    values (${`txn_${crypto.randomUUID()}`}, 'charge', 10000000, now())`);
const setUp = (accountNumber = numbers.good, who = seller) =>
  app.call(contract.setUpPayoutAccount, {
    body: { holderName: 'Rana', routingNumber: '110000000', accountNumber },
    token: who.token,
  });
const ask = (amount?: number, who = seller) =>
  app.call(contract.requestPayout, {
    body: amount === undefined ? {} : { amount },
    token: who.token,
  });
const balance = async (who = seller) =>
  unwrap(await app.call(contract.getBalance, { query: {}, token: who.token }));
const rowOf = async (id: string) => {
  const [row] = await app.db.select().from(payouts).where(eq(payouts.id, id));
  return row;
};
const ledger = async (account: string) => {
  const [row] = await app.db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.account, account));
  return row?.balanceCents ?? 0;
};
/** The banks act, and the webhooks arrive. */
async function settle(steps: number) {
  for (let step = 0; step < steps; step++) {
    passedMs += 61_000;
    app.setNow(new Date(Date.now() + passedMs));
    await app.cards.settleDue();
  }
  app.setNow(undefined);
  await advancePayouts(app.deps, 0);
}
async function ready(cents: number, accountNumber = numbers.good) {
  await fillProvider();
  await earn(cents);
  expect(unwrap(await setUp(accountNumber)).status).toBe('enabled');
}

test('the balance is paid out whole, and the ledger follows the money', async () => {
  const before = await ledger('provider');
  await ready(12_345);
  const { insertedId } = unwrap(await ask());
  expect(await balance()).toMatchObject({ available: 0, inFlight: 123.45 });
  await app.runJobs();
  expect(await rowOf(insertedId)).toMatchObject({ state: 'paying' });
  await settle(2);
  expect(await rowOf(insertedId)).toMatchObject({ state: 'settled', failureCode: null });
  const { inFlight, payouts: listed, history } = await balance();
  expect([inFlight, listed[0]?.state, listed[0]?.amount]).toEqual([0, 'settled', 123.45]);
  expect(history.map(({ type, amount }) => [type, amount])).toEqual([
    ['payout', -123.45],
    ['release', 123.45],
  ]);
  expect([await ledger('payouts'), await ledger('provider')]).toEqual([0, before]);
});

test('part of the balance is paid out', async () => {
  await ready(10_000);
  unwrap(await ask(40.5));
  expect(await balance()).toMatchObject({ available: 59.5, inFlight: 40.5 });
});

test('a double click, or two tabs, pay out once', async () => {
  await ready(10_000);
  const results = await Promise.all([ask(30), ask(30), ask(30), ask(30)]);
  const ids = results.map((result) => unwrap(result).insertedId);
  expect(new Set(ids).size).toBe(1);
  expect(await balance()).toMatchObject({ available: 70, inFlight: 30 });
  expect(resultCode(await ask(31))).toBe('payout.in-progress');
  expect(unwrap(await ask(30)).insertedId).toBe(ids[0]);
});

test('two tabs that ask for different parts at once get one payout', async () => {
  await ready(10_000);
  const codes = (await Promise.all([ask(60), ask(70)])).map(resultCode).sort();
  expect(codes).toEqual(['ok', 'payout.in-progress']);
});

test.each([
  [100.01, 'payout.exceeds-balance'],
  [0.99, 'payout.too-small'],
  [1.001, 'payout.too-small'],
  [0, 'payout.too-small'],
])('a payout of %s of 100 dollars is refused with %s', async (amount, code) => {
  await ready(10_000);
  expect(resultCode(await ask(amount))).toBe(code);
  expect(await balance()).toMatchObject({ available: 100, inFlight: 0, payouts: [] });
});

test('nothing is paid out while the books are checked, also what was requested before', async () => {
  await ready(10_000);
  const { insertedId } = unwrap(await ask(10));
  const violated = { holds: false, figures: {}, checkedAt: new Date(), violatedAt: new Date() };
  await app.db.insert(ledgerInvariants).values({ name: 'test', ...violated });
  await app.runJobs();
  expect(await rowOf(insertedId)).toMatchObject({ state: 'requested' });
  expect((await balance()).suspended).toBe(true);
  const other = await app.insertUser('seller');
  await earn(500, other);
  await setUp(numbers.good, other);
  expect(resultCode(await ask(5, other))).toBe('payout.suspended');
  await app.db.delete(ledgerInvariants);
  await advancePayouts(app.deps, 0);
  expect(await rowOf(insertedId)).toMatchObject({ state: 'paying' });
});

test('the share of a sale with an open chargeback waits', async () => {
  await ready(50_000);
  const buyer = await app.insertUser('buyer');
  const productId = await app.insertProduct(seller);
  const [orderId, paymentId] = [newId(), newId()];
  await app.db.transaction(async (tx) => {
    await tx.insert(orders).values({
      id: orderId,
      productId,
      sellerId: seller.id,
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
  expect(await balance()).toMatchObject({ available: 500, onHold: 327.75 });
  expect(resultCode(await ask(172.26))).toBe('payout.exceeds-balance');
  expect(resultCode(await ask(172.25))).toBe('ok');
});

test.each([
  ['at once', numbers.none, 0, 'no_account'],
  ['after it was paid', numbers.closed, 3, 'account_closed'],
])('a payout that fails %s returns to the balance', async (_when, number, steps, failureCode) => {
  const before = [await ledger('provider'), await ledger('payouts')];
  await ready(10_000, number);
  const { insertedId } = unwrap(await ask());
  await app.runJobs();
  if (steps === 3) {
    await settle(2);
    expect(await rowOf(insertedId)).toMatchObject({ state: 'settled' });
  }
  await settle(1);
  expect(await rowOf(insertedId)).toMatchObject({ state: 'failed', failureCode });
  expect(await balance()).toMatchObject({ available: 100, inFlight: 0 });
  const after = [await ledger('provider'), await ledger('payouts')];
  expect(after).toEqual([(before[0] ?? 0) + 10_000, before[1]]);
  expect((await balance()).failedPayout).toBe(insertedId);
  // The provider may report the same account again.
  await refreshPayoutAccount(app.deps, (await rowOf(insertedId))?.accountId ?? '');
  expect((await balance()).failedPayout).toBe(insertedId);
  // The money is at the marketplace's disposal again: the next payout can be made.
  expect(resultCode(await setUp())).toBe('ok');
  expect((await balance()).failedPayout).toBeNull();
  const next = unwrap(await ask()).insertedId;
  await app.runJobs();
  await settle(2);
  expect(await rowOf(next)).toMatchObject({ state: 'settled' });
});

test('a failed payout is settled by entering the same bank account anew, or by another payout', async () => {
  await ready(10_000, numbers.none);
  const fail = async () => {
    const { insertedId } = unwrap(await ask());
    await app.runJobs();
    await settle(1);
    return insertedId;
  };
  const first = await fail();
  expect((await balance()).failedPayout).toBe(first);
  expect(resultCode(await setUp(numbers.none))).toBe('ok');
  expect((await balance()).failedPayout).toBeNull();
  const second = await fail();
  expect((await balance()).failedPayout).toBe(second);
  unwrap(await ask());
  expect((await balance()).failedPayout).toBeNull();
});

test('a balance is read in one snapshot', async () => {
  await ready(10_000);
  const reading = await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table payouts in access exclusive mode`);
    const read = balance();
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
      userId: seller.id,
      provider: 'sandbox',
      accountId: 'acct_1',
      amountCents: 10_000,
    });
    await postTransaction(tx, {
      type: 'payout',
      key: `payout:${id}`,
      amounts: { [sellerAccountOf(seller.id)]: 10_000, payouts: -10_000 },
    });
    return [read];
  });
  expect(await reading[0]).toMatchObject({ available: 100, inFlight: 0, payouts: [] });
  expect(await balance()).toMatchObject({ available: 0, inFlight: 100 });
});

const calls = ['transfer', 'createPayout', 'retrievePayout'] as const;
test.each(calls.flatMap((call) => (['before', 'after'] as const).map((when) => [call, when])))(
  'the money moves once if the provider goes away at %s, %s it takes effect',
  async (call, when) => {
    await ready(10_000);
    let failures = 2;
    faults = (name, at) => {
      if (name === call && at === when && failures-- > 0) throw new PayoutsUnavailable('down');
    };
    const { insertedId } = unwrap(await ask());
    for (let attempt = 0; attempt < 3; attempt++) {
      await Promise.all([
        app.runJobs('dispatch-outbox'),
        advancePayouts(app.deps, 0),
        advancePayouts(app.deps, 0),
      ]);
    }
    await settle(2);
    expect(await rowOf(insertedId)).toMatchObject({ state: 'settled' });
    const moved = await app.db.execute(sql`select kind, amount_cents::int as cents
      from sandbox_cards.balance_entries
      where account_id = (select account_id from payout_accounts where user_id = ${seller.id})
      order by kind`);
    expect(moved.rows).toEqual([
      { kind: 'payout', cents: -10_000 },
      { kind: 'transfer', cents: 10_000 },
    ]);
    expect(await balance()).toMatchObject({ available: 0, inFlight: 0 });
  },
);

test('a failed payout comes back once if the provider goes away meanwhile', async () => {
  await ready(10_000, numbers.none);
  let failures = 1;
  faults = (name, at) => {
    if (name === 'reverseTransfer' && at === 'after' && failures-- > 0)
      throw new PayoutsUnavailable('down');
  };
  const { insertedId } = unwrap(await ask());
  await app.runJobs();
  await settle(1);
  await settle(1);
  expect(await rowOf(insertedId)).toMatchObject({ state: 'failed' });
  expect(await balance()).toMatchObject({ available: 100 });
});

test('a payout waits while the provider has too little money', async () => {
  await app.db.execute(sql`delete from sandbox_cards.balance_entries`);
  await earn(10_000);
  await setUp();
  const { insertedId } = unwrap(await ask());
  await app.runJobs();
  expect(await rowOf(insertedId)).toMatchObject({ state: 'requested' });
  await fillProvider();
  await advancePayouts(app.deps, 0);
  expect(await rowOf(insertedId)).toMatchObject({ state: 'paying' });
});

test('wrong details are answered, and the accepted ones stay in force', async () => {
  expect(unwrap(await app.call(contract.getPayoutAccount, { token: seller.token }))).toMatchObject({
    status: 'none',
  });
  await ready(10_000);
  const wrong = unwrap(await setUp('1234'));
  expect(wrong).toMatchObject({
    status: 'details-needed',
    requirements: ['This is a sandbox that takes test account numbers only: use 000123456789.'],
  });
  const stored = unwrap(await app.call(contract.getPayoutAccount, { token: seller.token }));
  expect(stored).toMatchObject({ status: 'enabled', last4: '6789' });
  expect(resultCode(await ask(10))).toBe('ok');
});

test('an account that is verified late is enabled when the provider says so', async () => {
  await earn(10_000);
  expect(unwrap(await setUp('000555555559')).status).toBe('pending');
  expect(resultCode(await ask())).toBe('payout-account.not-enabled');
  app.setNow(new Date(Date.now() + 61_000));
  await app.cards.settleDue();
  app.setNow(undefined);
  const stored = unwrap(await app.call(contract.getPayoutAccount, { token: seller.token }));
  expect(stored.status).toBe('enabled');
});

test('a token without a fresh sign-in cannot change the bank account', async () => {
  const authTime = Math.floor(Date.now() / 1000) - 16 * 60;
  const token = await issueToken(app.deps, { ...seller, authTime });
  expect(resultCode(await setUp(numbers.good, { ...seller, token }))).toBe(
    'session.step-up-required',
  );
});

test('the statement has each change of the period between opening and closing balance', async () => {
  await ready(10_000);
  await app.db.transaction((tx) =>
    postTransaction(tx, {
      type: 'release',
      key: `release:${crypto.randomUUID()}`,
      amounts: { provider: 2_684, [sellerAccountOf(seller.id)]: -2_550, fees: -134 },
    }),
  );
  unwrap(await ask(30));
  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const lines = async (from: string, to: string) => {
    const result = await app.call(contract.getBalanceStatement, {
      query: { from, to },
      token: seller.token,
    });
    return unwrap(result)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.replace(/^[^,]+T[^,]+/, 'at'));
  };
  expect(await lines(today, today)).toEqual([
    'date,type,order,product,amount,balance,fee',
    `${today},opening balance,,,,0,`,
    'at,release,,,100,100,',
    'at,release,,,25.5,125.5,1.34',
    'at,payout,,,-30,95.5,',
    `${today},closing balance,,,,95.5,`,
  ]);
  expect(await lines(tomorrow, tomorrow)).toEqual([
    'date,type,order,product,amount,balance,fee',
    `${tomorrow},opening balance,,,,95.5,`,
    `${tomorrow},closing balance,,,,95.5,`,
  ]);
});

test('the history continues page by page', async () => {
  for (let sale = 0; sale < 53; sale++) await earn(100 + sale);
  const first = await balance();
  expect(first.history).toHaveLength(50);
  const query = { before: first.nextBefore ?? 0 };
  const rest = unwrap(await app.call(contract.getBalance, { query, token: seller.token }));
  expect(rest.history.map(({ amount }) => amount)).toEqual([1.02, 1.01, 1]);
  expect(rest.nextBefore).toBeNull();
});

/** Gives the seller a balance in the past, which `postTransaction` cannot. */
const earnMonthsAgo = (months: number, cents: number) =>
  app.db.transaction(async (tx) => {
    const at = sql`now() - make_interval(months => ${months})`;
    const [posted] = await tx
      .insert(ledgerTransactions)
      .values({ type: 'release', key: `release:${crypto.randomUUID()}`, at })
      .returning({ id: ledgerTransactions.id });
    const transactionId = posted?.id ?? 0;
    await tx.insert(ledgerEntries).values([
      { transactionId, account: 'provider', amountCents: cents },
      { transactionId, account: sellerAccountOf(seller.id), amountCents: -cents },
    ]);
  });

test('the months end with the balance that each had', async () => {
  await earnMonthsAgo(14, 4_000);
  await earnMonthsAgo(3, 700);
  await ready(10_000);
  unwrap(await ask(30));
  const { months } = unwrap(await app.call(contract.listBalanceMonths, { token: seller.token }));
  const now = new Date().toISOString().slice(0, 7);
  expect(months).toHaveLength(12);
  expect(new Set(months.map(({ month }) => month)).size).toBe(12);
  expect(months.at(-1)).toEqual({ month: now, earned: 100, paidOut: 30, closing: 117 });
  expect(months.at(-4)).toMatchObject({ earned: 7, paidOut: 0, closing: 47 });
  expect(months[0]).toMatchObject({ earned: 0, paidOut: 0, closing: 40 });
});
