import Type from 'typebox';

/** US dollars on the wire: a JSON number with at most two decimals. */
export const Dollars = Type.Number({ minimum: 0, description: 'US dollars, at most two decimals' });

/** The least and the most that a phone may cost, in cents (1 to 100,000 dollars). */
export const priceLimits = { minCents: 100, maxCents: 10_000_000 } as const;

/**
 * Dollars to whole cents.
 *
 * @returns cents, or `undefined` where the amount is not finite, is negative, or has more than two
 *   decimals: money is never rounded silently.
 */
export function toCents(dollars: number): number | undefined {
  if (!Number.isFinite(dollars) || dollars < 0) return undefined;
  const cents = Math.round(dollars * 100);
  return Number.isSafeInteger(cents) && Math.abs(dollars * 100 - cents) < 1e-6 ? cents : undefined;
}

/** Whole cents to dollars, as they stand on the wire. */
export const toDollars = (cents: number): number => cents / 100;

/**
 * A number as people read it: `1,299`, with two decimals `1,299.50`. Not by the browser's formats, whose first one takes a
 * phone as long as ten cards take to render; server and browser say the same.
 *
 * @param decimals how many it always has
 */
export const formatNumber = (value: number, decimals = 0): string =>
  value.toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/**
 * A price as people read it, with the specification's `$` prefix: `$1,299`, `$89.50`.
 * Cents are left out when there are none.
 */
export const formatPrice = (dollars: number): string =>
  `$${formatNumber(dollars, Number.isInteger(dollars) ? 0 : 2)}`;
