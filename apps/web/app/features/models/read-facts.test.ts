import { expect, test } from 'vitest';
import { readInches, readLaunchPrice } from './read-facts.ts';

test.each([
  ['', {}],
  ['149', { value: 149 }],
  ['$1,299', { value: 1299 }],
  ['100,50', { value: 100.5 }],
  ['1.250', { error: 'Did you mean $1,250 or $1.25?' }],
  ['1.2345', { error: 'Use at most two decimals, such as 40.50' }],
] as const)('%j as a price when new', (text, expected) => {
  expect(readLaunchPrice(text)).toEqual(expected);
});

test.each(['1e3', '0x10', 'cheap', '0', '100001'])('%s is no price when new', (text) => {
  expect(readLaunchPrice(text)).toEqual({ error: 'Enter a price between 1 and 100,000' });
});

test.each([
  ['', {}],
  ['6.1', { value: 6.1 }],
  ['6,1', { value: 6.1 }],
] as const)('%j as the size of a screen', (text, expected) => {
  expect(readInches(text)).toEqual(expected);
});

test.each(['1e1', '0x10', '1.9', '20.1', 'large'])('%s is no size of a screen', (text) => {
  expect(readInches(text)).toEqual({ error: 'Enter a number between 2 and 20' });
});
