import Type, { type Static } from 'typebox';

/** What the manufacturer has announced about the security updates of a model. */
export const updateAnnouncements = ['dated', 'supported', 'unknown'] as const;

/**
 * Security updates of a model. `dated`: they end, or ended, on a known day. `supported`: the model still
 * gets them, and no end has been announced. `unknown`: no source says anything.
 */
export const UpdatePolicy = Type.Object({
  status: Type.Enum(updateAnnouncements),
  until: Type.Optional(
    Type.String({ format: 'date', description: 'The last day; only with status `dated`' }),
  ),
  source: Type.Optional(Type.String({ maxLength: 300 })),
  asOf: Type.Optional(
    Type.String({ maxLength: 10, description: 'Date of the information: year, month or day' }),
  ),
});
export type UpdatePolicy = Static<typeof UpdatePolicy>;

/** Whether a model gets security updates on a given day. */
export type UpdateSupport =
  | { readonly status: 'supported'; readonly until?: string; readonly monthsLeft?: number }
  | { readonly status: 'ended'; readonly until: string }
  | { readonly status: 'unknown' };

/**
 * Evaluates the announcement on a day (UTC). Updates end at the end of the announced day: on that day
 * the model is still supported.
 *
 * @returns with a known end, the whole months left.
 */
export function getUpdateSupport(
  {
    status,
    until,
  }: { readonly status: UpdatePolicy['status']; readonly until?: string | undefined },
  now: Date,
): UpdateSupport {
  if (status === 'supported') return { status };
  if (status === 'unknown' || until === undefined) return { status: 'unknown' };
  const today = now.toISOString().slice(0, 10);
  if (today > until) return { status: 'ended', until };
  return { status: 'supported', until, monthsLeft: wholeMonths(today, until) };
}

/** `Security updates until Feb 2028 (1 y 3 m)`; likewise for ended, open-ended and unknown support. */
export function updateSupportText(support: UpdateSupport): string {
  if (support.status === 'unknown') return 'Security updates: unknown';
  if (support.status === 'ended') return `Security updates ended in ${monthText(support.until)}`;
  if (support.until === undefined) return 'Security updates: no end announced';
  return `Security updates until ${monthText(support.until)} (${durationText(support.monthsLeft ?? 0)})`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * The month of a date, or a day's date: `Feb 2028`.
 *
 * @param date `YYYY-MM` or `YYYY-MM-DD`.
 */
export const monthText = (date: string): string =>
  `${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;

/** Years and months: `1 y 3 m`, `2 y`, `5 m`, `less than a month`. */
export function durationText(wholeMonths: number): string {
  const [years, rest] = [Math.floor(wholeMonths / 12), wholeMonths % 12];
  const parts = [...(years > 0 ? [`${years} y`] : []), ...(rest > 0 ? [`${rest} m`] : [])];
  return parts.join(' ') || 'less than a month';
}

/** Whole months between two dates, `YYYY-MM-DD`. */
function wholeMonths(from: string, to: string): number {
  const part = (date: string, at: number, length: number) => Number(date.slice(at, at + length));
  const difference = (part(to, 0, 4) - part(from, 0, 4)) * 12 + part(to, 5, 2) - part(from, 5, 2);
  return part(to, 8, 2) < part(from, 8, 2) ? difference - 1 : difference;
}
