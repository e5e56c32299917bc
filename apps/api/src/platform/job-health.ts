import type { JobHealth } from '@redial/contract';
import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/** A job is late after this many of its periods without a run; one of every minute after 15. */
const latePeriods = 3;
const shortestPeriod = 5 * 60;

/**
 * How each scheduled job last ran, on any of the servers that share the database. The rows are those of
 * the job queue, which deletes them after some time (`jobs.ts`).
 *
 * @returns an empty list if no job queue has been started on this database.
 */
export async function readJobHealth({ db }: Pick<Deps, 'db'>, now: Date): Promise<JobHealth[]> {
  const { rows: found } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('jobs.schedule') is not null as exists`,
  );
  if (!found[0]?.exists) return [];
  const { rows } = await db.execute<{
    name: string;
    cron: string;
    scheduledAt: string;
    endedAt: string | null;
    failed: boolean | null;
  }>(sql`
    select s.name, s.cron, s.created_on as "scheduledAt", last.completed_on as "endedAt",
      last.state = 'failed' as failed
    from jobs.schedule s
    left join lateral (
      select j.completed_on, j.state from jobs.job j
      where j.name = s.name and j.state in ('completed', 'failed')
      order by j.completed_on desc limit 1
    ) last on true
    order by s.name`);
  return rows.map(({ name, cron, scheduledAt, endedAt, failed }) => {
    const last = new Date(endedAt ?? scheduledAt);
    const allowed = Math.max(periodOf(cron), shortestPeriod) * latePeriods;
    return {
      name,
      lastRunAt: endedAt === null ? null : last.toISOString(),
      failed: failed === true,
      late: (now.getTime() - last.getTime()) / 1000 > allowed,
    };
  });
}

/** Seconds between two runs of a cron expression of five fields; of a list, the longest it can be. */
export function periodOf(cron: string): number {
  const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] = cron
    .trim()
    .split(/\s+/);
  const steps = [
    [minute, 60],
    [hour, 3600],
  ] as const;
  if (month !== '*') return 366 * 86_400;
  if (day !== '*') return 31 * 86_400;
  if (weekday !== '*') return 7 * 86_400;
  if (!/^\*/.test(hour)) return 86_400;
  for (const [field, unit] of steps) {
    const step = /^\*(?:\/(\d+))?$/.exec(field);
    if (step) return Number(step[1] ?? 1) * unit;
  }
  return 3600;
}
