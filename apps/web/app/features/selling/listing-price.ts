import { formatPrice, priceLimits, toCents, toDollars } from '@redial/contract';
import { parsePrice } from '../../ui/price-input.ts';

/** The valid readings of an ambiguous price such as `1.250`; none if it is not ambiguous. */
export function possiblePrices(text: string): number[] {
  const price = parsePrice(text);
  return price.kind === 'ambiguous' ? price.readings.filter((dollars) => !limitError(dollars)) : [];
}

/**
 * Says what is wrong with a price as typed.
 *
 * @param what names the price, such as "the resale price"
 */
export function validatePrice(what: string, text: string): string | undefined {
  if (text.trim() === '') return `Enter ${what}`;
  const price = parsePrice(text);
  if (price.kind === 'amount') return limitError(price.dollars);
  if (price.kind === 'too-many-decimals') return 'Use at most two decimals';
  if (price.kind === 'invalid') return 'Enter a price in dollars, such as 349.50';
  const choices = possiblePrices(text).map(formatPrice);
  return choices.length > 0 ? `Did you mean ${choices.join(' or ')}?` : 'Use at most two decimals';
}

function limitError(dollars: number): string | undefined {
  const cents = toCents(dollars);
  if (cents === undefined) return 'Use at most two decimals';
  const { minCents, maxCents } = priceLimits;
  return cents < minCents || cents > maxCents
    ? `The price must be between ${formatPrice(toDollars(minCents))} and ${formatPrice(toDollars(maxCents))}`
    : undefined;
}

/** Converts a valid price as typed to dollars. */
export function toDollarAmount(text: string): number {
  const price = parsePrice(text);
  if (price.kind !== 'amount') throw new Error('a listing without a valid price');
  return price.dollars;
}
