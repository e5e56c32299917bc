import { type AttentionItem, type AttentionName, attentionLimits } from '@redial/contract';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { failingAttempts } from '../../platform/operational-figures.ts';
import { waitingTargets } from '../moderation/index.ts';

/** A row of a count: `oldest` is when the oldest began to wait. */
interface Counted extends Record<string, unknown> {
  readonly name: AttentionName;
  readonly count: number;
  readonly overdue: number;
  readonly oldest: string | null;
}

const toItem = ({ name, count, overdue, oldest }: Counted): AttentionItem => ({
  name,
  count,
  overdue,
  oldest: oldest === null ? null : new Date(oldest).toISOString(),
});

/** What waits for moderators. The queue has one item per target, whatever is open about it. */
export async function countModeration(db: Executor): Promise<AttentionItem[]> {
  const { rows } = await db.execute<Counted>(sql`
    with waiting as (${waitingTargets})
    select 'moderation-queue' as name, count(distinct target)::int as count, 0 as overdue,
      min(since) as oldest from waiting
    union all
    select 'reported-messages', count(distinct conversation_id)::int, 0, min(created_at)
    from conversation_reports where closed_at is null
    union all
    select 'appeals', count(*)::int, 0, min(created_at) from moderation_appeals where state = 'open'
    union all
    select 'possession-proofs', count(*)::int, 0, min(submitted_at)
    from possession_proofs where state = 'submitted'`);
  return rows.map(toItem);
}

/** What went wrong with money. */
export async function countMoney(db: Executor): Promise<AttentionItem[]> {
  const { evidenceHours, lateMinutes, refundMinutes } = attentionLimits;
  const { rows } = await db.execute<Counted>(sql`
    select 'chargebacks' as name, count(*)::int as count,
      count(*) filter (where evidence_due_at < now() + make_interval(hours => ${evidenceHours}))::int
        as overdue,
      min(opened_at) as oldest
    from chargebacks
    where state = 'open' and evidence_submitted_at is null and evidence_due_at > now()
    union all
    select 'late-refunds', count(*)::int, count(*)::int, min(late.created_at)
    from (
      -- While a chargeback is open, no refund is made.
      select r.created_at from refunds r join orders o on o.id = r.order_id
      where r.state = 'due' and r.created_at < now() - make_interval(mins => ${refundMinutes})
        and o.chargeback_opened_at is null
      union all
      -- Of those that the bank has refused: what is held of an order that has ended is its buyer's.
      select r.changed_at from refunds r join orders o on o.id = r.order_id
      where r.state = 'failed' and r.provider_refund_id is not null
        and o.state in ('completed', 'refunded', 'cancelled', 'expired')
        and exists (select from ledger_accounts a
          where a.account = 'escrow:' || o.id and a.balance_cents <> 0)
    ) late
    union all
    select 'ledger', count(*)::int, count(*)::int, min(coalesce(violated_at, checked_at))
    from ledger_invariants
    where not holds or checked_at < now() - make_interval(mins => ${lateMinutes})
    union all
    select 'reconciliation', coalesce(jsonb_array_length(last.findings), 0),
      coalesce(jsonb_array_length(last.findings), 0),
      case when jsonb_array_length(last.findings) > 0 then last.finished_at end
    from (values (1)) one(n) left join lateral (
      select findings, finished_at from provider_reconciliations order by id desc limit 1
    ) last on true
    union all
    select 'provider-events', count(*)::int, count(*)::int, min(received_at)
    from provider_events
    where handled_at is null and received_at < now() - make_interval(mins => ${lateMinutes})`);
  return [...rows.map(toItem), await countFailedPayouts(db), await countPayoutRows(db)];
}

