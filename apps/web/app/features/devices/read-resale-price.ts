import { formatPrice, priceLimits, toCents, toDollars } from '@redial/contract';
import { ambiguityText, parsePrice, tooManyDecimals } from '../../ui/price-input.ts';

/** The price of a resale as typed: the amount, or what is wrong with it. */
export type ResalePrice =
  | { readonly dollars: number; readonly error?: never }
  | { readonly error: string; readonly dollars?: never };

/** Reads the price for which a bought phone is offered again. */
export function readResalePrice(text: string): ResalePrice {
  if (text.trim() === '') return { error: 'Enter the price' };
  const price = parsePrice(text);
  if (price.kind === 'ambiguous') return { error: ambiguityText(price.readings, isPossible) };
  if (price.kind === 'too-many-decimals') return { error: tooManyDecimals };
  if (price.kind === 'invalid') return { error: 'Enter a price in dollars, such as 349.50' };
  if (isPossible(price.dollars)) return { dollars: price.dollars };
  const [least, most] = [priceLimits.minCents, priceLimits.maxCents]
    .map(toDollars)
    .map(formatPrice);
  return { error: `The price must be between ${least} and ${most}` };
}

function isPossible(dollars: number): boolean {
  const cents = toCents(dollars) ?? 0;
  return cents >= priceLimits.minCents && cents <= priceLimits.maxCents;
}
