import Type, { type Static } from 'typebox';
import { Id, orNull, parties } from './common-schemas.ts';
import { Dollars, formatPrice } from './money.ts';
import { offersPath } from './offers.ts';
import type { OrderTimelineKind } from './order-lifecycle.ts';
import { orderPagePath } from './order-texts.ts';

/** The steps of an order that its conversation shows: what changes for both. */
export const chatOrderSteps = [
  'order.placed',
  'order.paid',
  'order.cancelled',
  'order.expired',
  'order.cancellation-requested',
  'order.sale-cancelled',
  'order.cancellation-accepted',
  'order.handover-missed',
  'order.shipped',
  'order.handed-over',
  'order.received',
  'order.completed',
  'order.disputed',
  'order.dispute-resolved',
  'order.return-missed',
  'order.returned',
  'order.charged-back',
  'order.refunded-at-provider',
  'return.shipped',
] as const satisfies readonly OrderTimelineKind[];

/**
 * What happens between the two people of a conversation and is shown in it. A blind offer that did not
 * match is not: the seller does not learn whose it was.
 */
export const chatStepKinds = [
  'offer.made',
  'offer.countered',
  'offer.accepted',
  'offer.declined',
  'offer.withdrawn',
  'offer.expired',
  'offer.voided',
  'blind-offer.matched',
  'meeting.accepted',
  ...chatOrderSteps,
] as const;
export type ChatStepKind = (typeof chatStepKinds)[number];

/** An offer is shown by its page of all offers, an order by its own. */
export const ChatStep = Type.Object({
  kind: Type.Enum(chatStepKinds),
  by: orNull(Type.Enum(parties, { description: 'Who did it, if one of the two did' })),
  subject: Type.Object({ type: Type.Enum(['offer', 'order']), id: Id }),
  amount: orNull(Dollars),
});
export type ChatStep = Static<typeof ChatStep>;

/**
 * A step in a sentence, for one of the two people or for an admin.
 *
 * @param role the reader's.
 */
export function describeChatStep(
  { kind, by, amount }: ChatStep,
  role: 'buyer' | 'seller' | 'admin',
): string {
  const who = by === null ? 'Redial' : by === role ? 'You' : `The ${by}`;
  const price = amount === null ? 'the price' : formatPrice(amount);
  switch (kind) {
    case 'offer.made':
      return `${who} offered ${price}.`;
    case 'offer.countered':
      return `${who} offered ${price} instead.`;
    case 'offer.accepted':
      return `${who} accepted ${price}.`;
    case 'offer.declined':
      return `${who} declined ${price}.`;
    case 'offer.withdrawn':
      return `${who} withdrew the offer of ${price}.`;
    case 'offer.expired':
      return `The offer of ${price} was not answered in time.`;
    case 'offer.voided':
      return by === null
        ? `The offer of ${price} has ended: ${role === 'buyer' ? 'your account' : 'the account of the buyer'} was suspended or deleted.`
        : `The offer of ${price} has ended: the phone is no longer for sale.`;
    case 'blind-offer.matched':
      return 'A blind offer matched.';
    case 'meeting.accepted':
      return 'A meeting is agreed.';
    case 'order.placed':
      return `${who} ordered the phone for ${price}.`;
    case 'order.paid':
      return `${price} is paid, and held by Redial.`;
    case 'order.cancelled':
      return 'The order was cancelled.';
    case 'order.expired':
      return 'The order was closed without a payment.';
    case 'order.cancellation-requested':
      return `${who} asked to cancel the order.`;
    case 'order.sale-cancelled':
      return `${who} cancelled the sale. The money goes back to the buyer.`;
    case 'order.cancellation-accepted':
      return `${who} agreed to cancel. The money goes back to the buyer.`;
    case 'order.handover-missed':
      return 'The phone did not change hands in time. The money goes back to the buyer.';
    case 'order.shipped':
      return 'The phone is on its way.';
    case 'order.handed-over':
      return 'The phone has changed hands.';
    case 'order.received':
      return 'The phone counts as received.';
    case 'order.completed':
      return 'The order is completed.';
    case 'order.disputed':
      return `${who} opened a dispute.`;
    case 'order.dispute-resolved':
      return 'The dispute is settled.';
    case 'order.return-missed':
      return 'The phone was not returned in time.';
    case 'order.returned':
      return 'The return has ended. The money goes back to the buyer.';
    case 'order.charged-back':
      return "The buyer's bank took the money back.";
    case 'order.refunded-at-provider':
      return 'Money went back to the card of the buyer.';
    case 'return.shipped':
      return `${who} sent the phone back.`;
  }
}

/** The page of what a step is about, and the text of the link. */
export function chatStepLink({ subject: { type, id } }: ChatStep): { path: string; label: string } {
  return type === 'offer'
    ? { path: offersPath, label: 'Offers' }
    : { path: orderPagePath(id), label: 'Order' };
}
