/** The occasion of a mail about an order after its payment. Both parties' texts, or none for one. */
interface TradeMailTemplate {
  readonly subject: string;
  /** What has happened, as a sentence. */
  readonly buyer?: string;
  readonly seller?: string;
}

/**
 * The mails about the life of an order after its payment. Each continues with what comes next and where
 * the money is, in the words of the order's page (`packages/contract/src/order-texts.ts`). None
 * contains free text of the other party.
 */
export const tradeMailTemplates = {
  'order.handover-chosen': {
    subject: 'Handover changed',
    seller: 'The buyer has chosen how the phone changes hands.',
  },
  'order.cancellation-requested': {
    subject: 'Cancellation requested',
    buyer: 'Your request to cancel is with the seller.',
    seller: 'The buyer asks you to cancel the sale.',
  },
  'order.sale-cancelled': {
    subject: 'Sale cancelled',
    buyer: 'The sale is cancelled, and you get your money back.',
    seller: 'The sale is cancelled, and the buyer gets the money back.',
  },
  'order.cancellation-accepted': {
    subject: 'Cancelled',
    buyer: 'Your order is cancelled, and you get your money back.',
    seller: 'The sale is cancelled as the buyer asked, and the buyer gets the money back.',
  },
  'order.handover-missed': {
    subject: 'Not handed over in time',
    buyer: 'The phone was not handed over in time, so you get your money back.',
    seller: 'The phone was not handed over in time, so the buyer gets the money back.',
  },
  'order.shipped': {
    subject: 'On its way',
    buyer: 'The seller has shipped the phone.',
    seller: 'The buyer knows that the phone is on its way.',
  },
  'order.shipment-corrected': {
    subject: 'New tracking number',
    buyer: 'The seller has corrected carrier or tracking number.',
  },
  'order.handed-over': {
    subject: 'Handed over',
    buyer: 'The phone has changed hands.',
    seller: 'The phone has changed hands.',
  },
  'order.received': {
    subject: 'Received',
    buyer: 'The phone counts as received.',
    seller: 'The phone counts as received by the buyer.',
  },
  'order.completed': {
    subject: 'Completed',
    buyer: 'Your order is completed, and the seller is paid. Thank you for buying on Redial.',
    seller: 'The sale is completed, and the money is yours.',
  },
  'order.charged-back': {
    subject: 'Chargeback lost',
    buyer: 'Your bank has given your money back.',
    seller: "The buyer's bank has taken the payment back.",
  },
  'order.chargeback-opened': {
    subject: 'Chargeback opened',
    buyer: 'Your bank asks for your money back, as you or the card holder wished.',
    seller: "The buyer's bank asks for the money back. We answer it with what we know of the sale.",
  },
  'order.chargeback-won': {
    subject: 'Chargeback rejected',
    buyer: 'Your bank has rejected the chargeback, and the order goes on.',
    seller: "The buyer's bank has decided for you, and the order goes on.",
  },
  'order.refunded-at-provider': {
    subject: 'Refunded',
    buyer: 'We have refunded money of your payment to your card.',
    seller: 'We have refunded money of the payment to the buyer.',
  },
} as const satisfies Record<string, TradeMailTemplate>;

export type TradeMailEvent = keyof typeof tradeMailTemplates;

/** The reminders of deadlines, by the kind of the reminder; `before` is the deadline itself. */
export const reminderMailTemplates = {
  'handover-reminder': {
    before: 'handover',
    subject: 'Please hand it over',
    buyer: 'You paid some days ago, and the phone has not changed hands yet.',
    seller: 'The buyer paid some days ago, and the phone has not changed hands yet.',
  },
  'handover-last-reminder': {
    before: 'handover',
    subject: 'Last reminder: hand it over',
    buyer: 'There is not much time left to meet, or for the seller to ship the phone.',
    seller: 'There is not much time left to hand the phone over.',
  },
  'transit-reminder': {
    before: 'transit',
    subject: 'Has it arrived?',
    buyer: 'If the phone has not arrived, tell us: it soon counts as received.',
  },
  'inspection-reminder': {
    before: 'inspection',
    subject: 'Is everything fine?',
    buyer: 'The time to report a problem ends soon.',
  },
} as const satisfies Record<string, TradeMailTemplate & { readonly before: string }>;
