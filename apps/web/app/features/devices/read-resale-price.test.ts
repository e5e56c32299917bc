import { expect, test } from 'vitest';
import { readResalePrice } from './read-resale-price.ts';

test.each([
  ['350', 350],
  ['350,50', 350.5],
  ['$1,250', 1250],
  [' 1 250,00 ', 1250],
])('reads %s', (text, dollars) => {
  expect(readResalePrice(text)).toEqual({ dollars });
});

test.each([
  ['', 'Enter the price'],
  ['1.250', 'Did you mean $1,250 or $1.25?'],
  ['1,2,3', 'Enter a price in dollars'],
  ['abc', 'Enter a price in dollars'],
  ['0.99', 'between $1 and $100,000'],
  ['100001', 'between $1 and $100,000'],
])('refuses "%s" with a sentence', (text, sentence) => {
  expect(readResalePrice(text).error).toContain(sentence);
});
