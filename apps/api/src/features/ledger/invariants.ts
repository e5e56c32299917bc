import type { LedgerInvariantName } from '@redial/contract';
import { desc, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { providerReconciliations, sealedBlocks } from '../../db/schema/index.ts';
import { findVerification } from '../../platform/sealing/index.ts';
import { compareBalances } from './find-wrong-balances.ts';

/** What a check found: amounts in cents and counts, by name. */
export interface CheckResult {
  readonly holds: boolean;
  readonly figures: Readonly<Record<string, number>>;
  /** How far a check of a growing history has come. */
  readonly progress?: CheckProgress;
}

/** Up to where a growing history was checked, so that each run checks what was added since. */
export interface CheckProgress {
  /** The highest id below which nothing can appear any more, and nothing was wrong. */
  readonly checkedTo: number;
  /** How many were checked up to there. */
  readonly checked: number;
}

/** Rows of a history that one run checks, if it has fallen behind. */
const rowsPerRun = 5_000;
/**
 * Seconds after which the transaction that wrote an event of an order has finished. A connection ends
 * after 10 idle seconds in a transaction, and a statement after 5 (`connectionSettings`).
 */
const settledSeconds = 3600;
/** Accounts with at most this many entries are recomputed every minute, if they changed lately. */
const maxSampledEntries = 1000;
/** The number of accounts that are recomputed every minute. */
const sampledAccounts = 100;

/**
 * The invariants of the ledger. All are checked every minute in one snapshot of the database, at a cost
 * that depends on open orders and on what was added since, not on the length of the history. A
 * verification checks all of it (`ledgerChain`).
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
        select p.order_id, 0, -e.amount_cents from payments p
          cross join lateral (
            select 'capture:' || p.id as key
            union all
            select 'chargeback-lost:' || c.id from chargebacks c
              where c.order_id = p.order_id and c.payment_id = p.id
          ) posted
          join ledger_transactions t on t.key = posted.key
          join ledger_entries e on e.transaction_id = t.id and e.account = 'escrow:' || p.order_id
          where p.state = 'refund_due'
      ), by_order as (
        select 'escrow:' || order_id as account, sum(held) as held, sum(due) as due
        from expected group by order_id
      ), found as (
        select account, -balance_cents as cents from ledger_accounts
        where balance_cents <> 0 and account >= 'escrow:' and account < 'escrow;'
      ), compared as (
        select account, held, due, cents from by_order full join found using (account)
      )
      select coalesce(sum(held), 0) as held, coalesce(sum(due), 0) as due,
        coalesce(sum(cents), 0) as escrow,
        count(*) filter (where coalesce(cents, 0) <> coalesce(held + due, 0)
          and coalesce(cents, 0) not between coalesce(held + due, 0) and coalesce(held + due, 0) + (
            select coalesce(sum(e.amount_cents), 0)
            from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
            where t.order_id = substr(compared.account, 8)::uuid and t.type = 'refund-failed'
              and e.account = 'provider'
          )) as differing
      from compared`,
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
  'one-release-per-order': async (db, before) => {
    const found = await figures<'completed' | 'wrong' | 'firstWrong' | 'settled'>(
      db,
      sql`with settled as (
        select least(coalesce(max(id), 0), ${before.checkedTo}::bigint + ${rowsPerRun}) as id from (
          select id from order_events where at < now() - make_interval(secs => ${settledSeconds})
          order by id desc limit 1) last
      ), found as (
        select e.id, e.order_id from order_events e join orders o on o.id = e.order_id
        where e.id > ${before.checkedTo} and e.id <= ${before.checkedTo}::bigint + ${rowsPerRun}
          and o.state = 'completed' and o.refunded_cents < o.price_cents
      ), completed as (
        select order_id, min(id) as first, max(id) as last from found group by order_id
      ), wrong as (select * from completed where ${hasNotOneRelease(sql`completed.order_id`)})
      select (select id from settled) as settled,
        (select count(*) from completed where last <= (select id from settled)) as completed,
        (select count(*) from wrong) as wrong,
        (select coalesce(min(first), 0) from wrong) as "firstWrong"`,
    );
    return {
      holds: found.wrong === 0,
      figures: { completedOrders: before.checked + found.completed, differing: found.wrong },
      progress: advance(before, found, found.completed),
    };
  },
  'payouts-within-balance': async (db, before) => {
    // The balance after a payout is today's less what came later.
    const found = await figures<'payouts' | 'sealed' | 'wrong' | 'firstWrong' | 'settled'>(
      db,
      sql`with settled as (
        select least(coalesce(max(last_id), 0), ${before.checkedTo}::bigint + ${rowsPerRun}) as id
        from sealed_blocks where chain = 'ledger'
      ), payouts as (
        select t.id as transaction_id, e.id, e.account
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.type = 'payout' and e.account like 'seller:%'
          and t.id > ${before.checkedTo} and t.id <= ${before.checkedTo}::bigint + ${rowsPerRun}
      ), balances as (
        select e.id, a.balance_cents - coalesce(sum(e.amount_cents) over (
          partition by e.account order by e.id desc rows between unbounded preceding and 1 preceding
        ), 0) as cents
        from (select account, min(id) as first from payouts group by account) p
        join ledger_accounts a using (account)
        join ledger_entries e on e.account = p.account and e.id >= p.first
      ), wrong as (select transaction_id from payouts join balances using (id) where cents > 0)
      select (select id from settled) as settled,
        (select count(*) from payouts) as payouts,
        (select count(*) from payouts where transaction_id <= (select id from settled)) as sealed,
        (select count(*) from wrong) as wrong,
        (select coalesce(min(transaction_id), 0) from wrong) as "firstWrong"`,
    );
    return {
      holds: found.wrong === 0,
      figures: { payouts: before.checked + found.payouts, differing: found.wrong },
      progress: advance(before, found, found.sealed),
    };
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
    const names = sealedBlocks.chain.enumValues;
    const verifications = await Promise.all(names.map((name) => findVerification(db, name)));
    const findings = verifications.reduce(
      (sum, last) => sum + (last?.finishedAt ? last.findings.length : 0),
      0,
    );
    return { holds: findings === 0, figures: { findings } };
  },
  'provider-reconciled': async (db) => {
    const [last] = await db
      .select()
      .from(providerReconciliations)
      .orderBy(desc(providerReconciliations.id))
      .limit(1);
    const entries = Object.entries(last?.figures ?? {})
      .filter(([name]) => name.endsWith('.entries'))
      .reduce((sum, [, n]) => sum + n, 0);
    const findings = last?.findings.length ?? 0;
    return { holds: findings === 0, figures: { comparedEntries: entries, findings } };
  },
} as const satisfies Record<
  LedgerInvariantName,
  (db: Executor, before: CheckProgress) => Promise<CheckResult>
>;

/** Whether an order has no release or several. @param orderId its id, as a column with its table. */
export const hasNotOneRelease = (orderId: SQL): SQL => sql`not exists (
    select from ledger_transactions t where t.key = 'release:' || ${orderId} and t.type = 'release'
  ) or (
    select count(*) from ledger_transactions t
    where t.order_id = ${orderId} and t.type = 'release') <> 1`;

/** Goes on to what is settled, or to before what is wrong, which is checked again. */
function advance(
  before: CheckProgress,
  { settled, wrong, firstWrong }: { settled: number; wrong: number; firstWrong: number },
  checked: number,
): CheckProgress {
  if (wrong > 0 && firstWrong <= settled) return before;
  return settled > before.checkedTo
    ? { checkedTo: settled, checked: before.checked + checked }
    : before;
}

/** Executes a query of one row of numbers. */
async function figures<Name extends string>(
  db: Executor,
  query: SQL,
): Promise<Record<Name, number>> {
  const { rows } = await db.execute<Record<Name, string>>(query);
  const entries = Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]);
  return Object.fromEntries(entries);
}
