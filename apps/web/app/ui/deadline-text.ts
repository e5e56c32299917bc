import { readerLocale } from './reader-locale.ts';
import { unbrokenTime } from './unbroken-time.ts';

const format = (date: Date, options: Intl.DateTimeFormatOptions): string =>
  unbrokenTime(new Intl.DateTimeFormat(readerLocale(), options).format(date));

const time = { hour: 'numeric', minute: '2-digit' } as const;

/**
 * A point in time in the reader's time zone: `today, 14:05`, `tomorrow, 14:05`, `Wed 25 Nov, 14:05`.
 * For the browser only: the server does not know the reader's zone.
 *
 * @param at ISO 8601
 * @param now Unix milliseconds
 */
export function deadlineText(at: string, now: number): string {
  const date = new Date(at);
  const days = Math.round((startOfDay(date) - startOfDay(new Date(now))) / 86_400_000);
  const clock = format(date, time);
  if (days === 0) return `today, ${clock}`;
  if (days === 1) return `tomorrow, ${clock}`;
  return format(date, { weekday: 'short', day: 'numeric', month: 'short', ...time });
}

/** A point in time in full, in the reader's time zone: `Thursday 26 November, 14:00`. */
export function momentText(at: string): string {
  const date = new Date(at);
  const day = format(date, { weekday: 'long', day: 'numeric', month: 'long' });
  return `${day}, ${format(date, time)}`;
}

/** Date and time with the zone, for documents: `22 November 2026, 14:05 CET`. */
export const dateTimeText = (at: string): string =>
  format(new Date(at), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...time,
    timeZoneName: 'short',
  });

/**
 * What is left until a deadline: `5 days`, `23 hours`, `1 minute`.
 *
 * @returns undefined once it has passed
 */
export function timeLeft(at: string, now: number): string | undefined {
  const minutes = Math.floor((Date.parse(at) - now) / 60_000);
  if (minutes < 0) return undefined;
  if (minutes < 1) return 'less than a minute';
  const hours = Math.floor(minutes / 60);
  const [count, unit] =
    hours < 2
      ? [minutes, 'minute']
      : hours < 48
        ? [hours, 'hour']
        : [Math.floor(hours / 24), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const startOfDay = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
