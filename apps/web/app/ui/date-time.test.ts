import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { formatDateTime, formatMeetingTime, formatShortTime } from './date-time.ts';

/** Without a zone: the zone of the reader. */
const now = new Date('2026-11-26T15:00:00');

beforeEach(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['2026-11-26T00:05:00', '12:05 AM'],
  ['2026-11-25T23:55:00', 'Nov 25'],
  ['2026-01-02T15:00:00', 'Jan 2'],
  ['2025-12-31T15:00:00', 'Dec 31, 2025'],
])('%s is shown in a list as %s', (at, text) => {
  // Some versions of ICU separate the time by a narrow space.
  expect(formatShortTime(at, now).replace(/\s/g, ' ')).toBe(text);
});

test.each([
  ['2026-01-02T15:00:00', 'Fri, Jan 2, 3:00 PM'],
  ['2025-11-29T09:51:00', 'Sat, Nov 29, 2025, 9:51 AM'],
  ['2027-01-01T00:05:00', 'Fri, Jan 1, 2027, 12:05 AM'],
])('%s is shown in full as %s', (at, text) => {
  expect(formatDateTime(at, now).replace(/\s/g, ' ')).toBe(text);
});

test.each([
  ['de-DE', 'Sat, 29 Nov 2025, 14:05'],
  ['en-GB', 'Sat, 29 Nov 2025, 14:05'],
  ['en-US', 'Sat, Nov 29, 2025, 2:05 PM'],
])('a reader with %s reads %s', (language, text) => {
  vi.stubGlobal('navigator', { language });
  expect(formatDateTime('2025-11-29T14:05:00', now).replace(/\s/g, ' ')).toBe(text);
});

test('a meeting has its own time, and that of a reader elsewhere', () => {
  const at = '2026-12-04T14:00:00Z';
  const format = (timeZone: string | null) =>
    formatMeetingTime({ at, timeZone }, now).replace(/\s/g, ' ');
  const own = formatDateTime(at, now).replace(/\s/g, ' ');
  expect(format(Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(own);
  expect(format(null)).toBe(own);
  expect(format('Mars/Utopia_Planitia')).toBe(own);
  expect(format('Asia/Kathmandu')).toBe(`Fri, Dec 4, 7:45 PM Nepal Time, for you ${own}`);
});
