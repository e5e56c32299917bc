import { expect, test } from 'vitest';
import { fallbackAge, relativeTime } from './relative-time.ts';

const now = Date.parse('2026-03-15T12:00:00Z');

test.each([
  ['2026-03-15T11:59:40Z', 'just now'],
  ['2026-03-15T11:59:00Z', '1 minute ago'],
  ['2026-03-15T10:30:00Z', '1 hour ago'],
  ['2026-03-14T12:00:00Z', '1 day ago'],
  ['2026-03-01T12:00:00Z', '14 days ago'],
  ['2026-01-15T12:00:00Z', '1 month ago'],
  ['2023-03-15T12:00:00Z', '3 years ago'],
])('%s is %s', (date, age) => {
  expect(relativeTime(date, now)).toBe(age);
});

test.each([undefined, null, '', 'soon', '2027-01-01T00:00:00Z'])(
  'falls back to 7 days ago for %j',
  (date) => {
    expect(fallbackAge).toBe('7 days ago');
    expect(relativeTime(date, now)).toBe(fallbackAge);
  },
);

test('a slightly future date counts as now', () => {
  expect(relativeTime('2026-03-15T12:00:30Z', now)).toBe('just now');
});
