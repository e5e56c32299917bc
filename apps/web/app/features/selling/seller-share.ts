import { feeOf, formatPercent, formatPrice, toCents, toDollars } from '@redial/contract';
import { parsePrice } from '../../ui/price-input.ts';

/**
 * What of a price arrives at the seller: `You receive $328.22 after the 5% fee`.
 *
 * @param price as typed
 */
export function sellerShareText(price: string, feePercent: number): string {
  const input = parsePrice(price);
  const cents = input.kind === 'amount' ? toCents(input.dollars) : undefined;
  const fee = `the ${formatPercent(feePercent)} fee`;
  if (!cents) return `In dollars, what you ask for it. You receive it less ${fee}`;
  const share = cents - feeOf(cents, Math.round(feePercent * 100));
  return `You receive ${formatPrice(toDollars(share))} after ${fee}`;
}
