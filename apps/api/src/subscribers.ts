import { chatStepEvents, recordChatSteps } from './features/chat/record-steps.ts';
import { passDevice } from './features/devices/pass-device.ts';
import {
  availabilityEvents,
  enqueueMails,
  favouriteEvents,
  mailedEvents,
  notifyFavourites,
  notifyModerators,
  notifyOfFavouriteOffer,
  notifyOfMessages,
  notifyWaiting,
  queueEvents,
} from './features/mail/index.ts';
import { recordSales } from './features/models/record-sales.ts';
import { voidOffers } from './features/offers/void-offers.ts';
import { refundPayment } from './features/payments/refund-payment.ts';
import { submitEvidence } from './features/payments/submit-evidence.ts';
import { advancePayout } from './features/payouts/index.ts';
import { sendPush } from './features/push/send-push.ts';
import { submitRefund } from './features/refunds/submit-refund.ts';
import { listingEvents, matchListing } from './features/saved-searches/index.ts';
import { hideReportedDevice } from './features/selling/hide-reported-device.ts';
import { reviewListing } from './features/selling/review-listing.ts';
import { mailPriority, pushPriority } from './platform/outbox.ts';
import { type Subscription, subscription } from './platform/subscription.ts';

/** Who receives which domain events; see `events.ts`. */
export const subscriptions: readonly Subscription[] = [
  subscription({
    name: 'payment.refund',
    events: ['payment.refund-due'],
    priority: 0,
    callsService: true,
    handle: refundPayment,
  }),
  subscription({
    name: 'refund.submit',
    events: ['refund.due'],
    priority: 0,
    callsService: true,
    handle: submitRefund,
  }),
  subscription({
    name: 'chargeback.submit-evidence',
    events: ['chargeback.evidence-given'],
    priority: 0,
    callsService: true,
    handle: submitEvidence,
  }),
  subscription({
    name: 'payout.advance',
    events: ['payout.requested'],
    priority: 0,
    callsService: true,
    handle: advancePayout,
  }),
  subscription({
    name: 'sale.record',
    events: ['order.completed', 'order.charged-back', 'order.refunded-at-provider'],
    priority: 0,
    handle: async ({ db }, { orderId }) => void (await recordSales(db, orderId)),
  }),
  subscription({
    name: 'device.pass',
    events: [
      'order.completed',
      'order.dispute-resolved',
      'order.return-missed',
      'order.returned',
      'order.charged-back',
      'order.refunded-at-provider',
    ],
    priority: 0,
    handle: (deps, { orderId }) => passDevice(deps, orderId),
  }),
  subscription({
    name: 'device.hide',
    events: ['device.reported', 'device.report-lifted'],
    priority: 0,
    handle: (deps, { deviceId }) => hideReportedDevice(deps, deviceId),
  }),
  subscription({
    name: 'listing.review',
    events: listingEvents,
    priority: 0,
    handle: (deps, { productId }) => reviewListing(deps, productId),
  }),
  subscription({
    name: 'offers.void',
    events: ['order.paid', 'product.removed'],
    priority: 0,
    handle: async (deps, event) => void (await voidOffers(deps, event)),
  }),
  subscription({
    name: 'chat.record-steps',
    events: chatStepEvents,
    priority: 0,
    handle: recordChatSteps,
  }),
  subscription({
    name: 'identity.delete',
    events: ['user.deactivated'],
    priority: 0,
    callsService: true,
    handle: ({ identity }, { uid }) => identity.deleteAccount(uid),
  }),
  subscription({
    name: 'saved-searches.match',
    events: listingEvents,
    priority: mailPriority,
    handle: async (deps, event) => void (await matchListing(deps, event)),
  }),
  subscription({
    name: 'favourites.notify',
    events: favouriteEvents,
    priority: mailPriority,
    handle: notifyFavourites,
  }),
  subscription({
    name: 'favourite-offer.notify',
    events: ['favourite-offer.sent'],
    priority: mailPriority,
    handle: notifyOfFavouriteOffer,
  }),
  subscription({
    name: 'availability.notify',
    events: availabilityEvents,
    priority: mailPriority,
    handle: notifyWaiting,
  }),
  subscription({
    name: 'message.notify',
    events: ['messages.unread'],
    priority: mailPriority,
    // Who is at the screen reads it meanwhile.
    delaySeconds: 60,
    handle: notifyOfMessages,
  }),
  subscription({
    name: 'moderation.notify',
    events: queueEvents,
    priority: mailPriority,
    handle: notifyModerators,
  }),
  subscription({
    name: 'mail.compose',
    events: mailedEvents,
    priority: mailPriority,
    handle: enqueueMails,
  }),
  subscription({
    name: 'push.send',
    events: ['push.due'],
    priority: pushPriority,
    callsService: true,
    handle: sendPush,
  }),
];