/** Payouts that failed, and whose. One is settled by another payout, and by an account that was verified since. */
async function countFailedPayouts(db: Executor): Promise<AttentionItem> {
  const { rows } = await db.execute<PayoutRow>(sql`
    select p.user_id as id, u.name, p.changed_at as at
    from payouts p join users u on u.id = p.user_id
    where p.state = 'failed'
      and p.changed_at > now() - make_interval(days => ${attentionLimits.failedPayoutDays})
      and not exists (select from payouts later
        where later.user_id = p.user_id and later.requested_at > p.requested_at)
      and not exists (select from payout_accounts a
        where a.user_id = p.user_id and a.status = 'enabled' and a.changed_at > p.changed_at)
    order by p.changed_at`);
  return toPayoutItem('failed-payouts', rows);
}

/** Payouts that have not left, or not arrived. Those of suspended sellers wait on purpose. */
async function countPayoutRows(db: Executor): Promise<AttentionItem> {
  const { payoutMinutes, arrivalDays } = attentionLimits;
  const { rows } = await db.execute<PayoutRow>(sql`
    select p.user_id as id, u.name, p.requested_at as at
    from payouts p join users u on u.id = p.user_id
    where p.state not in ('settled', 'failed') and not u.suspended and (
      p.state in ('requested', 'transferred', 'returning')
        and p.requested_at < now() - make_interval(mins => ${payoutMinutes})
      or p.state = 'paying' and p.arrives_at < now() - make_interval(days => ${arrivalDays}))
    order by p.requested_at`);
  return toPayoutItem('late-payouts', rows);
}

/** A payout with its seller. */
interface PayoutRow extends Record<string, unknown> {
  /** The seller's. */
  readonly id: string;
  readonly name: string;
  readonly at: string;
}

function toPayoutItem(name: AttentionName, rows: readonly PayoutRow[]): AttentionItem {
  const [first] = rows;
  return {
    name,
    count: rows.length,
    overdue: rows.length,
    oldest: first ? new Date(first.at).toISOString() : null,
    people: rows
      .slice(0, attentionLimits.people)
      .map(({ id, name: person }) => ({ _id: id, name: person })),
  };
}

/** What the machinery has not done: blocks that were not sealed, messages that were not delivered. */
export async function countMachinery(db: Executor): Promise<AttentionItem[]> {
  const { lateMinutes } = attentionLimits;
  const late = sql`now() - make_interval(mins => ${lateMinutes})`;
  const { rows } = await db.execute<Counted>(sql`
    with sealed as (
      select c.chain, coalesce((select b.last_id from sealed_blocks b where b.chain = c.chain
        order by b.number desc limit 1), 0) as last_id
      from (values ('ledger'), ('audit')) c(chain)
    ), unsealed as (
      select (select t.at from ledger_transactions t where t.id > s.last_id order by t.id limit 1) as at
      from sealed s where s.chain = 'ledger'
      union all
      select (select e.at from audit_entries e where e.id > s.last_id order by e.id limit 1)
      from sealed s where s.chain = 'audit'
    ), broken as (
      select at from unsealed where at < ${late}
      union all
      select finished_at from chain_verifications where findings <> '[]' and finished_at is not null
    ), dead as (
      select case when kind = 'mail.send' then 'mail-dead-letters'
          when kind ~ '^(payment|refund|chargeback|payout)[.]' then 'card-dead-letters'
          when kind like 'push.%' then 'push-dead-letters' else 'other-dead-letters' end as name,
        dead_at
      from outbox where done_at is null and dead_at is not null
    )
    select 'seals' as name, count(*)::int as count, count(*)::int as overdue, min(at) as oldest
    from broken
    union all
    select kinds.name, count(dead.name)::int, count(dead.name)::int, min(dead_at)
    from (values ('card-dead-letters'), ('mail-dead-letters'), ('push-dead-letters'),
      ('other-dead-letters')) kinds(name)
    left join dead on dead.name = kinds.name group by kinds.name
    union all
    select 'outbox', count(*)::int,
      count(*) filter (where due_at < ${late} or attempts >= ${failingAttempts})::int,
      min(least(due_at, now()))
    from outbox where done_at is null and dead_at is null and (due_at <= now()
      or attempts >= ${failingAttempts} and kind not in ('mail.send', 'push.send'))`);
  return rows.map(toItem);
}
