import { expect, test } from 'vitest';
import { toNumberOrUnknown } from './details-form.ts';

test.each([
  ['', null],
  [' 88 ', 88],
  ['88 %', 88],
] as const)('%j is read as %s', (text, number) => {
  expect(toNumberOrUnknown(text)).toBe(number);
});

test.each(['0x32', '1e2', '88.5', '-4', '٣٤', 'good'])('%s is no whole number', (text) => {
  expect(toNumberOrUnknown(text)).toBeNaN();
});
