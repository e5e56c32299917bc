import { expect, test } from 'vitest';
import { percentOf } from './review-texts.ts';

test.each([
  [29, 50, '58%'],
  [57, 100, '57%'],
  [199, 200, '99%'],
  [3, 3, '100%'],
  [0, 4, '0%'],
])('%i of %i sales are %s', (part, all, text) => {
  expect(percentOf(part, all)).toBe(text);
});
