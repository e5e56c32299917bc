import { Problem } from './problem.ts';

const dayMs = 24 * 3600_000;

/**
 * Reads a period of whole days in UTC from a query. Both days belong to it.
 *
 * @param days `YYYY-MM-DD` each. Only the years 1000 to 2999: PostgreSQL has no year 0, and the day after
 *   the year 9999 has no ISO form of ten characters.
 * @returns `from` and the first moment after the period.
 * @throws Problem `validation.failed` if the period ends before it begins.
 */
export function parsePeriod(days: { from: string; to: string }): { from: Date; to: Date } {
  for (const name of ['from', 'to'] as const) {
    if (!/^[12]/.test(days[name])) {
      throw new Problem('validation.failed', 'Choose a year up to 2999', `query.${name}`);
    }
  }
  const from = new Date(`${days.from}T00:00:00Z`);
  const to = new Date(new Date(`${days.to}T00:00:00Z`).getTime() + dayMs);
  if (!(from < to)) {
    throw new Problem('validation.failed', 'The period ends before it begins', 'query.to');
  }
  return { from, to };
}
