import { type Dispute, formatPrice } from '@redial/contract';
import { ambiguityText, parsePrice, tooManyDecimals } from '../../ui/price-input.ts';

/** A partial refund as typed: what the buyer gets back in all, or what is wrong with it. */
export type Refund =
  | { readonly dollars: number; readonly error?: never }
  | { readonly error: string; readonly dollars?: never };

/** Reads a partial refund: more than what is back already, and less than the price. */
export function readRefund(
  text: string,
  { price, refunded }: Pick<Dispute, 'price' | 'refunded'>,
): Refund {
  if (text.trim() === '') return { error: 'Enter how much the buyer gets back' };
  const typed = parsePrice(text);
  if (typed.kind === 'ambiguous') {
    const isPossible = (dollars: number) => dollars > refunded && dollars < price;
    return { error: ambiguityText(typed.readings, isPossible) };
  }
  if (typed.kind === 'too-many-decimals') return { error: tooManyDecimals };
  if (typed.kind === 'invalid') return { error: 'Enter an amount, such as 40 or 40.50' };
  const { dollars } = typed;
  if (dollars <= refunded) return { error: `Enter an amount above ${formatPrice(refunded)}` };
  return dollars < price ? { dollars } : { error: `Enter an amount below ${formatPrice(price)}` };
}
