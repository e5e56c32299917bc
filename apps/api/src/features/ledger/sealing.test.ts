import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import {
  describeFinding,
  findLastBlock,
  sealChain,
  verifyChain,
} from '../../platform/sealing/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { sellerAccountOf } from './accounts.ts';
import { ledgerChain } from './ledger-chain.ts';
import { postTransaction } from './post-transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

let count = 0;
/** Posts deposits of different amounts. @returns the id of the first transaction. */
async function post(transactions: number): Promise<number> {
  return database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into ledger_transactions (type, key)
      select 'operator-deposit', 'deposit ' || n
      from generate_series(${count + 1}::int, ${count + transactions}::int) n returning id`);
    count += transactions;
    const first = Number(rows[0]?.id);
    await tx.execute(sql`
      insert into ledger_entries (transaction_id, account, amount_cents)
      select id, account, sign * (100 + id) from ledger_transactions,
        (values (0, 'provider', 1), (1, 'operator', -1)) entries (n, account, sign)
      where id >= ${first} order by id, n`);
    return first;
  });
}

const seal = () => sealChain(database, ledgerChain);
const findings = async () => {
  const { findings: found } = await verifyChain(database, ledgerChain);
  return found.map((finding) =>
    describeFinding(ledgerChain, finding).replaceAll(/[0-9a-f]{64}/g, 'HASH'),
  );
};
/** Changes tables as their owner who has disabled the triggers; undone afterwards. */
async function tamper(change: string, undo: string, check: () => Promise<void>): Promise<void> {
  const without = (statement: string) =>
    database.executeAsOwner(`
      alter table ledger_transactions disable trigger user;
      alter table ledger_entries disable trigger user;
      alter table sealed_blocks disable trigger user;
      ${statement};
      alter table ledger_transactions enable trigger user;
      alter table ledger_entries enable trigger user;
      alter table sealed_blocks enable trigger user`);
  await without(change);
  try {
    await check();
  } finally {
    await without(undo);
  }
}

beforeEach(async () => {
  await post(3);
  await seal();
  expect(await findings()).toEqual([]);
});

test('each run seals the new rows in a block that continues the last one', async () => {
  const before = await findLastBlock(database.db, 'ledger');
  const first = await post(2);
  expect(await seal()).toBe(1);
  expect(await seal()).toBe(0);
  const after = await findLastBlock(database.db, 'ledger');
  expect(after).toMatchObject({ number: (before?.number ?? 0) + 1, lastId: first + 1 });
  expect(await findings()).toEqual([]);
});

test('more rows than fit a block make several', async () => {
  await post(2500);
  expect(await seal()).toBe(3);
  expect(await findings()).toEqual([]);
});

test('rows of a transaction that commits late are sealed in order', async () => {
  const finish = Promise.withResolvers<void>();
  const posted = Promise.withResolvers<void>();
  // Without an account in common, so that neither waits for the other.
  const postBetween = (tx: Transaction, debtor: string, creditor: string) =>
    postTransaction(tx, {
      type: 'release',
      key: `late ${++count}`,
      amounts: { [sellerAccountOf(debtor)]: 1, [sellerAccountOf(creditor)]: -1 },
    });
  const late = database.db.transaction(async (tx) => {
    await postBetween(tx, 'a', 'b');
    posted.resolve();
    await finish.promise;
  });
  await posted.promise;
  await database.db.transaction((tx) => postBetween(tx, 'c', 'd'));
  const blocks = await seal();
  finish.resolve();
  await late;
  expect(blocks).toBe(0);
  expect(await seal()).toBe(1);
  expect(await findings()).toEqual([]);
});

test('a writer that begins while the sealer waits is not refused', async () => {
  const holding = Promise.withResolvers<void>();
  const holder = database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock_shared(7305118, hashtext('ledger'))`);
    holding.resolve();
    await sleep(1200);
  });
  await holding.promise;
  const sealing = seal();
  await sleep(100);
  const startedAt = performance.now();
  await post(1);
  expect(performance.now() - startedAt).toBeLessThan(1000);
  expect(await sealing).toBe(0);
  await holder;
  expect(await seal()).toBe(1);
});

test('two sealers at once write each block once', async () => {
  await post(1500);
  const blocks = await Promise.all([seal(), seal(), seal()]);
  expect(blocks.reduce((a, b) => a + b)).toBe(2);
  expect(await findings()).toEqual([]);
});

test.each<[string, (id: number) => string, (id: number) => string]>([
  [
    'an amount',
    (id) =>
      `update ledger_entries set amount_cents = amount_cents + sign(amount_cents)::int where transaction_id = ${id}`,
    (id) =>
      `update ledger_entries set amount_cents = amount_cents - sign(amount_cents)::int where transaction_id = ${id}`,
  ],
  [
    'a time by a microsecond',
    (id) => `update ledger_transactions set at = at + interval '1 microsecond' where id = ${id}`,
    (id) => `update ledger_transactions set at = at - interval '1 microsecond' where id = ${id}`,
  ],
  [
    'an account',
    (id) =>
      `update ledger_entries set account = 'fees' where transaction_id = ${id} and account = 'operator'`,
    (id) =>
      `update ledger_entries set account = 'operator' where transaction_id = ${id} and account = 'fees'`,
  ],
])('%s changed by the owner is found, with the row', async (_what, change, undo) => {
  const id = await post(3);
  await seal();
  await tamper(change(id + 1), undo(id + 1), async () => {
    expect(await findings()).toEqual([
      `ledger transaction ${id + 1} was changed, expected HASH, found HASH`,
    ]);
  });
  expect(await findings()).toEqual([]);
});

