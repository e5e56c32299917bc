import { expect, test } from 'vitest';
import { checkedText } from './checked-text.ts';

test('only of a phone on offer it is said that nobody else offers it', () => {
  expect(checkedText({ reported: null }, true)).toBe(
    'Its IMEI has the right format and check digit, and nobody else offers or reported it here.',
  );
  expect(checkedText({ reported: null }, false)).toBe(
    'Its IMEI has the right format and check digit.',
  );
});

test.each([true, false])(
  'a report is named, whether the phone is on offer or not: %s',
  (isOffered) => {
    const reported = { as: 'stolen', at: '2026-11-20T10:00:00.000Z' } as const;
    expect(checkedText({ reported }, isOffered)).toBe(
      'Its IMEI has the right format and check digit. Its last known owner has reported it as stolen here.',
    );
  },
);
