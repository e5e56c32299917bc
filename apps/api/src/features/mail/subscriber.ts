import type { Deps } from '../../deps.ts';
import type { DomainEventOf } from '../../events.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { enqueueBackupFailedMails } from './backup-mails.ts';
import { enqueueBlindOfferMail } from './blind-offer-mail.ts';
import { enqueueDeviceReportedMails } from './device-mails.ts';
import { disputeMailEvents, enqueueDisputeMails } from './dispute-mails.ts';
import { emailChangeEvents, enqueueEmailChangeMails } from './email-change-mails.ts';
import { enqueueEmailVerificationMail } from './email-verification-mail.ts';
import {
  enqueueChargebackAdminMails,
  enqueueLedgerMails,
  enqueueRefundFailedAdminMails,
} from './ledger-mails.ts';
import { enqueueLockoutMail } from './lockout-mail.ts';
import {
  enqueueAppealMails,
  enqueueDecisionEndedMail,
  enqueueDecisionMail,
} from './moderation-mails.ts';
import { enqueueNewDeviceMail } from './new-device-mail.ts';
import { enqueueOfferMails, offerMailEvents } from './offer-mails.ts';
import type { MailSettings } from './order-mail-templates.ts';
import { enqueueOrderMails } from './order-mails.ts';
import { enqueuePasskeyMail, passkeyEvents } from './passkey-mails.ts';
import { enqueuePasswordChangedMail } from './password-changed-mail.ts';
import { enqueuePasswordResetMail } from './password-reset-mail.ts';
import { enqueuePayoutAccountMail } from './payout-account-mail.ts';
import { enqueuePayoutMails } from './payout-mails.ts';
import { enqueuePhotoRemovedMail } from './photo-removed-mail.ts';
import { enqueueRepeatedSignUpMail } from './repeated-sign-up-mail.ts';
import { enqueueReviewMails } from './review-mails.ts';
import {
  enqueueListingReviewMails,
  enqueuePossessionMail,
  enqueueSellerVerifiedMail,
} from './seller-mails.ts';
import {
  enqueueLatePaymentMail,
  enqueueRefundFailedMail,
  enqueueReminderMails,
  enqueueTradeMails,
} from './trade-mails.ts';
import { enqueueTwoFactorMail, twoFactorEvents } from './two-factor-mails.ts';

/** The events about which somebody gets a mail. */
export const mailedEvents = [
  ...disputeMailEvents,
  ...emailChangeEvents,
  ...twoFactorEvents,
  ...passkeyEvents,
  'payout-account.changed',
  ...offerMailEvents,
  'blind-offer.missed',
  'order.placed',
  'order.paid',
  'order.cancelled',
  'order.expired',
  'order.handover-chosen',
  'order.cancellation-requested',
  'order.sale-cancelled',
  'order.cancellation-accepted',
  'order.handover-missed',
  'order.shipped',
  'order.shipment-corrected',
  'order.handed-over',
  'order.received',
  'order.completed',
  'order.charged-back',
  'order.refunded-at-provider',
  'order.chargeback-opened',
  'order.chargeback-won',
  'order.reminder-due',
  'payment.refund-due',
  'refund.failed',
  'review.written',
  'review.published',
  'review.replied',
  'review.removed',
  'payout.settled',
  'payout.failed',
  'moderation.decided',
  'moderation.ended',
  'appeal.made',
  'appeal.decided',
  'device.reported',
  'ledger.violated',
  'backup.failed',
  'seller.verified',
  'listing.held',
  'listing.released',
  'user.photo-removed',
  'possession-proof.decided',
  'email.verification-requested',
  'password.reset-requested',
  'sign-in.locked',
  'sign-in.new-device',
  'sign-up.repeated',
  'password.changed',
] as const;

type MailedEvent = DomainEventOf<(typeof mailedEvents)[number]>;

/**
 * Enqueues the mails about an event, one per occasion and recipient. Deactivated users get none. The
 * recipients' rows are locked meanwhile, so that deleting an account deletes these mails too.
 */
export function enqueueMails(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  event: MailedEvent,
): Promise<void> {
  return inTransaction(db, (tx) => enqueueMailsOf(tx, settings, event));
}

