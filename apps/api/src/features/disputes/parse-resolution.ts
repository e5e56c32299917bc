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
 * @throws Problem `validation.failed` unless a partial refund is more than nothing and less than the
 *   price.
 */
export function parseResolution(
  { kind, refund }: { kind: ResolutionKind; refund?: number },
  { priceCents }: { priceCents: number },
): Resolution {
  if (kind !== 'partial-refund') return { kind, refundCents: null };
  const refundCents = toCents(refund ?? 0);
  if (refundCents === undefined || refundCents === 0 || refundCents >= priceCents) {
    const detail = `A partial refund is above $0 and below ${formatPrice(toDollars(priceCents))}, in whole cents`;
    throw new Problem('validation.failed', detail, 'body.refund');
  }
  return { kind, refundCents };
}
