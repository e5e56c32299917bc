import {
  createReport,
  decideModeration,
  releaseHeldBalance,
  requestPayout,
  setUpPayoutAccount,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { payoutAccounts, payouts } from '../../src/db/schema/index.ts';
import {
  createTradeFixture,
  type TradeFixture,
} from '../../src/features/disputes/trade.fixture.ts';
import { postTransaction, sellerAccountOf } from '../../src/features/ledger/index.ts';
import { advancePayouts } from '../../src/features/payouts/advance-payouts.ts';
import { refreshPayoutAccount } from '../../src/features/payouts/payout-account.ts';
import { type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';

/*
 * The money of sellers around a suspension, and other bank accounts.
 */

let app: TradeFixture;

beforeAll(async () => {
  app = await createTradeFixture();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

/** A seller with 100 dollars and a bank account. */
async function insertPaidSeller(): Promise<TestUser> {
  const seller = await app.insertUser('seller');
  await app.db.transaction((tx) =>
    postTransaction(tx, {
      type: 'release',
      key: `release:${crypto.randomUUID()}`,
      amounts: { provider: 10_000, [sellerAccountOf(seller.id)]: -10_000 },
    }),
  );
  await app.db.execute(sql`insert into sandbox_cards.balance_entries (id, kind, amount_cents, created_at)
    values (${`txn_${crypto.randomUUID()}`}, 'charge', 10000000, now())`);
  const body = { holderName: 'Rana', routingNumber: '110000000', accountNumber: '000123456789' };
  unwrap(await app.call(setUpPayoutAccount, { body, token: seller.token }));
  return seller;
}

/** @returns the id of the decision. */
async function ban({ id }: TestUser): Promise<string> {
  const target = { kind: 'person', id } as const;
  const { token } = app.other;
  unwrap(await app.call(createReport, { body: { target, reason: 'fraud' }, token }));
  const body = { target, kind: 'ban', rule: 'no-deception', message: 'Not like this.' } as const;
  return unwrap(await app.call(decideModeration, { body, token: app.admin.token })).insertedId;
}

test('a payout that a seller requests just before a suspension waits like the balance', async () => {
  const seller = await insertPaidSeller();
  const { orderId } = await app.payOrder({ of: seller });
  await app.move(orderId, 'meet');
  const requested = await app.call(requestPayout, { body: {}, token: seller.token });
  const payoutId = unwrap(requested).insertedId;
  const stateOf = async () =>
    (await app.db.select().from(payouts).where(eq(payouts.id, payoutId)))[0]?.state;
  const decisionId = await ban(seller);
  await app.runJobs('dispatch-outbox');
  await advancePayouts(app.deps, 0);
  expect(await stateOf()).toBe('requested');

  const body = { reason: 'The buyer is satisfied' };
  const params = { id: decisionId };
  unwrap(await app.call(releaseHeldBalance, { params, body, token: app.admin.token }));
  await advancePayouts(app.deps, 0);
  expect(await stateOf()).toBe('paying');
});

test('the owner is notified by mail of another bank account, however it was changed', async () => {
  const seller = await insertPaidSeller();
  const mailsOf = async () => {
    await app.runJobs('dispatch-outbox');
    return app.sentMails
      .splice(0)
      .filter(({ to, subject }) => to === seller.email && subject.includes('new bank account'))
      .map(({ text }) => /ending in (\d+)/.exec(text)?.[1]);
  };
  expect(await mailsOf()).toEqual(['6789']);
  const body = { holderName: 'Eve', routingNumber: '110000000', accountNumber: '000111111116' };
  unwrap(await app.call(setUpPayoutAccount, { body, token: seller.token }));
  expect(await mailsOf()).toEqual(['1116']);

  // At the provider, which reports it once or more.
  const [account] = await app.db
    .select({ id: payoutAccounts.accountId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, seller.id));
  const accountId = account?.id ?? '';
  await app.deps.payouts.submitBankDetails(accountId, { ...body, accountNumber: '000111111113' });
  await Promise.all([1, 2, 3].map(() => refreshPayoutAccount(app.deps, accountId)));
  expect(await mailsOf()).toEqual(['1113']);
});
