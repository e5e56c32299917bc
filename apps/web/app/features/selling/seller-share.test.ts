import { expect, test } from 'vitest';
import { sellerShareText } from './seller-share.ts';

test('a seller sees what arrives of the price', () => {
  expect(sellerShareText('345.50', 5)).toBe('You receive $328.22 after the 5% fee');
  expect(sellerShareText('1,250', 4.25)).toBe('You receive $1,196.87 after the 4.25% fee');
  expect(sellerShareText('200', 0)).toBe('You receive $200 after the 0% fee');
});

test('before a price is typed, the fee alone is named', () => {
  for (const text of ['', 'free', '1.250']) {
    expect(sellerShareText(text, 5)).toContain('less the 5% fee');
  }
});
