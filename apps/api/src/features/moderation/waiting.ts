import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  conversationReports,
  moderationDecisions,
  products,
  reports,
  riskAssessments,
} from '../../db/schema/index.ts';

/** The page of the queue. */
export const queuePath = '/dashboard/moderation';
/** The page of the appeals. */
export const appealsPath = '/dashboard/moderation?view=appeals';

/**
 * SQL query of what waits for moderators and since when: a target has a row for each cause. Reports of
 * each kind are a part of their own, so that those of one target are found by its index.
 */
export const waitingTargets: SQL = sql`
  select r.product_id as target, r.created_at as since
  from ${reports} r where r.state = 'open' and r.product_id is not null
  union all
  select r.user_id, r.created_at from ${reports} r where r.state = 'open' and r.user_id is not null
  union all
  select r.review_id, r.created_at from ${reports} r where r.state = 'open' and r.review_id is not null
  union all
  select c.conversation_id, c.created_at from ${conversationReports} c where c.closed_at is null
  union all
  select p.id, coalesce(a.held_at, p.posted_at)
  from ${products} p left join ${riskAssessments} a on a.product_id = p.id
  where 'review' = any(p.hidden_reasons) and p.removed_at is null
  union all
  select d.product_id, d.decided_at from ${moderationDecisions} d
  where d.state = 'answered' and d.product_id is not null`;

/** How many targets wait: at least so many, where there are too many to count for each of them. */
export interface WaitingCount {
  readonly count: number;
  readonly isExact: boolean;
}

/** Rows of `waitingTargets` that are counted. Counting 36 thousand took 0.2 s for each new report. */
const maxCounted = 1000;

/**
 * Finds since when a target waits for moderators, and how many targets do.
 *
 * @param id of a listing, a person, a review or a conversation.
 * @returns `undefined` if it does not wait.
 */
export async function findWaiting(
  db: Executor,
  id: string,
): Promise<({ since: Date } & WaitingCount) | undefined> {
  const { rows } = await db.execute<{ since: string | null; count: number; rows: number }>(sql`
    select (select min(since) from (${waitingTargets}) waiting where target = ${id}) as since,
      count(distinct target)::int as count, count(*)::int as rows
    from (select target from (${waitingTargets}) waiting limit ${maxCounted}) counted`);
  const [row] = rows;
  return row?.since
    ? { since: new Date(row.since), count: row.count, isExact: row.rows < maxCounted }
    : undefined;
}