test('a row that the owner removed is found', async () => {
  const id = await post(3);
  await seal();
  await tamper(
    `create table kept as select * from ledger_transactions where id = ${id};
      create table kept_entries as select * from ledger_entries where transaction_id = ${id};
      delete from ledger_entries where transaction_id = ${id};
      delete from ledger_transactions where id = ${id}`,
    `insert into ledger_transactions select * from kept; insert into ledger_entries select * from kept_entries;
      drop table kept, kept_entries`,
    async () => {
      expect(await findings()).toEqual([`ledger transaction ${id} was removed, expected HASH`]);
    },
  );
  expect(await findings()).toEqual([]);
});

test('a row that the owner inserted between sealed ones is found', async () => {
  // A rolled-back transaction leaves an id free.
  await database.db
    .transaction(async (tx) => {
      await postTransaction(tx, {
        type: 'operator-deposit',
        key: 'rolled back',
        amounts: { provider: 1, operator: -1 },
      });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await post(1);
  const { rows } = await database.db.execute<{ free: string }>(sql`
    select max(id) - 1 as free from ledger_transactions`);
  const free = Number(rows[0]?.free);
  await seal();
  await tamper(
    `insert into ledger_transactions (id, type, key) values (${free}, 'release', 'slipped in')`,
    `delete from ledger_transactions where id = ${free}`,
    async () => {
      expect(await findings()).toEqual([`ledger transaction ${free} was inserted, found HASH`]);
    },
  );
});

test.each([0, -7])(
  'a row that the owner inserted with the id %i, before all, is found',
  async (id) => {
    await tamper(
      `insert into ledger_transactions (id, type, key) values (${id}, 'release', 'before all')`,
      `delete from ledger_transactions where id = ${id}`,
      async () => {
        expect(await findings()).toEqual([`ledger transaction ${id} was inserted`]);
      },
    );
  },
);

test('a changed or removed block is found', async () => {
  await post(1);
  await seal();
  await post(1);
  await seal();
  const number = ((await findLastBlock(database.db, 'ledger'))?.number ?? 0) - 1;
  await tamper(
    `update sealed_blocks set row_hashes = set_byte(row_hashes, 39, get_byte(row_hashes, 39) # 1) where number = ${number}`,
    `update sealed_blocks set row_hashes = set_byte(row_hashes, 39, get_byte(row_hashes, 39) # 1) where number = ${number}`,
    async () => {
      const [block, row] = await findings();
      expect(block).toBe(`block of the ledger ${number} was changed, expected HASH, found HASH`);
      expect(row).toMatch(/^ledger transaction \d+ was changed/);
    },
  );
  await tamper(
    `create table kept as select * from sealed_blocks where number = ${number}; delete from sealed_blocks where number = ${number}`,
    'insert into sealed_blocks select * from kept; drop table kept',
    async () => {
      expect(await findings()).toEqual([`block of the ledger ${number} was removed`]);
    },
  );
  expect(await findings()).toEqual([]);
});

test('hashes depend neither on the time zone nor on the settings of the connection', async () => {
  const hash = async (settings: string) => {
    const { rows } = await database.db.transaction(async (tx) => {
      await tx.execute(sql.raw(settings));
      return tx.execute<{ content: string }>(sql`
        select string_agg(content, chr(10) order by id) as content from (${ledgerChain.rows(0, 1e9)}) t`);
    });
    return rows[0]?.content;
  };
  const plain = await hash("set local timezone = 'UTC'");
  expect(plain).toMatch(/^1 16:operator-deposit - 9:deposit 1 \d{16} 1 8:provider 101 3:usd 2 /);
  expect(
    await hash(
      "set local timezone = 'Asia/Kathmandu'; set local datestyle = 'German'; set local extra_float_digits = 0",
    ),
  ).toBe(plain);
});

test('a hash that was noted before shows that the whole chain was replaced or cut off', async () => {
  const last = await findLastBlock(database.db, 'ledger');
  const verify = async (anchor: string) =>
    (await verifyChain(database, ledgerChain, { anchor })).findings.map(({ kind, id }) => [
      kind,
      id,
    ]);
  const hash = last?.hash.toString('hex') ?? '';
  const number = last?.number ?? 0;
  expect(await verify(`${number}:${hash}`)).toEqual([]);
  expect(await verify(`${number}:${'0'.repeat(64)}`)).toEqual([['changed', number]]);
  expect(await verify(`${number + 1}:${hash}`)).toEqual([['removed', number + 1]]);
});
