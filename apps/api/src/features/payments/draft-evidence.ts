import { formatPrice, type OrderDetails, timelineTexts } from '@redial/contract';

/** Actors in the words of a bank. */
const actors: Record<OrderDetails['timeline'][number]['actor'], string> = {
  buyer: 'the card holder',
  seller: 'the seller',
  admin: 'the marketplace',
  system: '',
};

/**
 * Drafts the evidence against a chargeback: what was sold, and what happened when, from the records of
 * the order. Besides the name of the phone, it has no free text or contact data of the parties.
 */
export function draftEvidence(order: OrderDetails): string {
  const { _id, listing, amounts, timeline, shipments, refunds, handover } = order;
  const [shipment] = shipments;
  const refunded = refunds.filter(({ state }) => state === 'succeeded');
  return [
    'Redial is a marketplace that holds the payment until the buyer confirms that the phone is as described, or a time for reporting problems has passed.',
    `Order ${_id}: ${listing.name}, ${formatPrice(amounts.price)}, ${handover === 'ship' ? 'to be shipped' : 'to be handed over in person'}.`,
    `What happened, in UTC:\n${timeline.map(toLine).join('\n')}`,
    ...(timeline.some(({ kind }) => kind === 'order.handed-over')
      ? ['Both parties confirmed the handover by entering the code of the other one.']
      : []),
    ...(shipment
      ? [
          `Shipment: ${shipment.carrier === 'other' ? 'another carrier' : shipment.carrierName}, tracking number ${shipment.trackingNumber}.`,
        ]
      : []),
    ...refunded.map(
      ({ amount, changedAt }) => `Refunded: ${formatPrice(amount)} on ${toMinute(changedAt)}.`,
    ),
  ].join('\n\n');
}

const toLine = ({ at, kind, actor }: OrderDetails['timeline'][number]): string => {
  const by = actors[actor];
  return `${toMinute(at)}: ${timelineTexts[kind]}${by && `, by ${by}`}`;
};

/** `2026-11-22 14:05`. */
const toMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
