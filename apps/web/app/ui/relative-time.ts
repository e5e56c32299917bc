/** Fallback when there is no valid date (specification, 2 and 9). */
export const fallbackAge = '7 days ago';

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * Formats a date as relative time: "3 days ago", "just now".
 *
 * @param date ISO 8601; invalid and future dates yield `fallbackAge`
 * @param now Unix milliseconds
 */
export function relativeTime(date: string | null | undefined, now: number): string {
  const then = date ? Date.parse(date) : Number.NaN;
  // Tolerates a minute of clock skew.
  if (Number.isNaN(then) || then - now > 60_000) return fallbackAge;
  const seconds = Math.max(0, (now - then) / 1000);
  for (const [unit, length] of units) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
