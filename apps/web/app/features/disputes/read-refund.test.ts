import { expect, test } from 'vitest';
import { readRefund } from './read-refund.ts';

const amounts = { price: 389, refunded: 0 };

test.each([
  ['40', 40],
  ['$40.50', 40.5],
  ['40,50', 40.5],
] as const)('%s is a partial refund of %d dollars', (text, dollars) => {
  expect(readRefund(text, amounts)).toEqual({ dollars });
});

test.each([
  ['  ', 'Enter how much the buyer gets back'],
  ['٣٤', 'Enter an amount, such as 40 or 40.50'],
  ['1e2', 'Enter an amount, such as 40 or 40.50'],
  ['40.505', 'Use at most two decimals, such as 40.50'],
  ['1.250', 'Enter an amount, such as 1.25'],
  ['0', 'Enter an amount above $0'],
  ['389', 'Enter an amount below $389'],
] as const)('%j is refused with what is wrong', (text, error) => {
  expect(readRefund(text, amounts)).toEqual({ error });
});

test('a refund is more than what is back already', () => {
  expect(readRefund('40', { ...amounts, refunded: 40 })).toEqual({
    error: 'Enter an amount above $40',
  });
});

test('an ambiguous refund is asked about if both readings are possible', () => {
  expect(readRefund('1.250', { price: 1300, refunded: 0 })).toEqual({
    error: 'Did you mean $1,250 or $1.25?',
  });
});
