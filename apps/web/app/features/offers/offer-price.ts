import { formatPrice, priceLimits, toCents, toDollars } from '@redial/contract';
import { ambiguityText, parsePrice, tooManyDecimals } from '../../ui/price-input.ts';

/** An offered price as typed: the amount, or what is wrong with it. */
export type OfferPrice =
  | { readonly dollars: number; readonly error?: never }
  | { readonly error: string; readonly dollars?: never };

/**
 * Reads an offered price.
 *
 * @param asking the asking price in dollars, which no offer exceeds.
 */
export function readOfferPrice(text: string, asking: number): OfferPrice {
  if (text.trim() === '') return { error: 'Enter the price that you offer' };
  const price = parsePrice(text);
  if (price.kind === 'ambiguous') {
    return { error: ambiguityText(price.readings, (dollars) => dollars <= asking) };
  }
  if (price.kind === 'too-many-decimals') return { error: tooManyDecimals };
  if (price.kind === 'invalid') return { error: 'Enter a price, such as 250' };
  const cents = toCents(price.dollars) ?? 0;
  if (cents < priceLimits.minCents) {
    return { error: `Offer at least ${formatPrice(toDollars(priceLimits.minCents))}` };
  }
  if (price.dollars > asking) {
    return { error: `The phone costs ${formatPrice(asking)}: offer that or less` };
  }
  return { dollars: price.dollars };
}

/** Reads the secret limit of a blind offer, in whole dollars. */
export function readCeiling(text: string): OfferPrice {
  if (text.trim() === '') return { error: 'Enter the most that you would pay' };
  const price = parsePrice(text);
  const dollars = price.kind === 'ambiguous' ? price.readings[0] : undefined;
  const whole = price.kind === 'amount' ? price.dollars : dollars;
  const highest = toDollars(priceLimits.maxCents);
  if (whole === undefined || !Number.isInteger(whole) || whole < 1 || whole > highest) {
    return { error: 'Enter whole dollars, such as 250' };
  }
  return { dollars: whole };
}
