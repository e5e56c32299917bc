import Type from 'typebox';

/** The only currency, as ISO 4217 in lower case, as card providers write it. */
export const currency = 'usd';

/** US dollars in the API: a JSON number with at most two decimals. */
export const Dollars = Type.Number({ minimum: 0, description: 'US dollars, at most two decimals' });

/** Price limits of a product in cents (1 to 100,000 dollars). */
export const priceLimits = { minCents: 100, maxCents: 10_000_000 } as const;

/**
 * Converts dollars to cents.
 *
 * @returns cents, or `undefined` if the amount is not finite, is negative, or has more than two
 *   decimals: amounts are never rounded silently.
 */
export function toCents(dollars: number): number | undefined {
  if (!Number.isFinite(dollars) || dollars < 0) return undefined;
  const cents = Math.round(dollars * 100);
  // Both are the double nearest to the decimal number, if it has at most two decimals.
  return Number.isSafeInteger(cents) && cents / 100 === dollars ? cents : undefined;
}

/** Basis points in a whole: a fee of 500 is 5 %. */
const basisPoints = 10_000;

/**
 * The fee of an amount, rounded half up to a cent.
 *
 * @param cents what the seller keeps, before the fee.
 * @param feeBasisPoints hundredths of a percent.
 */
export const feeOf = (cents: number, feeBasisPoints: number): number =>
  Math.floor((cents * feeBasisPoints * 2 + basisPoints) / (2 * basisPoints));

/** Converts cents to dollars, as the API represents them. */
export const toDollars = (cents: number): number => cents / 100;

/**
 * Formats a number in US English: `1,299`, or `1,299.50` with two decimals. Does not use `Intl`,
 * because creating the first formatter takes a mobile browser as long as rendering ten product cards.
 *
 * @param decimals number of decimals, always shown.
 */
export const formatNumber = (value: number, decimals = 0): string =>
  value.toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** Formats a price with the `$` prefix of the specification: `$1,299`, `$89.50`. Omits zero cents. */
export const formatPrice = (dollars: number): string =>
  `$${formatNumber(dollars, Number.isInteger(dollars) ? 0 : 2)}`;

/** Formats an amount that can be negative, with a minus sign before the currency: `−$12.50`. */
export const formatSignedPrice = (dollars: number): string =>
  dollars < 0 ? `−${formatPrice(-dollars)}` : formatPrice(dollars);
