import { formatNumber } from './money.ts';
import type {
  BuyerCancellationReason,
  OrderAction,
  OrderDeadlineKind,
  OrderDetails,
  OrderTimelineKind,
  OrderViewer,
  SellerCancellationReason,
} from './order-lifecycle.ts';
import type { OrderState } from './orders.ts';

/**
 * The texts about an order that its page and the mails share, so that both say the same. Times are
 * formatted by the caller: in the reader's zone on a page, in UTC in a mail.
 */
export type FormatTime = (iso: string) => string;

/** Path of the page of an order, for its buyer, its seller and admins. */
export const orderPagePath = (id: string): string => `/dashboard/orders/${id}`;

/** The states in words, as a status label. */
export const orderStateNames: Record<OrderState, string> = {
  unpaid: 'Not paid yet',
  paid: 'Paid',
  in_transit: 'On its way',
  delivered: 'Received',
  disputed: 'In dispute',
  returning: 'Being returned',
  completed: 'Completed',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  expired: 'Closed unpaid',
};

/** Formats a fee: `5%`, `4.25%`. */
export const formatPercent = (percent: number): string =>
  `${Number.isInteger(percent) ? percent : formatNumber(percent, 2)}%`;

/** What happens on its own at a deadline, and what prevents it, as its viewer reads it. */
export function describeDeadline(kind: OrderDeadlineKind, viewer: OrderViewer): string {
  const isBuyer = viewer === 'buyer';
  const isSeller = viewer === 'seller';
  const buyerGets = isBuyer ? 'you get' : 'the buyer gets';
  const sellerIs = isSeller ? 'you are' : 'the seller is';
  switch (kind) {
    case 'payment':
      return 'Without a payment, the order is closed and the phone is on offer again.';
    case 'handover':
      return `If the phone has not changed hands by then, ${buyerGets} the whole price back.`;
    case 'cancellation-response':
      return `Without an answer of ${isSeller ? 'yours' : 'the seller'}, the sale is cancelled and ${buyerGets} the whole price back.`;
    case 'second-code':
      return 'If the second code is missing by then, a dispute is opened.';
    case 'transit':
      return `Without word from ${isBuyer ? 'you' : 'the buyer'}, the phone counts as received, and the time to inspect it begins.`;
    case 'inspection':
      return `Unless ${isBuyer ? 'you report' : 'the buyer reports'} a problem, everything counts as fine and ${sellerIs} paid.`;
    case 'dispute-response':
      return 'Without an answer, an admin takes over the dispute.';
    case 'dispute-end':
      return `If it is still open by then, ${buyerGets} the price back where ${isSeller ? 'you have' : 'the seller has'} the phone; otherwise an admin decides.`;
    case 'return-address':
      return `Without an address by then, ${buyerGets} the price back.`;
    case 'return-shipment':
      return `If the phone has not been sent back by then, ${sellerIs} paid.`;
    case 'return-confirmation':
      return `Unless ${isSeller ? 'you report' : 'the seller reports'} a problem, the return counts as confirmed and ${buyerGets} the price back.`;
  }
}

/** What has happened, in the timeline. */
export const timelineTexts: Record<OrderTimelineKind, string> = {
  'order.placed': 'Ordered',
  'order.paid': 'Paid',
  'order.cancelled': 'Order cancelled',
  'order.expired': 'Closed unpaid',
  'order.handover-chosen': 'Handover chosen',
  'order.cancellation-requested': 'Cancellation requested',
  'order.sale-cancelled': 'Sale cancelled',
  'order.cancellation-accepted': 'Cancellation accepted',
  'order.handover-missed': 'Not handed over in time',
  'order.shipped': 'Shipped',
  'order.shipment-corrected': 'Shipment corrected',
  'order.handed-over': 'Handed over in person',
  'order.received': 'Received',
  'order.completed': 'Everything is fine',
  'order.disputed': 'Problem reported',
  'order.dispute-resolved': 'Dispute settled',
  'order.return-missed': 'Not sent back in time',
  'order.returned': 'The return ended with a refund',
  'order.charged-back': 'Chargeback lost',
  'order.refunded-at-provider': 'Refunded by the card provider',
  'order.chargeback-opened': 'Chargeback opened at the bank',
  'order.chargeback-won': 'Chargeback rejected by the bank',
  'handover.code-entered': 'One handover code entered',
  'handover.code-withdrawn': 'Handover code withdrawn',
  'return.shipped': 'Sent back',
  'payment.refund-due': 'Payment arrived too late',
  'payment.refunded': 'Late payment refunded',
  'refund.failed': 'Refund refused by the bank',
};

/** The labels of actions. */
export const orderActionLabels: Record<OrderAction, string> = {
  pay: 'Pay Now',
  'cancel-order': 'Cancel the order',
  'choose-handover': 'Change the handover',
  'arrange-meeting': 'Arrange the meeting',
  'hand-over': 'Open the handover page',
  ship: 'Add the shipment',
  'correct-shipment': 'Correct the shipment',
  'request-cancellation': 'Ask to cancel',
  'accept-cancellation': 'Accept the cancellation',
  'cancel-sale': 'Cancel the sale',
  'confirm-receipt': 'It has arrived',
  accept: 'Everything is fine',
  'open-dispute': 'Report a problem',
  'answer-dispute': 'Open the dispute',
  'give-return-address': 'Give an address for the return',
  'ship-return': 'Send it back',
  'confirm-return': 'Check the return',
  relist: 'List it again',
  review: 'Write a review',
};

export const buyerCancellationReasonTexts: Record<BuyerCancellationReason, string> = {
  'changed-mind': 'I changed my mind',
  'found-another': 'I found another phone',
  'seller-silent': 'The seller does not answer',
  other: 'Another reason',
};