async function enqueueMailsOf(
  tx: Transaction,
  settings: MailSettings,
  event: MailedEvent,
): Promise<void> {
  switch (event.type) {
    case 'order.disputed':
    case 'order.dispute-resolved':
    case 'order.return-missed':
    case 'order.returned':
    case 'dispute.message-added':
    case 'dispute.proposal-made':
    case 'dispute.escalated':
    case 'return.address-given':
    case 'return.shipped':
    case 'return.corrected':
    case 'meeting.proposed':
    case 'meeting.accepted':
    case 'handover.code-entered':
    case 'handover.code-withdrawn':
      return enqueueDisputeMails(tx, settings, event);
    case 'order.placed':
    case 'order.paid':
    case 'order.cancelled':
    case 'order.expired':
      return enqueueOrderMails(tx, settings, event.type, event.orderId);
    case 'order.handover-chosen':
    case 'order.cancellation-requested':
    case 'order.sale-cancelled':
    case 'order.cancellation-accepted':
    case 'order.handover-missed':
    case 'order.shipped':
    case 'order.shipment-corrected':
    case 'order.handed-over':
    case 'order.received':
    case 'order.completed':
    case 'order.charged-back':
    case 'order.refunded-at-provider':
    case 'order.chargeback-won':
      return enqueueTradeMails(tx, settings, event.type, event.orderId);
    case 'order.chargeback-opened':
      await enqueueChargebackAdminMails(tx, settings, event);
      return enqueueTradeMails(tx, settings, event.type, event.orderId);
    case 'payment.refund-due':
      return enqueueLatePaymentMail(tx, settings, event);
    case 'refund.failed':
      await enqueueRefundFailedAdminMails(tx, settings, event);
      return enqueueRefundFailedMail(tx, settings, event);
    case 'review.written':
    case 'review.published':
    case 'review.replied':
    case 'review.removed':
      return enqueueReviewMails(tx, settings, event);
    case 'offer.made':
    case 'offer.countered':
    case 'offer.declined':
    case 'offer.withdrawn':
    case 'offer.expired':
    case 'offer.voided':
      return enqueueOfferMails(tx, settings, event);
    case 'blind-offer.missed':
      return enqueueBlindOfferMail(tx, settings, event);
    case 'payout.settled':
    case 'payout.failed':
      return enqueuePayoutMails(tx, settings, event);
    case 'order.reminder-due':
      return enqueueReminderMails(tx, settings, event);
    case 'moderation.decided':
      return enqueueDecisionMail(tx, settings, event);
    case 'moderation.ended':
      return enqueueDecisionEndedMail(tx, settings, event);
    case 'appeal.made':
    case 'appeal.decided':
      return enqueueAppealMails(tx, settings, event);
    case 'device.reported':
      return enqueueDeviceReportedMails(tx, settings, event.deviceId);
    case 'ledger.violated':
      return enqueueLedgerMails(tx, settings, event);
    case 'backup.failed':
      return enqueueBackupFailedMails(tx, settings, event);
    case 'seller.verified':
      return enqueueSellerVerifiedMail(tx, settings, event.userId);
    case 'user.photo-removed':
      return enqueuePhotoRemovedMail(tx, settings, event);
    case 'listing.held':
    case 'listing.released':
      return enqueueListingReviewMails(tx, settings, event);
    case 'possession-proof.decided':
      return enqueuePossessionMail(tx, settings, event.proofId);
    case 'email.verification-requested':
      return enqueueEmailVerificationMail(tx, settings, event);
    case 'password.reset-requested':
      return enqueuePasswordResetMail(tx, settings, event);
    case 'sign-in.locked':
      return enqueueLockoutMail(tx, settings, event);
    case 'email-change.requested':
    case 'email-change.confirmed':
    case 'email-change.changed':
    case 'email-change.reverted':
      return enqueueEmailChangeMails(tx, settings, event);
    case 'two-factor.on':
    case 'two-factor.off':
    case 'two-factor.codes-renewed':
    case 'two-factor.recovery-code-used':
    case 'two-factor.refused':
      return enqueueTwoFactorMail(tx, settings, event);
    case 'passkey.added':
    case 'passkey.removed':
      return enqueuePasskeyMail(tx, settings, event);
    case 'payout-account.changed':
      return enqueuePayoutAccountMail(tx, settings, event);
    case 'sign-in.new-device':
      return enqueueNewDeviceMail(tx, settings, event);
    case 'password.changed':
      return enqueuePasswordChangedMail(tx, settings, event);
    case 'sign-up.repeated':
      return enqueueRepeatedSignUpMail(tx, settings, event);
  }
}
