import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deadlineText, momentText, timeLeft } from './deadline-text.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['2026-11-25T11:59:00Z', '2 days'],
  ['2026-11-24T11:59:00Z', '47 hours'],
  ['2026-11-23T11:59:00Z', '23 hours'],
  ['2026-11-22T14:00:00Z', '2 hours'],
  ['2026-11-22T13:59:59Z', '119 minutes'],
  ['2026-11-22T12:01:30Z', '1 minute'],
  ['2026-11-22T12:00:30Z', 'less than a minute'],
  ['2026-11-22T11:59:00Z', undefined],
])('until %s there is %s left', (at, left) => expect(timeLeft(at, now)).toBe(left));

test('no line breaks between a time and its AM or PM', () => {
  const at = '2026-11-30T13:28:00';
  expect(momentText(at)).toBe('Monday, November 30, 1:28\u00a0PM');
  expect(deadlineText(at, now)).toBe('Mon, Nov 30, 1:28\u00a0PM');
});
