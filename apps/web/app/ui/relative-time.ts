/** Said where there is no usable date (specification, 2 and 9). */
export const fallbackAge = '7 days ago';

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * How long ago something was, in English: "3 days ago", "just now".
 *
 * @param date ISO 8601; anything else, and times to come, answer `fallbackAge`
 * @param now milliseconds since 1970
 */
export function relativeTime(date: string | null | undefined, now: number): string {
  const then = date ? Date.parse(date) : Number.NaN;
  // A minute of grace for clocks that differ.
  if (Number.isNaN(then) || then - now > 60_000) return fallbackAge;
  const seconds = Math.max(0, (now - then) / 1000);
  for (const [unit, length] of units) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
