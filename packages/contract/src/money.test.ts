import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPrice, toCents, toDollars } from './money.ts';

test('every whole number of cents survives the way over the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
      expect(toCents(JSON.parse(JSON.stringify(toDollars(cents))))).toBe(cents);
    }),
  );
});

test.each([12.345, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 0.001])(
  '%s dollars are no whole cents',
  (dollars) => expect(toCents(dollars)).toBeUndefined(),
);

test.each([
  [1299, '$1,299'],
  [89.5, '$89.50'],
  [0, '$0'],
])('%s is shown as %s', (dollars, text) => expect(formatPrice(dollars)).toBe(text));
