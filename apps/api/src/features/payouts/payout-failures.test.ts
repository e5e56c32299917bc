import { desc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resultCode, unwrap } from '../../../test/test-app.ts';
import { providerReconciliations } from '../../db/schema/index.ts';
import { PayoutsUnavailable } from '../../ports/payouts.ts';
import { postTransaction, sellerAccountOf } from '../ledger/index.ts';
import { advancePayouts } from './advance-payouts.ts';
import { refreshPayoutAccount } from './payout-account.ts';
import { createPayoutsFixture, numbers, type PayoutsFixture } from './payouts.fixture.ts';

let app: PayoutsFixture;

beforeAll(async () => {
  app = await createPayoutsFixture();
});
beforeEach(() => app.reset());
afterAll(() => app.close());

test.each([
  ['at once', numbers.none, 0, 'no_account'],
  ['after it was paid', numbers.closed, 3, 'account_closed'],
])('a payout that fails %s returns to the balance', async (_when, number, steps, failureCode) => {
  const before = [await app.ledger('provider'), await app.ledger('payouts')];
  await app.ready(10_000, number);
  const { insertedId } = unwrap(await app.ask());
  await app.runJobs();
  if (steps === 3) {
    await app.settle(2);
    expect(await app.rowOf(insertedId)).toMatchObject({ state: 'settled' });
  }
  await app.settle(1);
  expect(await app.rowOf(insertedId)).toMatchObject({ state: 'failed', failureCode });
  expect(await app.balance()).toMatchObject({ available: 100, inFlight: 0 });
  const after = [await app.ledger('provider'), await app.ledger('payouts')];
  expect(after).toEqual([(before[0] ?? 0) + 10_000, before[1]]);
  expect((await app.balance()).failedPayout).toBe(insertedId);
  // The provider may report the same account again.
  await refreshPayoutAccount(app.deps, (await app.rowOf(insertedId))?.accountId ?? '');
  expect((await app.balance()).failedPayout).toBe(insertedId);
  // The money is at the marketplace's disposal again: the next payout can be made.
  expect(resultCode(await app.setUp())).toBe('ok');
  expect((await app.balance()).failedPayout).toBeNull();
  const next = unwrap(await app.ask()).insertedId;
  await app.runJobs();
  await app.settle(2);
  expect(await app.rowOf(next)).toMatchObject({ state: 'settled' });
});

test('a failed payout is settled by entering the same bank account anew, or by another payout', async () => {
  await app.ready(10_000, numbers.none);
  const fail = async () => {
    const { insertedId } = unwrap(await app.ask());
    await app.runJobs();
    await app.settle(1);
    return insertedId;
  };
  const first = await fail();
  expect((await app.balance()).failedPayout).toBe(first);
  expect(resultCode(await app.setUp(numbers.none))).toBe('ok');
  expect((await app.balance()).failedPayout).toBeNull();
  const second = await fail();
  expect((await app.balance()).failedPayout).toBe(second);
  unwrap(await app.ask());
  expect((await app.balance()).failedPayout).toBeNull();
});

const calls = ['transfer', 'createPayout', 'retrievePayout'] as const;

test.each(calls.flatMap((call) => (['before', 'after'] as const).map((when) => [call, when])))(
  'the money moves once if the provider goes away at %s, %s it takes effect',
  async (call, when) => {
    await app.ready(10_000);
    let failures = 2;
    app.provider.faults = (name, at) => {
      if (name === call && at === when && failures-- > 0) throw new PayoutsUnavailable('down');
    };
    const { insertedId } = unwrap(await app.ask());
    for (let attempt = 0; attempt < 3; attempt++) {
      await Promise.all([
        app.runJobs('dispatch-outbox'),
        advancePayouts(app.deps, 0),
        advancePayouts(app.deps, 0),
      ]);
    }
    await app.settle(2);
    expect(await app.rowOf(insertedId)).toMatchObject({ state: 'settled' });
    const moved = await app.db.execute(sql`select kind, amount_cents::int as cents
      from sandbox_cards.balance_entries
      where account_id = (select account_id from payout_accounts where user_id = ${app.seller.id})
      order by kind`);
    expect(moved.rows).toEqual([
      { kind: 'payout', cents: -10_000 },
      { kind: 'transfer', cents: 10_000 },
    ]);
    expect(await app.balance()).toMatchObject({ available: 0, inFlight: 0 });
  },
);

