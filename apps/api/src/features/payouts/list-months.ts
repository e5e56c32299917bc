import { type BalanceMonth, toDollars } from '@redial/contract';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { sellerAccountOf } from '../ledger/index.ts';

interface MonthRow {
  [column: string]: unknown;
  month: string;
  earned: string;
  paid_out: string;
  available: string;
}

/**
 * Returns the last twelve months of the caller's balance, in UTC and oldest first, all read in one
 * statement. Unlike reading the balance, its cost grows with the entries of these months.
 */
export async function listMonths(
  { db }: Pick<Deps, 'db'>,
  actor: User,
): Promise<{ months: BalanceMonth[] }> {
  const account = sellerAccountOf(actor.id);
  const { rows } = await db.execute<MonthRow>(sql`
    with months as (
      select generate_series(this - interval '11 months', this, interval '1 month') as month
      from date_trunc('month', now() at time zone 'UTC') as this
    ), changes as (
      select date_trunc('month', t.at at time zone 'UTC') as month,
        sum(e.amount_cents) filter (where t.type in ('payout', 'payout-failed')) as paid_out,
        -sum(e.amount_cents) filter (where t.type not in ('payout', 'payout-failed')) as earned
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account = ${account}
        and t.at >= (select min(month) from months) at time zone 'UTC'
      group by 1
    )
    select to_char(month, 'YYYY-MM') as month, coalesce(earned, 0) as earned,
      coalesce(paid_out, 0) as paid_out,
      coalesce((select -balance_cents from ledger_accounts where account = ${account}), 0)
        as available
    from months left join changes using (month) order by month desc`);
  // The current month ends with the balance of now; each earlier one with what the next began with.
  let closing = Number(rows[0]?.available ?? 0);
  const months = rows.map((row) => {
    const [earned, paidOut] = [Number(row.earned), Number(row.paid_out)];
    const month = {
      month: row.month,
      earned: toDollars(earned),
      paidOut: toDollars(paidOut),
      closing: toDollars(closing),
    };
    closing -= earned - paidOut;
    return month;
  });
  return { months: months.reverse() };
}
