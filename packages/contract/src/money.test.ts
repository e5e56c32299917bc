import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatNumber, formatPrice, toCents, toDollars } from './money.ts';

test('every whole number of cents survives JSON serialization as dollars', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
      expect(toCents(JSON.parse(JSON.stringify(toDollars(cents))))).toBe(cents);
    }),
  );
});

test.each([
  12.345,
  99.9999999999,
  100.0000000001,
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e300,
  0.001,
])('%s dollars are no whole cents', (dollars) => expect(toCents(dollars)).toBeUndefined());

test.each([
  [1299, '$1,299'],
  [89.5, '$89.50'],
  [0, '$0'],
])('%s is shown as %s', (dollars, text) => expect(formatPrice(dollars)).toBe(text));

test('numbers are formatted like Intl does for US English', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (number) => {
      expect(formatNumber(number)).toBe(number.toLocaleString('en-US'));
      expect(formatNumber(number / 100, 2)).toBe(
        (number / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }),
      );
    }),
  );
});
