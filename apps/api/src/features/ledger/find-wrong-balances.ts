import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';

/** Accounts whose entries are summed in one statement. */
const pageSize = 2000;

/**
 * Sums the entries of every account and compares them with the balances, which a trigger maintains.
 *
 * @returns what differs, in words.
 */
export async function findWrongBalances(db: Executor): Promise<string[]> {
  const wrong: string[] = [];
  for (let after = ''; ; ) {
    const { rows } = await db.execute<{ last: string | null }>(sql`
      select max(account) as last from (
        select account from ledger_accounts where account > ${after} order by account limit ${pageSize}
      ) page`);
    const last = rows[0]?.last;
    if (!last) return wrong;
    wrong.push(...(await compareBalances(db, sql`account > ${after} and account <= ${last}`)));
    after = last;
  }
}

/** Like `findWrongBalances`, for the accounts that meet a condition. */
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
  return rows.map(
    ({ account, balance, summed }) =>
      `the balance of ${account} is ${balance} cents, its entries sum to ${summed}`,
  );
}
