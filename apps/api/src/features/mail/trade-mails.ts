import {
  describeMoney,
  describeNextStep,
  describeWaiting,
  type NotificationKind,
  type OrderDetails,
  orderActionLabels,
  orderPagePath,
  type Shipment,
} from '@redial/contract';
import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { findOrderDetails } from '../orders/index.ts';
import { type NotifySettings, notify } from './notify.ts';
import { findRecipients, orderSubject } from './order-mails.ts';
import {
  reminderMailTemplates,
  type TradeMailEvent,
  tradeMailTemplates,
} from './trade-mail-templates.ts';

type TradeMailSettings = NotifySettings & Pick<Settings, 'trade'>;

interface Occasion {
  readonly subject: string;
  readonly buyer?: string;
  readonly seller?: string;
}

/** Enqueues the mails about a step of an order after its payment. */
export async function enqueueTradeMails(
  tx: Transaction,
  settings: TradeMailSettings,
  event: TradeMailEvent,
  orderId: string,
): Promise<void> {
  await enqueue(
    tx,
    settings,
    orderId,
    'orders',
    tradeMailTemplates[event],
    ({ timeline, state }) => {
      // The choice before the payment concerns nobody else yet.
      if (event === 'order.handover-chosen' && state === 'unpaid') return undefined;
      // Steps that can be repeated: one mail for each.
      const times = timeline.filter(({ kind }) => kind === event).length;
      return `${event.replace('.', '-')}:${orderId}:${times}`;
    },
  );
}

/** Enqueues the reminder of a deadline, unless the order has gone on in the meantime. */
export async function enqueueReminderMails(
  tx: Transaction,
  settings: TradeMailSettings,
  { orderId, deadlineId, kind }: DomainEventOf<'order.reminder-due'>,
): Promise<void> {
  if (!isReminder(kind)) throw new Error(`there is no mail for the reminder ${kind}`);
  const template = reminderMailTemplates[kind];
  await enqueue(
    tx,
    settings,
    orderId,
    'reminders',
    template,
    ({ deadlines, cancellationRequest }) =>
      deadlines.some((deadline) => deadline.kind === template.before) && !cancellationRequest
        ? `order-reminder:${deadlineId}`
        : undefined,
  );
}

/** Enqueues the mail to the buyer about a refund that the bank refused. */
export const enqueueRefundFailedMail = (
  tx: Transaction,
  settings: TradeMailSettings,
  { refundId, orderId }: DomainEventOf<'refund.failed'>,
): Promise<void> =>
  enqueue(
    tx,
    settings,
    orderId,
    'orders',
    { subject: 'Refund refused by the bank', buyer: 'Your bank did not accept the refund.' },
    () => `refund-failed:${refundId}`,
  );

/** Enqueues the mail to the buyer about a payment that its order could not take. */
export const enqueueLatePaymentMail = (
  tx: Transaction,
  settings: TradeMailSettings,
  { paymentId, orderId }: DomainEventOf<'payment.refund-due'>,
): Promise<void> =>
  enqueue(
    tx,
    settings,
    orderId,
    'orders',
    {
      subject: 'Your payment goes back',
      buyer: 'Your payment came too late for this order, so all of it goes back to your card.',
    },
    () => `payment-refund-due:${paymentId}`,
  );

const isReminder = (kind: string): kind is keyof typeof reminderMailTemplates =>
  kind in reminderMailTemplates;

/**
 * Enqueues a mail each to buyer and seller, if the occasion has a text for them.
 *
 * @param keyOf the key that makes the mail at most once; none if there is nothing to send.
 */
async function enqueue(
  tx: Transaction,
  settings: TradeMailSettings,
  orderId: string,
  kind: NotificationKind,
  occasion: Occasion,
  keyOf: (order: OrderDetails) => string | undefined,
): Promise<void> {
  const recipients = await findRecipients(tx, orderId);
  for (const party of ['buyer', 'seller'] as const) {
    const sentence = occasion[party];
    if (!sentence || recipients[party].removedAt) continue;
    const order = await findOrderDetails({ db: tx, settings, now: new Date() }, orderId, party);
    const key = order && keyOf(order);
    if (!key) continue;
    const about = { kind, key: `${key}:${party}`, subject: orderSubject(recipients, party) };
    const phone = recipients.phones[party];
    const content = contentOf(order, { ...occasion, sentence, phone }, settings);
    await notify(tx, settings, recipients[party], about, content);
  }
}

function contentOf(
  order: OrderDetails,
  { subject, sentence, phone }: { subject: string; sentence: string; phone: string },
  { publicUrl }: Pick<Settings, 'publicUrl'>,
) {
  const { nextAction, shipments } = order;
  const waiting = describeWaiting(order, utcTime);
  const [shipment] = shipments;
  const isOnItsWay = order.state === 'in_transit' && shipment;
  return {
    subject: `${subject}: ${phone}`,
    preview: sentence,
    heading: subject,
    paragraphs: [
      `${phone}: ${sentence}`,
      ...(isOnItsWay ? [trackingOf(shipment)] : []),
      describeNextStep(order, order.cancellationRequest !== null),
      describeMoney(order, utcTime),
      ...(waiting ? [waiting] : []),
    ],
    action: {
      label: nextAction ? orderActionLabels[nextAction] : 'Open the order',
      url: publicUrl + orderPagePath(order._id),
    },
    note: `Order ${order._id}`,
  };
}

/** The name of a carrier that is not in the list is the seller's text. */
const trackingOf = ({ carrier, carrierName, trackingNumber }: Shipment): string =>
  carrier === 'other' ? `Tracking number: ${trackingNumber}` : `${carrierName}, ${trackingNumber}`;

const timeOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const;
const utcFormat = new Intl.DateTimeFormat('en-GB', { ...timeOptions, timeZone: 'UTC' });

/** A time in a mail, whose reader's zone is unknown: `Thursday, 26 November 2026 at 14:00 UTC`. */
export const utcTime = (iso: string): string => `${utcFormat.format(new Date(iso))} UTC`;

/**
 * The time of a meeting in a mail: `Friday, 4 December 2026 at 15:00 Central European Time`.
 *
 * @param timeZone in which the two meet; UTC if it is not known
 */
export const meetingTime = (iso: string, timeZone: string | null): string =>
  timeZone === null
    ? utcTime(iso)
    : new Intl.DateTimeFormat('en-GB', {
        ...timeOptions,
        timeZone,
        timeZoneName: 'longGeneric',
      }).format(new Date(iso));
