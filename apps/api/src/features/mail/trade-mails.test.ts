import { expect, test } from 'vitest';
import { meetingTime } from './trade-mails.ts';

test.each([
  ['Europe/Berlin', 'Friday, 4 December 2026 at 15:00 Central European Time'],
  ['America/New_York', 'Friday, 4 December 2026 at 09:00 Eastern Time'],
  ['Pacific/Auckland', 'Saturday, 5 December 2026 at 03:00 New Zealand Time'],
  [null, 'Friday, 4 December 2026 at 14:00 UTC'],
])('the mail about a meeting in %s has the time there: %s', (timeZone, text) => {
  expect(meetingTime('2026-12-04T14:00:00Z', timeZone)).toBe(text);
});
