import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';

/** Accounts that are compared in one statement, with at most `smallEntries` entries each. */
const pageSize = 500;
const smallEntries = 1000;
/** Entries of a large account that are summed in one statement. */
const chunkSize = 100_000;

/**
 * Sums the entries of every account and compares them with the balances, which a trigger maintains, and
 * finds payouts that exceeded the balance of their seller. No statement takes long, whatever the length
 * of the history.
 *
 * @param tx a transaction with one snapshot.
 * @returns what differs, in words.
 */
export async function findWrongBalances(tx: Executor): Promise<string[]> {
  const wrong: string[] = [];
  for (let after = ''; ; ) {
    const { rows } = await tx.execute<{ last: string | null }>(sql`
      select max(account) as last from (
        select account from ledger_accounts
        where account > ${after} and entries <= ${smallEntries} order by account limit ${pageSize}
      ) page`);
    const last = rows[0]?.last;
    if (!last) break;
    const page = sql`entries <= ${smallEntries} and account > ${after} and account <= ${last}`;
    wrong.push(...(await compareBalances(tx, page)), ...(await findExceedingPayouts(tx, page)));
    after = last;
  }
  const { rows: large } = await tx.execute<Record<'account' | 'balance', string>>(sql`
    select account, balance_cents as balance from ledger_accounts
    where entries > ${smallEntries} order by account`);
  for (const { account, balance } of large) {
    const { summed, exceeding } = await sumEntries(tx, account);
    if (summed !== Number(balance)) wrong.push(describe({ account, balance, summed }));
    wrong.push(...exceeding.map((id) => describePayout(id, account)));
  }
  return wrong;
}

/** Like `findWrongBalances`, for the accounts that meet a condition and have few entries. */
export async function compareBalances(db: Executor, accounts: SQL): Promise<string[]> {
  const { rows } = await db.execute<Record<'account' | 'balance' | 'summed', string>>(sql`
    select account, balance_cents as balance, summed.cents as summed
    from (select * from ledger_accounts where ${accounts}) compared,
    lateral (
      select coalesce(sum(amount_cents), 0) as cents, count(*) as n
      from ledger_entries e where e.account = compared.account
    ) summed
    where compared.balance_cents <> summed.cents or compared.entries <> summed.n
    order by account limit 100`);
  return rows.map(describe);
}

/** The payouts that left a seller in debt, of the accounts that meet a condition. */
async function findExceedingPayouts(tx: Executor, accounts: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string; account: string }>(sql`
    select t.id, after.account
    from (
      select e.account, e.transaction_id,
        sum(e.amount_cents) over (partition by e.account order by e.id) as cents
      from (
        select account from ledger_accounts
        where ${accounts} and account > 'seller:' and account < 'seller;'
      ) sellers join ledger_entries e using (account)
    ) after join ledger_transactions t on t.id = after.transaction_id
    where after.cents > 0 and t.type = 'payout' limit 100`);
  return rows.map(({ id, account }) => describePayout(id, account));
}

/** Sums an account with many entries, and finds its payouts that left a seller in debt. */
async function sumEntries(
  tx: Executor,
  account: string,
): Promise<{ summed: number; exceeding: string[] }> {
  const exceeding: string[] = [];
  let total = 0;
  for (let after = '0'; ; ) {
    const { rows } = await tx.execute<{ cents: string | null; last: string | null }>(sql`
      select sum(amount_cents) as cents, max(id) as last from (
        select id, amount_cents from ledger_entries
        where account = ${account} and id > ${after} order by id limit ${chunkSize}
      ) chunk`);
    const [chunk] = rows;
    if (!chunk?.last) return { summed: total, exceeding };
    if (account.startsWith('seller:')) {
      const { rows: found } = await tx.execute<{ id: string }>(sql`
        select t.id from (
          select transaction_id, ${total}::bigint + sum(amount_cents) over (order by id) as cents
          from ledger_entries
          where account = ${account} and id > ${after} and id <= ${chunk.last}
        ) after join ledger_transactions t on t.id = after.transaction_id
        where after.cents > 0 and t.type = 'payout' limit 100`);
      exceeding.push(...found.map(({ id }) => id));
    }
    total += Number(chunk.cents);
    after = chunk.last;
  }
}

const describe = (found: { account: string; balance: string; summed: string | number }): string =>
  `the balance of ${found.account} is ${found.balance} cents, its entries sum to ${found.summed}`;
const describePayout = (id: string, account: string): string =>
  `the payout in ledger transaction ${id} exceeds the balance of ${account}`;
