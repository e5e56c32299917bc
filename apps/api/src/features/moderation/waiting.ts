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

/** SQL query of what waits for moderators and since when: a target has a row for each cause. */
export const waitingTargets: SQL = sql`
  select coalesce(r.product_id, r.user_id, r.review_id) as target, r.created_at as since
  from ${reports} r where r.state = 'open'
  union all
  select c.conversation_id, c.created_at from ${conversationReports} c where c.closed_at is null
  union all
  select p.id, coalesce(a.held_at, p.posted_at)
  from ${products} p left join ${riskAssessments} a on a.product_id = p.id
  where 'review' = any(p.hidden_reasons) and p.removed_at is null
  union all
  select d.product_id, d.decided_at from ${moderationDecisions} d
  where d.state = 'answered' and d.product_id is not null`;

/**
 * Finds since when a target waits for moderators, and how many targets do.
 *
 * @param id of a listing, a person, a review or a conversation.
 * @returns `undefined` if it does not wait.
 */
export async function findWaiting(
  db: Executor,
  id: string,
): Promise<{ since: Date; count: number } | undefined> {
  const { rows } = await db.execute<{ since: string | null; count: number }>(sql`
    select min(since) filter (where target = ${id}) as since, count(distinct target)::int as count
    from (${waitingTargets}) waiting`);
  const [row] = rows;
  return row?.since ? { since: new Date(row.since), count: row.count } : undefined;
}
