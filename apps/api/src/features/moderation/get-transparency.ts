import {
  countedRules,
  type getTransparency as endpoint,
  type ResponseOf,
  type TransparencyFigures,
  transparencyMonths,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import { auditEntries } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';

interface Row extends Record<string, unknown> {
  /** Null in the row of the total. */
  readonly month: string | null;
  readonly reports: number;
  readonly decisions: number;
  readonly dismissed: number;
  readonly rules: Partial<Record<string, number>>;
  readonly medianHours: number | null;
  readonly appeals: number;
  readonly appealsDecided: number;
  readonly appealsUpheld: number;
}

/**
 * Counts reports, decisions and appeals of the last months, in UTC, from the audit log alone: it can be
 * verified, and is never changed.
 */
export async function getTransparency({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<ResponseOf<typeof endpoint>> {
  const all = monthsUntil(clock.now());
  const { rows } = await db.execute<Row>(sql`
    with entries as (
      select to_char(at at time zone 'utc', 'YYYY-MM') as month,
        action in ('product.reported', 'report.received', 'conversation.reported') as is_report,
        action in ('moderation.decided', 'reports.resolved', 'held-listing.decided', 'review.removed',
          'conversation-report.closed') as is_decision,
        case action
          when 'moderation.decided' then changes -> 'decision' ->> 1 = 'dismiss'
          when 'reports.resolved' then changes -> 'reports' ->> 1 = 'dismissed'
          when 'held-listing.decided' then changes -> 'review' ->> 1 = 'released'
          else action = 'conversation-report.closed'
        end as is_dismissal,
        coalesce(changes -> 'rule' ->> 1, 'unnamed') as rule,
        extract(epoch from at - (changes -> 'since' ->> 1)::timestamptz) / 3600 as hours,
        action = 'appeal.received' as is_appeal,
        case when action = 'appeal.decided' then changes -> 'appeal' ->> 1 end as appeal
      from ${auditEntries}
      where action in ('product.reported', 'report.received', 'conversation.reported',
          'moderation.decided', 'reports.resolved', 'held-listing.decided', 'review.removed',
          'conversation-report.closed', 'appeal.received', 'appeal.decided')
        and at >= ${`${all[0]}-01`}::timestamp at time zone 'utc'
        and at < ${`${all.at(-1)}-01`}::timestamp at time zone 'utc' + interval '1 month'
    ), by_rule as (
      select month, rule, count(*)::int as decisions from entries
      where is_decision and not is_dismissal
      group by grouping sets ((month, rule), (rule))
    )
    select month, count(*) filter (where is_report)::int as reports,
      count(*) filter (where is_decision)::int as decisions,
      count(*) filter (where is_decision and is_dismissal)::int as dismissed,
      (select coalesce(jsonb_object_agg(r.rule, r.decisions), '{}') from by_rule r
        where r.month is not distinct from entries.month) as rules,
      (percentile_cont(0.5) within group (order by hours) filter (where is_decision))::float8
        as "medianHours",
      count(*) filter (where is_appeal)::int as appeals,
      count(*) filter (where appeal is not null)::int as "appealsDecided",
      count(*) filter (where appeal = 'upheld')::int as "appealsUpheld"
    from entries group by grouping sets ((month), ())`);
  const first =
    rows
      .map(({ month }) => month ?? '')
      .filter(Boolean)
      .toSorted()[0] ?? all.at(-1);
  const figuresOf = (month: string | null) => toFigures(rows.find((row) => row.month === month));
  return {
    months: all
      .filter((month) => month >= (first ?? ''))
      .map((month) => ({ month, ...figuresOf(month) })),
    total: figuresOf(null),
  };
}

/** The last months, oldest first; the last one is the current. */
const monthsUntil = (now: Date): readonly string[] =>
  Array.from({ length: transparencyMonths }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - transparencyMonths + 1 + index))
      .toISOString()
      .slice(0, 7),
  );

/** @param row undefined for a month in which there was nothing. */
function toFigures(row: Row | undefined): TransparencyFigures {
  const { medianHours = null, rules = {} } = row ?? {};
  return {
    reports: row?.reports ?? 0,
    decisions: row?.decisions ?? 0,
    dismissed: row?.dismissed ?? 0,
    byRule: countedRules.flatMap((rule) => {
      const decisions = rules[rule] ?? 0;
      return decisions > 0 ? [{ rule, decisions }] : [];
    }),
    medianHours: medianHours === null ? null : Math.round(medianHours * 10) / 10,
    appeals: row?.appeals ?? 0,
    appealsDecided: row?.appealsDecided ?? 0,
    appealsUpheld: row?.appealsUpheld ?? 0,
  };
}
