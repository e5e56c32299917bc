import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unwrap } from '../../../test/test-app.ts';
import { ledgerEntries, ledgerTransactions } from '../../db/schema/index.ts';
import { postTransaction, sellerAccountOf } from '../ledger/index.ts';
import { createPayoutsFixture, type PayoutsFixture } from './payouts.fixture.ts';

let app: PayoutsFixture;

beforeAll(async () => {
  app = await createPayoutsFixture();
});
beforeEach(() => app.reset());
afterAll(() => app.close());

test('the statement has each change of the period between opening and closing balance', async () => {
  await app.ready(10_000);
  await app.db.transaction((tx) =>
    postTransaction(tx, {
      type: 'release',
      key: `release:${crypto.randomUUID()}`,
      amounts: { provider: 2_684, [sellerAccountOf(app.seller.id)]: -2_550, fees: -134 },
    }),
  );
  unwrap(await app.ask(30));
  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const lines = async (from: string, to: string) => {
    const result = await app.call(contract.getBalanceStatement, {
      query: { from, to },
      token: app.seller.token,
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
  for (let sale = 0; sale < 53; sale++) await app.earn(100 + sale);
  const first = await app.balance();
  expect(first.history).toHaveLength(50);
  const query = { before: first.nextBefore ?? 0 };
  const rest = unwrap(await app.call(contract.getBalance, { query, token: app.seller.token }));
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
      { transactionId, account: sellerAccountOf(app.seller.id), amountCents: -cents },
    ]);
  });

test('the months end with the balance that each had', async () => {
  await earnMonthsAgo(14, 4_000);
  await earnMonthsAgo(3, 700);
  await app.ready(10_000);
  unwrap(await app.ask(30));
  const { months } = unwrap(
    await app.call(contract.listBalanceMonths, { token: app.seller.token }),
  );
  const now = new Date().toISOString().slice(0, 7);
  expect(months).toHaveLength(12);
  expect(new Set(months.map(({ month }) => month)).size).toBe(12);
  expect(months.at(-1)).toEqual({ month: now, earned: 100, paidOut: 30, closing: 117 });
  expect(months.at(-4)).toMatchObject({ earned: 7, paidOut: 0, closing: 47 });
  expect(months[0]).toMatchObject({ earned: 0, paidOut: 0, closing: 40 });
});
