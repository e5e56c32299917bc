import { expect, test } from 'vitest';
import { durationText, getUpdateSupport, updateSupportText } from './update-support.ts';

const textAt = (until: string, now: string) =>
  updateSupportText(getUpdateSupport({ status: 'dated', until }, new Date(now)));

test.each([
  ['2028-02-16T23:59:59Z', 'Security updates until Feb 2028 (less than a month)'],
  ['2028-02-17T00:00:00Z', 'Security updates until Feb 2028 (less than a month)'],
  ['2028-02-17T23:59:59Z', 'Security updates until Feb 2028 (less than a month)'],
  ['2028-02-18T00:00:00Z', 'Security updates ended in Feb 2028'],
  ['2026-11-17T12:00:00Z', 'Security updates until Feb 2028 (1 y 3 m)'],
  ['2026-11-18T12:00:00Z', 'Security updates until Feb 2028 (1 y 2 m)'],
  ['2026-02-17T12:00:00Z', 'Security updates until Feb 2028 (2 y)'],
])('counts down to 17 February 2028 at %s', (now, text) => {
  expect(textAt('2028-02-17', now)).toBe(text);
});

test('an end that nobody announced is not counted down', () => {
  const now = new Date('2026-11-22');
  expect(updateSupportText(getUpdateSupport({ status: 'supported' }, now))).toBe(
    'Security updates: no end announced',
  );
  expect(updateSupportText(getUpdateSupport({ status: 'unknown' }, now))).toBe(
    'Security updates: unknown',
  );
});

test('months are written in years and months', () => {
  expect([0, 1, 11, 12, 27].map(durationText)).toEqual([
    'less than a month',
    '1 m',
    '11 m',
    '1 y',
    '2 y 3 m',
  ]);
});
