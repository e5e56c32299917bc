import { isTimeZone } from '@redial/contract';
import { readerLocale } from './reader-locale.ts';
import { unbrokenTime } from './unbroken-time.ts';

/**
 * Formats a time in the reader's zone and notation: "Thu, Nov 26, 2:00 PM", "Thu, 26 Nov, 14:00", or
 * "Wed, Nov 26, 2025, 2:00 PM" for one of another year.
 *
 * @param zone another zone
 */
export function formatDateTime(
  iso: string,
  now = new Date(),
  zone?: Pick<Intl.DateTimeFormatOptions, 'timeZone' | 'timeZoneName'>,
): string {
  const at = new Date(iso);
  const text = at.toLocaleString(readerLocale(), {
    ...zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...yearIfOther(at, now),
    hour: 'numeric',
    minute: '2-digit',
  });
  return unbrokenTime(text);
}

/**
 * The time of a meeting where the two meet, with that of the reader if it is another one: "Fri, Dec 4, 3:00 PM
 * Germany Time, for you Fri, Dec 4, 9:00 AM".
 */
export function formatMeetingTime(
  { at, timeZone }: { at: string; timeZone: string | null },
  now = new Date(),
): string {
  const own = formatDateTime(at, now);
  // Another browser may know zones that this one does not.
  const zone = timeZone !== null && isTimeZone(timeZone) ? { timeZone } : {};
  return formatDateTime(at, now, zone) === own
    ? own
    : `${formatDateTime(at, now, { ...zone, timeZoneName: 'shortGeneric' })}, for you ${own}`;
}

/** The option that shows the year of a time, unless it is the current one. */
const yearIfOther = (at: Date, now: Date) =>
  at.getFullYear() === now.getFullYear() ? undefined : ({ year: 'numeric' } as const);

/**
 * Formats a past time for a list, in the reader's zone and notation: "2:00 PM" for one of today, "Nov 26", or
 * "Nov 26, 2025" for one of another year.
 */
export function formatShortTime(iso: string, now = new Date()): string {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) {
    return at.toLocaleTimeString(readerLocale(), { hour: 'numeric', minute: '2-digit' });
  }
  return at.toLocaleDateString(readerLocale(), {
    month: 'short',
    day: 'numeric',
    ...yearIfOther(at, now),
  });
}

/** Formats a time in the reader's zone, such as `Nov 22, 14:05`. For pages that render in the browser only. */
export const formatTime = (iso: string | null): string =>
  iso === null
    ? ''
    : new Date(iso).toLocaleString(readerLocale(), {
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
