import type { LedgerInvariantName } from '@redial/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { findVerification } from '../../platform/sealing/index.ts';
import { compareBalances } from './find-wrong-balances.ts';

/** What a check found: amounts in cents and counts, by name. */
export interface CheckResult {
  readonly holds: boolean;
  readonly figures: Readonly<Record<string, number>>;
}

/** Days for which changed orders and payouts are checked every minute; a verification checks all. */
const recentDays = 2;
/** Accounts with at most this many entries are recomputed every minute, if they changed lately. */
const maxSampledEntries = 1000;
/** The number of accounts that are recomputed every minute. */
const sampledAccounts = 100;

/**
 * The invariants of the ledger. All are checked every minute in one snapshot of the database, at a cost
 * that depends on open orders and recent changes, not on the length of the history.
 */
export const invariants = {
  'sums-to-zero': async (db) => {
    const { total, accounts } = await figures<'total' | 'accounts'>(
      db,
      sql`select coalesce(sum(balance_cents), 0) as total, count(*) as accounts
        from ledger_accounts where balance_cents <> 0`,
    );
    return { holds: total === 0, figures: { totalCents: total, accounts } };
  },
  'escrow-matches-orders': async (db) => {
    // A refund leaves escrow when the card provider has accepted it. One that was requested after the
    // release is the seller's. The release and the refund of a settlement have the same time. A refund
    // that failed at the bank is in escrow again, until the buyer gets the money in another way.
    const { held, due, escrow, differing } = await figures<'held' | 'due' | 'escrow' | 'differing'>(
      db,
      sql`with expected as (
        select id as order_id, price_cents - refunded_cents as held, 0 as due from orders
          where state not in ('unpaid', 'cancelled', 'expired', 'completed', 'refunded')
        union all
        select r.order_id, 0, r.amount_cents from refunds r
          where r.state = 'due' and not exists (
            select from ledger_transactions t
            where t.key = 'release:' || r.order_id and t.at < r.created_at)
        union all
        select p.order_id, 0, e.amount_cents from payments p
          join ledger_transactions t on t.key = 'capture:' || p.id
          join ledger_entries e on e.transaction_id = t.id and e.account = 'provider'
          where p.state = 'refund_due'
      ), by_order as (
        select 'escrow:' || order_id as account, sum(held) as held, sum(due) as due
        from expected group by order_id
      ), found as (
        select account, -balance_cents as cents from ledger_accounts
        where balance_cents <> 0 and account >= 'escrow:' and account < 'escrow;'
      )
      select coalesce(sum(held), 0) as held, coalesce(sum(due), 0) as due,
        coalesce(sum(cents), 0) as escrow,
        count(*) filter (where coalesce(cents, 0) <> coalesce(held + due, 0)
          and coalesce(cents, 0) not between coalesce(held + due, 0) and coalesce(held + due, 0) + (
            select coalesce(sum(e.amount_cents), 0)
            from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
            where t.order_id = substr(account, 8)::uuid and t.type = 'refund-failed'
              and e.account = 'provider'
          )) as differing
      from by_order full join found using (account)`,
    );
    return {
      holds: differing === 0,
      figures: { escrowCents: escrow, heldCents: held, refundsDueCents: due, differing },
    };
  },
  'liabilities-covered': async (db) => {
    const { owed, covered, debts } = await figures<'owed' | 'covered' | 'debts'>(
      db,
      sql`select
        -coalesce(sum(balance_cents) filter (where account = 'payouts'
          or account like 'escrow:%' or account like 'seller:%'), 0) as owed,
        coalesce(sum(balance_cents) filter (where account in
          ('provider', 'provider-fees', 'chargebacks', 'operator')), 0) as covered,
        coalesce(sum(balance_cents) filter (where account like 'seller:%' and balance_cents > 0), 0) as debts
        from ledger_accounts where balance_cents <> 0`,
    );
    return {
      holds: owed <= covered,
      figures: { liabilitiesCents: owed, coveredCents: covered, sellerDebtsCents: debts },
    };
  },
  'one-release-per-order': async (db) => {
    const { completed, missing } = await figures<'completed' | 'missing'>(
      db,
      sql`select count(*) as completed, count(*) filter (where not exists (
          select from ledger_transactions t where t.key = 'release:' || o.id and t.type = 'release'
        ) or (
          select count(*) from ledger_transactions t where t.order_id = o.id and t.type = 'release'
        ) <> 1) as missing
        from orders o where state = 'completed' and refunded_cents < price_cents
          and changed_at > now() - make_interval(days => ${recentDays})`,
    );
    return { holds: missing === 0, figures: { completedOrders: completed, differing: missing } };
  },
  'payouts-within-balance': async (db) => {
    const { payouts, exceeding } = await figures<'payouts' | 'exceeding'>(
      db,
      sql`select count(*) as payouts, count(*) filter (where (
          select sum(amount_cents) from ledger_entries earlier
          where earlier.account = e.account and earlier.id <= e.id
        ) > 0) as exceeding
        from (
          select id from ledger_transactions
          where type = 'payout' and at > now() - make_interval(days => ${recentDays})
          order by at desc, id desc limit 100
        ) t join ledger_entries e on e.transaction_id = t.id and e.account like 'seller:%'`,
    );
    return { holds: exceeding === 0, figures: { payouts, differing: exceeding } };
  },
  'balances-match-entries': async (db) => {
    const wrong = await compareBalances(
      db,
      sql`entries <= ${maxSampledEntries} and account in (
        select account from (
          select account from ledger_entries order by id desc limit ${5 * sampledAccounts}
        ) recent group by account limit ${sampledAccounts})`,
    );
    return { holds: wrong.length === 0, figures: { differing: wrong.length } };
  },
  'chain-intact': async (db) => {
    const last = await findVerification(db, 'ledger');
    const findings = last?.finishedAt ? last.findings.length : 0;
    return { holds: findings === 0, figures: { findings } };
  },
} as const satisfies Record<LedgerInvariantName, (db: Executor) => Promise<CheckResult>>;

/** Executes a query of one row of numbers. */
async function figures<Name extends string>(
  db: Executor,
  query: SQL,
): Promise<Record<Name, number>> {
  const { rows } = await db.execute<Record<Name, string>>(query);
  const entries = Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]);
  return Object.fromEntries(entries);
}
