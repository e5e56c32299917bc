import { expect, test } from 'vitest';
import { parsePrice } from './price-input.ts';

test.each([
  ['349', 349],
  ['349.50', 349.5],
  ['349,50', 349.5],
  ['1,29', 1.29],
  ['7.', 7],
  ['12.5', 12.5],
  ['$ 12.5', 12.5],
  ['US$1,299', 1299],
  ['1299 USD', 1299],
  ['1,250', 1250],
  ['12,345', 12345],
  ['1,250.00', 1250],
  ['1.250,00', 1250],
  ['1 250', 1250],
  ['1\u00a0250,5', 1250.5],
  ['1’250.50', 1250.5],
  ['1.250.000', 1_250_000],
  ['100,000.00', 100_000],
])('%s means %d dollars', (text, dollars) => {
  const parsed = parsePrice(text);
  expect(parsed).toEqual({ kind: 'amount', dollars });
});

test('a dot before three digits may be either sign', () => {
  expect(parsePrice('1.250')).toEqual({ kind: 'ambiguous', readings: [1250, 1.25] });
  expect(parsePrice('$12.345')).toEqual({ kind: 'ambiguous', readings: [12345, 12.345] });
});

test.each([
  '',
  'cheap',
  '-5',
  '1e3',
  'Infinity',
  '1,2,3',
  '12,34.5',
  '1.250.00',
  '1 25',
  '1,250,00',
])('%j is not a price', (text) => {
  expect(parsePrice(text).kind).toBe('invalid');
});

test.each(['1.2345', '0.999', '3.14159', '0.500', '1,250.999'])(
  '%s has too many decimals',
  (text) => {
    expect(parsePrice(text)).toEqual({ kind: 'too-many-decimals' });
  },
);
