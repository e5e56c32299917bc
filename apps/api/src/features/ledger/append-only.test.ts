import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { findWrongBalances } from './find-wrong-balances.ts';
import { postTransaction } from './post-transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** The message of the database's refusal. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: Error) => reason,
  );
  return String((error?.cause as Error | undefined)?.message ?? error?.message);
}

const deposit = (key: string, cents = 1000) =>
  database.db.transaction((tx) =>
    postTransaction(tx, {
      type: 'operator-deposit',
      key,
      amounts: { provider: cents, operator: -cents },
    }),
  );

test('a transaction whose entries sum to ten cents cannot commit', async () => {
  const posting = database.db.transaction((tx) =>
    postTransaction(tx, {
      type: 'operator-deposit',
      key: 'unbalanced',
      amounts: { provider: 1010, operator: -1000 },
    }),
  );
  expect(await refusal(posting)).toMatch(/sums to 10, not zero/);
});

test('a transaction without entries cannot commit', async () => {
  const inserting = database.db.execute(
    sql`insert into ledger_transactions (type, key) values ('release', 'empty')`,
  );
  expect(await refusal(inserting)).toMatch(/sums to 0, not zero/);
});

test('only the account of a seller may change its sign', async () => {
  const post = (key: string, amounts: Record<string, number>) =>
    database.db.transaction((tx) => postTransaction(tx, { type: 'release', key, amounts }));
  expect(await refusal(post('escrow-debt', { 'escrow:1': 5, fees: -5 }))).toMatch(
    /ledger_accounts_sign/,
  );
  expect(await refusal(post('no-funds', { provider: -5, 'seller:1': 5 }))).toMatch(
    /ledger_accounts_sign/,
  );
  expect(await refusal(post('unknown', { 'somebody:1': 5, fees: -5 } as never))).toMatch(
    /ledger_accounts_sign/,
  );
  expect(await post('seller-debt', { 'seller:1': 5, fees: -5 })).toBe(true);
});

test('a payout of more than the balance is refused', async () => {
  const payout = (key: string, cents: number) =>
    database.db.transaction((tx) =>
      postTransaction(tx, { type: 'payout', key, amounts: { 'seller:2': cents, payouts: -cents } }),
    );
  await deposit('for-the-payout');
  await database.db.transaction((tx) =>
    postTransaction(tx, {
      type: 'release',
      key: 'seller-2',
      amounts: { operator: 900, 'seller:2': -900 },
    }),
  );
  expect(await refusal(payout('payout-1', 901))).toMatch(/exceeds the balance/);
  expect(await payout('payout-2', 900)).toBe(true);
  expect(await refusal(payout('payout-3', 1))).toMatch(/exceeds the balance/);
});

test('entries cannot be added to a posted transaction', async () => {
  await deposit('complete');
  const { rows } = await database.db.execute<{ id: string }>(
    sql`select id from ledger_transactions where key = 'complete'`,
  );
  const id = rows[0]?.id;
  const adding = database.db.execute(sql`insert into ledger_entries
    (transaction_id, account, amount_cents) values (${id}, 'provider', 5), (${id}, 'operator', -5)`);
  expect(await refusal(adding)).toMatch(/cannot be added to a posted/);
});

test('a transaction can be posted within a savepoint', async () => {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_current_xact_id()`);
    await tx.transaction((nested) =>
      postTransaction(nested, {
        type: 'operator-deposit',
        key: 'nested',
        amounts: { provider: 1, operator: -1 },
      }),
    );
  });
  const { rows } = await database.db.execute(
    sql`select from ledger_transactions where key = 'nested'`,
  );
  expect(rows).toHaveLength(1);
});

const sealedTables = ['ledger_transactions', 'ledger_entries', 'sealed_blocks'];

test.each(
  sealedTables.flatMap((table) => [
    `update ${table} set ${table === 'sealed_blocks' ? 'number = 7' : 'id = 7'}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
    `alter table ${table} disable trigger all`,
    `drop table ${table} cascade`,
  ]),
)('the role of the application may not execute: %s', async (statement) => {
  expect(await refusal(database.db.execute(statement))).toMatch(/permission denied|must be owner/);
});

test.each([
  "update ledger_accounts set balance_cents = 0 where account = 'operator'",
  "insert into ledger_accounts values ('fees', 0, 0)",
  "insert into state_transitions values ('order', 'unpaid', 'completed')",
  'truncate orders cascade',
])('nor: %s', async (statement) => {
  expect(await refusal(database.db.execute(statement))).toMatch(/permission denied/);
});

test.each([
  'update ledger_transactions set id = 7',
  'delete from ledger_entries',
  'truncate ledger_transactions cascade',
  'truncate ledger_entries',
  'truncate ledger_accounts',
  'truncate order_events',
  'truncate sealed_blocks',
])('triggers refuse to the owner too: %s', async (statement) => {
  await deposit(`before ${statement}`);
  expect(await refusal(database.executeAsOwner(statement))).toMatch(/append-only/);
});

test('the statements of the runbook work', async () => {
  const runbook = readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/trade.md'));
  const values = {
    "'ORDER'": 'null',
    TYPE: 'operator-deposit',
    KEY: 'correction',
    'DEBITED ACCOUNT': 'provider',
    'CREDITED ACCOUNT': 'operator',
    CENTS: '5',
    ACCOUNT: 'provider',
  };
  const statements = [...runbook.toString().matchAll(/```sql\n([\s\S]*?)```/g)].map(
    ([, text = '']) =>
      Object.entries(values).reduce((sql, [name, value]) => sql.replaceAll(name, value), text),
  );
  expect(statements.filter((text) => /insert|update/.test(text))).toHaveLength(2);
  await database.executeAsOwner(
    "update ledger_accounts set balance_cents = balance_cents + 1 where account = 'provider'",
  );
  for (const statement of statements) await database.executeAsOwner(statement);
  const { rows } = await database.db.execute(
    sql`select from ledger_transactions where key = 'correction'`,
  );
  expect(rows).toHaveLength(1);
  expect(await findWrongBalances(database.db)).toEqual([]);
});
