import { formatNumber, priceLimits, toDollars } from '@redial/contract';
import { ambiguityText, parsePrice, tooManyDecimals } from '../../ui/price-input.ts';

/** A fact as typed: nothing is unknown. */
export interface ReadFact {
  readonly value?: number;
  /** What is wrong with it. */
  readonly error?: string;
}

/** Reads a price in dollars. */
export function readLaunchPrice(text: string): ReadFact {
  if (text.trim() === '') return {};
  const price = parsePrice(text);
  const [least, most] = [toDollars(priceLimits.minCents), toDollars(priceLimits.maxCents)];
  const isPossible = (dollars: number) => dollars >= least && dollars <= most;
  if (price.kind === 'ambiguous') return { error: ambiguityText(price.readings, isPossible) };
  if (price.kind === 'too-many-decimals') return { error: tooManyDecimals };
  return price.kind === 'amount' && isPossible(price.dollars)
    ? { value: price.dollars }
    : { error: `Enter a price between ${least} and ${formatNumber(most)}` };
}

/** Reads the diagonal of a screen in inches. */
export function readInches(text: string): ReadFact {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return {};
  const inches = /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN;
  return inches >= 2 && inches <= 20
    ? { value: inches }
    : { error: 'Enter a number between 2 and 20' };
}