test('a transfer that was not recorded is no difference to the provider’s list, and is recorded', async () => {
  await app.ready(10_000);
  const down = (...calls: string[]): void => {
    app.provider.faults = (name, at) => {
      if (calls.includes(name) && at === 'after') throw new PayoutsUnavailable('down');
    };
  };
  const reconciled = async () => {
    const [last] = await app.db
      .select()
      .from(providerReconciliations)
      .orderBy(desc(providerReconciliations.id))
      .limit(1);
    return last?.findings;
  };
  await app.runJobs('reconcile-provider');
  const before = await reconciled();
  down('transfer');
  const { insertedId } = unwrap(await app.ask());
  await app.runJobs('dispatch-outbox');
  expect(await kindsAtProvider()).toEqual(['transfer']);
  down('retrieveTransfer');
  await expect(app.runJobs('reconcile-provider')).rejects.toThrow(PayoutsUnavailable);
  expect(await app.rowOf(insertedId)).toMatchObject({ state: 'requested', transferId: null });
  down();
  await app.runJobs('reconcile-provider');
  expect(await reconciled()).toEqual(before);
  expect(await app.rowOf(insertedId)).toMatchObject({
    state: 'transferred',
    transferId: expect.stringMatching(/^tr_/),
  });
  await advancePayouts(app.deps, 0);
  await app.settle(2);
  expect(await app.rowOf(insertedId)).toMatchObject({ state: 'settled' });
  expect(await kindsAtProvider()).toEqual(['payout', 'transfer']);
});

test('a failed payout comes back once if the provider goes away meanwhile', async () => {
  await app.ready(10_000, numbers.none);
  let failures = 1;
  app.provider.faults = (name, at) => {
    if (name === 'reverseTransfer' && at === 'after' && failures-- > 0)
      throw new PayoutsUnavailable('down');
  };
  const { insertedId } = unwrap(await app.ask());
  await app.runJobs();
  await app.settle(1);
  await app.settle(1);
  expect(await app.rowOf(insertedId)).toMatchObject({ state: 'failed' });
  expect(await app.balance()).toMatchObject({ available: 100 });
});

const lateRefund = (cents: number) =>
  app.db.transaction((tx) =>
    postTransaction(tx, {
      type: 'refund',
      key: `refund:${crypto.randomUUID()}`,
      amounts: { provider: -cents, [sellerAccountOf(app.seller.id)]: cents },
    }),
  );
const kindsAtProvider = async () => {
  const { rows } = await app.db.execute<{ kind: string }>(sql`
    select kind from sandbox_cards.balance_entries where account_id =
      (select account_id from payout_accounts where user_id = ${app.seller.id})`);
  return rows.map(({ kind }) => kind).sort();
};

test.each([
  ['reverseTransfer', 'before'],
  ['reverseTransfer', 'after'],
] as const)(
  'a transfer is reversed if a late refund comes before the payout, also if %s fails %s it takes effect',
  async (call, when) => {
    await app.ready(10_000);
    app.provider.faults = (name) => {
      if (name === 'createPayout') throw new PayoutsUnavailable('down');
    };
    const { insertedId } = unwrap(await app.ask());
    await app.runJobs();
    expect(await app.rowOf(insertedId)).toMatchObject({ state: 'transferred' });
    await lateRefund(3000);
    expect(await app.balance()).toMatchObject({ available: -30, inFlight: 100 });
    let failures = 1;
    app.provider.faults = (name, at) => {
      if (name === call && at === when && failures-- > 0) throw new PayoutsUnavailable('down');
    };
    for (let attempt = 0; attempt < 2; attempt++) await advancePayouts(app.deps, 0);
    const failed = { state: 'failed', failureCode: 'negative_balance' };
    expect(await app.rowOf(insertedId)).toMatchObject(failed);
    expect(await kindsAtProvider()).toEqual(['transfer', 'transfer-reversal']);
    expect(await app.balance()).toMatchObject({ available: 70, inFlight: 0 });
    const next = unwrap(await app.ask()).insertedId;
    await app.runJobs();
    await app.settle(2);
    expect(await app.rowOf(next)).toMatchObject({ state: 'settled', amountCents: 7000 });
  },
);

test('a payout that has left before a late refund is followed to its end', async () => {
  await app.ready(10_000);
  app.provider.faults = (name, at) => {
    if (name === 'createPayout' && at === 'after') throw new PayoutsUnavailable('down');
  };
  const { insertedId } = unwrap(await app.ask());
  await app.runJobs();
  await lateRefund(3000);
  app.provider.faults = () => undefined;
  await advancePayouts(app.deps, 0);
  expect(await app.rowOf(insertedId)).toMatchObject({ state: 'paying', failureCode: null });
  await app.settle(2);
  expect(await app.rowOf(insertedId)).toMatchObject({ state: 'settled' });
  expect(await app.balance()).toMatchObject({ available: -30, inFlight: 0 });
});

test('a payout waits while the provider has too little money', async () => {
  await app.db.execute(sql`delete from sandbox_cards.balance_entries`);
  await app.earn(10_000);
  await app.setUp();
  const { insertedId } = unwrap(await app.ask());
  await app.runJobs();
  expect(await app.rowOf(insertedId)).toMatchObject({ state: 'requested' });
  await app.fillProvider();
  await advancePayouts(app.deps, 0);
  expect(await app.rowOf(insertedId)).toMatchObject({ state: 'paying' });
});
