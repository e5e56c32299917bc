import type { ModeratedKind, ModerationItem, ReportReason } from '@redial/contract';
import { moderationLimits } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import {
  conversationReports,
  moderationAppeals,
  moderationDecisions,
  products,
  reports,
  riskAssessments,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { isRelistedAs } from './queries.ts';
import { describeItems, type QueueRow } from './queue-details.ts';

/**
 * Lists what waits for a decision, one item per target: what has open reports, listings held for review,
 * and listings whose seller says that requested changes are made. The listings
 * with the highest risk score come first, then the most reported, then the oldest. Reports of a deleted listing are those of the listing of the same phone, if there is one.
 *
 * @param input.reason only targets with an open report for this reason.
 */
export async function getModerationQueue(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  _actor: User,
  input: { kind?: ModeratedKind; reason?: ReportReason },
): Promise<{ items: ModerationItem[]; total: number; openAppeals: number }> {
  const { kind = null, reason = null } = input;
  const { rows } = await db.execute<{
    item: Omit<QueueRow, 'since'>;
    since: string;
    total: number;
  }>(sql`
    with open_reports as (
      select r.id,
        case when r.product_id is not null then 'listing'
          when r.user_id is not null then 'person' else 'review' end as kind,
        coalesce(listed.id, r.product_id, r.user_id, r.review_id) as target_id,
        r.reason, r.text, r.created_at, r.asked_cents, r.expected_cents,
        case when r.reporter = 'price' then 'marketplace'
          when r.reporter like 'user:%' then 'user' else 'visitor' end as by
      from ${reports} r
      left join ${products} reported on reported.id = r.product_id
      left join lateral (
        select c.id from ${products} c
        where c.removed_at is null and not c.is_paid and ${isRelistedAs(sql`reported`, sql`c`)}
        order by c.posted_at desc limit 1
      ) listed on true
      where r.state = 'open'
      union all
      select c.id, 'conversation', c.conversation_id, c.category, nullif(c.reason, ''), c.created_at,
        null, null, 'user'
      from ${conversationReports} c where c.closed_at is null
    ), waiting as (
      select 'listing' as kind, p.id as target_id, coalesce(held.held_at, p.posted_at) as since, true as held,
        false as answered
      from ${products} p left join ${riskAssessments} held on held.product_id = p.id
      where 'review' = any(p.hidden_reasons) and p.removed_at is null
      union all
      select 'listing', d.product_id, d.decided_at, false, true
      from ${moderationDecisions} d where d.state = 'answered' and d.product_id is not null
    ), items as (
      select kind, target_id, count(id)::int as report_count, min(since) as since,
        bool_or(held) as held, bool_or(answered) as answered, min(asked_cents) as asked,
        min(expected_cents) as expected,
        coalesce(
          jsonb_agg(jsonb_build_object('_id', id, 'reason', reason, 'text', text, 'by', by,
              'at', to_char(since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            order by since desc, id) filter (where id is not null),
          '[]') as reports
      from (
        select id, kind, target_id, reason, text, by, created_at as since, false as held,
          false as answered, asked_cents, expected_cents from open_reports
        union all
        select null, kind, target_id, null, null, null, since, held, answered, null, null from waiting
      ) each
      group by kind, target_id
    )
    select jsonb_build_object('kind', kind, 'id', target_id, 'reportCount', report_count,
        'held', held, 'answered', answered, 'reports', reports, 'asked', asked,
        'expected', expected, 'score', risk.score, 'riskParts', risk.parts) as item,
      since, count(*) over ()::int as total
    from items
    left join ${riskAssessments} risk on kind = 'listing' and risk.product_id = target_id
    where (${kind}::text is null or kind = ${kind})
      and (${reason}::text is null or reports @> jsonb_build_array(jsonb_build_object('reason', ${reason}::text)))
    order by coalesce(risk.score, 0) desc, report_count desc, since, target_id
    limit ${moderationLimits.listed}`);
  const queued = rows.map(({ item, since }) => ({ ...item, since: new Date(since) }));
  return {
    items: await describeItems(db, settings, queued),
    total: rows[0]?.total ?? 0,
    openAppeals: await db.$count(moderationAppeals, eq(moderationAppeals.state, 'open')),
  };
}
