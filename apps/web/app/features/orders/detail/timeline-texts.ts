import {
  type BuyerCancellationReason,
  buyerCancellationReasonTexts,
  formatPrice,
  type OrderDetails,
  type ResolutionKind,
  type SellerCancellationReason,
  sellerCancellationReasonTexts,
  toDollars,
} from '@redial/contract';

type TimelineEvent = Pick<OrderDetails['timeline'][number], 'kind' | 'actor' | 'details'>;

/** Who caused an event, and the details of it that are worth showing: `by you · UPS 1Z…`. */
export const describeEvent = (event: TimelineEvent, viewer: OrderDetails['viewer']): string =>
  [actorText(event, viewer), detailText(event)].filter(Boolean).join(' · ');

function actorText(
  { kind, actor, details }: TimelineEvent,
  viewer: OrderDetails['viewer'],
): string {
  // The actor is the party that accepted what the other one had proposed.
  if (kind === 'order.dispute-resolved' && details.source === 'agreement') {
    return 'agreed by buyer and seller';
  }
  if (actor === 'system') return '';
  if (actor === viewer) return 'by you';
  return actor === 'admin' ? 'by Redial' : `by the ${actor}`;
}

function detailText({ kind, details }: TimelineEvent): string {
  const { reason, method, carrier, carrierName = carrier, trackingNumber } = details;
  if (kind === 'order.dispute-resolved') return settlementText(details);
  if (kind === 'order.cancellation-requested') {
    return buyerCancellationReasonTexts[reason as BuyerCancellationReason] ?? '';
  }
  if (kind === 'order.sale-cancelled') {
    if (reason === 'seller-removed') return "The seller's account was removed";
    if (reason === 'seller-suspended') return 'The seller was suspended';
    if (reason === 'buyer-suspended') return 'The buyer was suspended';
    if (reason === 'buyer-removed') return "The buyer's account was removed";
    return sellerCancellationReasonTexts[reason as SellerCancellationReason] ?? '';
  }
  if (kind === 'order.handover-chosen') return method === 'ship' ? 'Shipping' : 'In person';
  return carrierName ? `${carrierName} ${trackingNumber}` : '';
}

/** How a dispute ended; `refundCents` is what the buyer got back in all. */
function settlementText({ kind, refundCents }: TimelineEvent['details']): string {
  const texts: Record<ResolutionKind, string> = {
    'full-refund': 'Full refund',
    'partial-refund': `Partial refund of ${formatPrice(toDollars(Number(refundCents)))}`,
    'return-and-refund': 'Return, then refund',
    release: 'No refund: the seller is paid',
  };
  return texts[kind as ResolutionKind] ?? '';
}
