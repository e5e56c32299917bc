import { formatPrice, type ResolutionKind, toCents, toDollars } from '@redial/contract';
import { Problem } from '../../platform/problem.ts';

/** How a dispute ends; `refundCents` is set for a partial refund only. */
export interface Resolution {
  readonly kind: ResolutionKind;
  readonly refundCents: number | null;
}

/**
 * Reads kind and amount of a proposal or a decision.
 *
 * @param order a partial refund is what its buyer gets back in all.
 * @throws Problem `validation.failed` unless a partial refund is more than the buyer has got back
 *   before and less than the price.
 */
export function parseResolution(
  { kind, refund }: { kind: ResolutionKind; refund?: number },
  { priceCents, refundedCents }: { priceCents: number; refundedCents: number },
): Resolution {
  if (kind !== 'partial-refund') return { kind, refundCents: null };
  const refundCents = toCents(refund ?? 0);
  if (refundCents === undefined || refundCents <= refundedCents || refundCents >= priceCents) {
    const already = refundedCents > 0 ? ', which the buyer has got back already,' : '';
    const detail = `A partial refund is above ${money(refundedCents)}${already} and below ${money(priceCents)}, in whole cents`;
    throw new Problem('validation.failed', detail, 'body.refund');
  }
  return { kind, refundCents };
}

const money = (cents: number): string => formatPrice(toDollars(cents));
