import Type from 'typebox';

/** US dollars on the wire: a JSON number with at most two decimals. */
export const Dollars = Type.Number({ minimum: 0, description: 'US dollars, at most two decimals' });

/** The least and the most that a phone may cost, in cents (1 to 100,000 dollars). */
export const priceBounds = { minCents: 100, maxCents: 10_000_000 } as const;

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
 * A price as people read it, with the specification's `$` prefix: `$1,299`, `$89.50`.
 * Cents are left out when there are none.
 */
export function formatPrice(dollars: number): string {
  const digits = Number.isInteger(dollars) ? 0 : 2;
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}
