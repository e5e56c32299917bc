import { expect, test } from 'vitest';
import { formatShortTime } from './date-time.ts';

/** Without a zone: the zone of the reader. */
const now = new Date('2026-11-26T15:00:00');

test.each([
  ['2026-11-26T00:05:00', '12:05 AM'],
  ['2026-11-25T23:55:00', 'Nov 25'],
  ['2026-01-02T15:00:00', 'Jan 2'],
  ['2025-12-31T15:00:00', 'Dec 31, 2025'],
])('%s is shown in a list as %s', (at, text) => {
  // Some versions of ICU separate the time by a narrow space.
  expect(formatShortTime(at, now).replace(/\s/g, ' ')).toBe(text);
});