export const sellerCancellationReasonTexts: Record<SellerCancellationReason, string> = {
  'not-available': 'I no longer have the phone',
  'buyer-silent': 'The buyer does not answer',
  other: 'Another reason',
};

/**
 * What comes next, as one sentence to the viewer.
 *
 * @param order.requested whether a request for cancellation is open.
 */
export function describeNextStep(
  order: Pick<
    OrderDetails,
    'viewer' | 'state' | 'handover' | 'nextAction' | 'actions' | 'deadlines' | 'chargebackOpenedAt'
  >,
  isCancellationRequested: boolean,
): string {
  const { viewer, state, handover, actions } = order;
  const isBuyer = viewer === 'buyer';
  const review = actions.includes('review') ? ' Tell others how it went.' : '';
  const relist = actions.includes('relist') ? ' You can list the phone again.' : '';
  const party = (buyer: string, seller: string, admin: string = buyer) =>
    viewer === 'admin' ? admin : isBuyer ? buyer : seller;
  if (order.chargebackOpenedAt && state === 'paid') {
    return party(
      'Your bank decides about the chargeback before the phone changes hands.',
      'Keep the phone until the bank has decided about the chargeback.',
      'The seller keeps the phone until the bank has decided about the chargeback.',
    );
  }
  if (order.chargebackOpenedAt && state === 'delivered') {
    return party(
      'Your bank decides about the chargeback. If the phone has a problem, report it here, too.',
      'The bank decides about the chargeback before you are paid.',
      'The bank decides about the chargeback before the seller is paid.',
    );
  }
  switch (state) {
    case 'unpaid':
      return party(
        'Pay to make the phone yours.',
        'The buyer has not paid yet: keep the phone.',
        'The buyer has not paid yet.',
      );
    case 'paid':
      if (isCancellationRequested) {
        return party(
          'You asked to cancel. The seller can accept, or hand the phone over as agreed.',
          'The buyer asks to cancel. Accept, or hand the phone over as agreed.',
          'The buyer asks to cancel; the seller has to answer.',
        );
      }
      return handover === 'ship'
        ? party(
            'The seller ships the phone to your address.',
            'Ship the phone, and add carrier and tracking number here.',
            'The seller ships the phone.',
          )
        : party(
            'Meet the seller, and check the phone before you take it.',
            'Meet the buyer, and hand the phone over.',
            'Buyer and seller meet.',
          );
    case 'in_transit':
      return party(
        'Tell us when the phone has arrived.',
        'The phone is on its way. The buyer confirms when it has arrived.',
        'The phone is on its way.',
      );
    case 'delivered':
      return party(
        'Inspect the phone. If everything is fine, the seller is paid; if not, report the problem in time.',
        'The buyer is inspecting the phone.',
        'The buyer is inspecting the phone.',
      );
    case 'disputed':
      return 'A problem was reported. Buyer and seller look for a solution, or an admin decides.';
    case 'returning':
      return describeReturn(order.deadlines, party);
    case 'completed':
      return `This order is completed.${review}`;
    case 'refunded':
      return party(
        `This order is refunded.${review}`,
        `This order is refunded.${relist}${review}`,
        'This order is refunded.',
      );
    case 'cancelled':
      return 'This order was cancelled before it was paid.';
    case 'expired':
      return 'This order was closed without a payment.';
  }
}

function describeReturn(
  deadlines: OrderDetails['deadlines'],
  party: (buyer: string, seller: string, admin: string) => string,
): string {
  const is = (kind: OrderDeadlineKind) => deadlines.some((deadline) => deadline.kind === kind);
  if (is('return-address')) {
    return party(
      'The phone goes back. The seller says where to.',
      'The phone comes back to you. Say where it is sent to.',
      'The phone goes back; the seller has to say where to.',
    );
  }
  if (is('return-confirmation')) {
    return party(
      'The phone is on its way back. The seller checks it.',
      'The phone is on its way back. Check it when it has arrived.',
      'The phone is on its way back; the seller checks it.',
    );
  }
  return party(
    'Send the phone back to the seller.',
    'The buyer sends the phone back.',
    'The buyer sends the phone back.',
  );
}

/**
 * Who waits for whom until when, and what happens on its own then.
 *
 * @returns undefined if nothing is due, or while a chargeback stops the clock.
 */
export function describeWaiting(
  {
    viewer,
    turn,
    deadlines,
    chargebackOpenedAt,
  }: Pick<OrderDetails, 'viewer' | 'turn' | 'deadlines' | 'chargebackOpenedAt'>,
  formatTime: FormatTime,
): string | undefined {
  const [next] = deadlines;
  if (chargebackOpenedAt) return undefined;
  if (!next) {
    if (turn !== 'admin') return undefined;
    return viewer === 'admin'
      ? 'No money moves until an admin decides.'
      : 'You wait for the decision of an admin. No money moves until then.';
  }
  const time = formatTime(next.dueAt);
  const consequence = describeDeadline(next.kind, viewer);
  if (turn === 'nobody') return `${time}: ${consequence}`;
  if (turn === viewer) return `You have until ${time}. ${consequence}`;
  if (turn === 'both') {
    return `${viewer === 'admin' ? 'Both' : 'Both of you'} have until ${time}. ${consequence}`;
  }
  if (viewer === 'admin') return `The ${turn} has until ${time}. ${consequence}`;
  const awaited = turn === 'admin' ? 'decision of an admin' : turn;
  return `You wait for the ${awaited}, until ${time} at the latest. ${consequence}`;
}
