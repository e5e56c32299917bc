import { expect, test } from 'vitest';
import { readCeiling, readOfferPrice } from './offer-price.ts';

test.each([
  ['300', 300],
  ['$345', 345],
  ['1', 1],
  ['299,50', 299.5],
] as const)('%s is an offer of %d dollars', (text, dollars) => {
  expect(readOfferPrice(text, 345)).toEqual({ dollars });
});

test.each([
  ['', 'Enter the price'],
  ['cheap', 'Enter a price'],
  ['0.50', 'at least $1'],
  ['345.01', 'costs $345'],
  ['1.250', 'Enter an amount, such as 1.25'],
  ['10.255', 'two decimals'],
  ['250.999', 'two decimals'],
  ['1000.255', 'two decimals'],
] as const)('%s is refused with a reason', (text, reason) => {
  expect(readOfferPrice(text, 345).error).toContain(reason);
});

test('an ambiguous offer is asked about if the phone costs as much as both readings', () => {
  expect(readOfferPrice('1.250', 1300).error).toBe('Did you mean $1,250 or $1.25?');
  expect(readOfferPrice('1.255', 1300).error).toBe('Enter an amount, such as 1255');
});

test.each([
  ['250', { dollars: 250 }],
  ['$1,250', { dollars: 1250 }],
  ['1.250', { dollars: 1250 }],
  ['', { error: 'Enter the most that you would pay' }],
  ['250.50', { error: 'Enter whole dollars, such as 250' }],
  ['0', { error: 'Enter whole dollars, such as 250' }],
  ['cheap', { error: 'Enter whole dollars, such as 250' }],
] as const)('%s as the limit of a blind offer', (text, expected) => {
  expect(readCeiling(text)).toEqual(expected);
});
