/**
 * The catalogue of domain events: what has happened, in the past tense, with the ids of what it
 * happened to. An event is written in the transaction of the change (`emit`) and reaches its
 * subscribers (`subscribers.ts`) after the commit, at least once. A subscriber reads everything else
 * from the database, as it is then.
 */
export type DomainEvent =
  | { readonly type: 'order.placed'; readonly orderId: string }
  | { readonly type: 'order.paid'; readonly orderId: string }
  | { readonly type: 'order.cancelled'; readonly orderId: string }
  | { readonly type: 'order.expired'; readonly orderId: string }
  | OrderStep<
      | 'order.handover-chosen'
      | 'order.cancellation-requested'
      | 'order.shipment-corrected'
      | 'order.sale-cancelled'
      | 'order.cancellation-accepted'
      | 'order.handover-missed'
      | 'order.shipped'
      | 'order.handed-over'
      | 'order.received'
      | 'order.completed'
      | 'order.disputed'
      | 'order.dispute-resolved'
      | 'order.return-missed'
      | 'order.returned'
      | 'order.charged-back'
      | 'order.refunded-at-provider'
      | 'order.chargeback-opened'
      | 'order.chargeback-won'
    >
  /** A reminder of a deadline is due. */
  | {
      readonly type: 'order.reminder-due';
      readonly orderId: string;
      readonly deadlineId: number;
      /** A kind of `features/orders/deadlines.ts`. */
      readonly kind: string;
    }
  | {
      readonly type: 'meeting.proposed' | 'meeting.accepted';
      readonly orderId: string;
      readonly meetingId: string;
    }
  | {
      /** One of the two handover codes was entered, or the confirmation was withdrawn. */
      readonly type: 'handover.code-entered' | 'handover.code-withdrawn';
      readonly orderId: string;
      readonly party: 'buyer' | 'seller';
    }
  | {
      readonly type: 'dispute.message-added';
      readonly disputeId: string;
      readonly messageId: string;
    }
  | {
      readonly type: 'dispute.proposal-made';
      readonly disputeId: string;
      readonly proposalId: string;
    }
  | {
      readonly type: 'dispute.escalated';
      readonly disputeId: string;
      readonly at: string;
      /** Why it waits for a decision; events of earlier versions have none, and mean silence. */
      readonly cause?: 'silence' | 'time-over' | 'return-refused' | 'return-objected';
    }
  /** A notification for one of the browsers of its recipient. */
  | {
      readonly type: 'push.due';
      readonly subscriptionId: string;
      readonly title: string;
      readonly text: string;
      readonly path: string;
      readonly tag: string;
      readonly at: string;
    }
  /** Somebody has a message to read, the first one since reading the conversation. */
  | {
      readonly type: 'messages.unread';
      readonly conversationId: string;
      readonly recipientId: string;
      /** The number of the message. */
      readonly number: number;
    }
  | { readonly type: 'return.address-given' | 'return.shipped'; readonly orderId: string }
  | {
      /** The address for a return, or its carrier and tracking number, are other ones now. */
      readonly type: 'return.corrected';
      readonly orderId: string;
      /** Who has corrected: the seller the address, the buyer the shipment. */
      readonly party: 'buyer' | 'seller';
      /** Distinguishes corrections of a return. */
      readonly correctionId: string;
    }
  | {
      readonly type: 'review.written' | 'review.published' | 'review.replied' | 'review.removed';
      readonly reviewId: string;
    }
  /** A part of a payment, or all of it, is to be given back at the card provider. */
  | { readonly type: 'refund.due'; readonly refundId: string; readonly orderId: string }
  /** The bank refused a refund that the provider had accepted. */
  | { readonly type: 'refund.failed'; readonly refundId: string; readonly orderId: string }
  /** A step of an offer; `offer.countered` is about the offer that was answered. */
  | OfferStep<
      | 'offer.made'
      | 'offer.accepted'
      | 'offer.declined'
      | 'offer.countered'
      | 'offer.withdrawn'
      | 'offer.expired'
      | 'offer.voided'
    >
  /** A seller has sent an offer to everyone who favourites a phone. */
  | { readonly type: 'favourite-offer.sent'; readonly favouriteOfferId: string }
  /** The limits of a blind offer did not match. */
  | { readonly type: 'blind-offer.missed'; readonly blindOfferId: string }
  | { readonly type: 'refund.succeeded'; readonly refundId: string; readonly orderId: string }
  /** There is evidence against a chargeback, to be submitted to the bank. */
  | { readonly type: 'chargeback.evidence-given'; readonly chargebackId: string }
  /** A seller's balance is to be paid out at the provider. */
  | { readonly type: 'payout.requested'; readonly payoutId: string; readonly userId: string }
  | { readonly type: 'payout.settled'; readonly payoutId: string; readonly userId: string }
  | { readonly type: 'payout.failed'; readonly payoutId: string; readonly userId: string }
  | { readonly type: 'payment.refund-due'; readonly paymentId: string; readonly orderId: string }
  | { readonly type: 'payment.refunded'; readonly paymentId: string; readonly orderId: string }
  | {
      readonly type: 'product.removed';
      readonly productId: string;
      /** Who removed it: its seller, a moderator's decision, or the removal of the seller's account. */
      readonly by: 'seller' | 'moderation' | 'account';
    }
  /** A listing is held for review: hidden until a moderator has decided about it. */
  | {
      readonly type: 'listing.held';
      readonly productId: string;
      /** ISO 8601. */
      readonly at: string;
    }
  /** A moderator has released a listing that was held. */
  | {
      readonly type: 'listing.released';
      readonly productId: string;
      /** ISO 8601. */
      readonly at: string;
    }
  /** A phone is on offer for the first time. */
  | { readonly type: 'product.listed'; readonly productId: string }
  /** What lists filter by has changed, or the listing is no longer hidden. */
  | {
      readonly type: 'product.changed';
      readonly productId: string;
      /** ISO 8601: since when it was held for review, if that is over. */
      readonly heldSince?: string;
    }
  /** A seller offers a phone again whose sale was refunded. */
  | {
      readonly type: 'product.relisted';
      readonly productId: string;
      /** ISO 8601. */
      readonly at: string;
    }
  | {
      readonly type: 'product.price-lowered';
      readonly productId: string;
      readonly changeId: string;
    }
  /** The owner of a device reported it as lost or stolen, or an admin lifted that. */
  | { readonly type: 'device.reported'; readonly deviceId: string }
  | { readonly type: 'device.report-lifted'; readonly deviceId: string }
  /** An admin accepted or refused the photo of a phone with its code. */
  | { readonly type: 'possession-proof.decided'; readonly proofId: string }
  | {
      readonly type: 'ledger.violated';
      /** A key of `features/ledger/invariants.ts`. */
      readonly invariant: string;
    }
  | {
      /** A scheduled backup could not be made. */
      readonly type: 'backup.failed';
      /** ISO 8601. */
      readonly at: string;
      /** Part of a sentence, for admins. */
      readonly reason: string;
    }
  | { readonly type: 'seller.verified'; readonly userId: string }
  | {
      readonly type: 'user.photo-removed';
      readonly userId: string;
      readonly reason: string;
      readonly at: string;
    }
  /** Somebody, or the check of prices, has reported what moderators decide about. */
  | {
      readonly type: 'moderation.reported';
      readonly kind: 'listing' | 'person' | 'review' | 'conversation';
      /** Of what was reported. */
      readonly id: string;
    }
  /** A moderator decided about somebody. */
  | { readonly type: 'moderation.decided'; readonly decisionId: string }
  /** A suspension is over, or the changes that a decision asked for were accepted. */
  | { readonly type: 'moderation.ended'; readonly decisionId: string }
  /** Somebody says that the changes are made that a decision asked for. */
  | { readonly type: 'moderation.answered'; readonly decisionId: string }
  | { readonly type: 'appeal.made' | 'appeal.decided'; readonly appealId: string }
  | {
      readonly type: 'user.deactivated';
      readonly userId: string;
      /** The id of the user's account at the identity provider. */
      readonly uid: string;
    }
  | {
      readonly type: 'email.verification-requested';
      /** The id of the account at the identity provider, which need not have a user record. */
      readonly uid: string;
      readonly email: string;
      /** Proves control of the mailbox to the identity provider, for a day. */
      readonly token: string;
      /** ISO 8601. */
      readonly requestedAt: string;
    }
  | {
      readonly type: 'sign-in.locked';
      /** The id of the account at the identity provider, which need not have a user record. */
      readonly uid: string;
      readonly email: string;
      /** ISO 8601. */
      readonly at: string;
    }
  | {
      /** Somebody tried to sign up with the address of an account. */
      readonly type: 'sign-up.repeated';
      /** The id of the account at the identity provider, which need not have a user record. */
      readonly uid: string;
      readonly email: string;
      /** ISO 8601. */
      readonly at: string;
    }
  | {
      /** Somebody signed in from a device that the account had not been used on. */
      readonly type: 'sign-in.new-device';
      /** The id of the account at the identity provider, which need not have a user record. */
      readonly uid: string;
      readonly email: string;
      readonly sessionId: string;
      readonly ipAddress: string;
      /** "Firefox on Windows"; contains no text of the client. */
      readonly deviceName: string;
      /** Ends the sessions on that device, for as long as a session lasts. */
      readonly endToken: string;
      /** ISO 8601. */
      readonly at: string;
    }
  | {
      /** A step of a change of an e-mail address; `email` is the address that is notified. */
      readonly type:
        | 'email-change.requested'
        | 'email-change.confirmed'
        | 'email-change.changed'
        | 'email-change.reverted';
      /** The id of the account at the identity provider, which need not have a user record. */
      readonly uid: string;
      readonly email: string;
      /** Takes the change to its next state, once. */
      readonly token?: string;
      /** ISO 8601. */
      readonly at: string;
    }
  | {
      /**
       * The second factor of an account was switched on or off, its recovery codes were replaced, one of
       * them was used, or too many wrong codes were given after the right password.
       */
      readonly type:
        | 'two-factor.on'
        | 'two-factor.off'
        | 'two-factor.codes-renewed'
        | 'two-factor.recovery-code-used'
        | 'two-factor.refused';
      /** The id of the account at the identity provider, which need not have a user record. */
      readonly uid: string;
      readonly email: string;
      /** After a recovery code was used: how many are left. */
      readonly codesLeft?: number;
      /** ISO 8601. */
      readonly at: string;
    }
  | {
      /** A passkey was added to an account, or removed. */
      readonly type: 'passkey.added' | 'passkey.removed';
      /** The id of the account at the identity provider, which need not have a user record. */
      readonly uid: string;
      readonly email: string;
      /** As its owner calls the passkey. */
      readonly name: string;
      /** ISO 8601. */
      readonly at: string;
    }
  | {
      /** A seller's payouts go to another bank account, or the same was entered anew. */
      readonly type: 'payout-account.changed';
      /** Of the change, which has one mail. */
      readonly changeId: string;
      readonly uid: string;
      readonly email: string;
      /** The last digits of the account number, if the provider says them. */
      readonly last4: string | null;
    }
  | {
      readonly type: 'password.changed';
      /** The id of the account at the identity provider, which need not have a user record. */
      readonly uid: string;
      readonly email: string;
      /** ISO 8601. */
      readonly at: string;
    }
  | {
      readonly type: 'password.reset-requested';
      /** The id of the account at the identity provider, which need not have a user record. */
      readonly uid: string;
      readonly email: string;
      /** Authorizes its holder to set a new password, once, within an hour. */
      readonly token: string;
      /** ISO 8601. */
      readonly requestedAt: string;
    };

/** Steps of an order that say nothing but its id. */
type OrderStep<Type extends string> = Type extends string
  ? { readonly type: Type; readonly orderId: string }
  : never;

/** Steps of an offer, likewise. */
type OfferStep<Type extends string> = Type extends string
  ? { readonly type: Type; readonly offerId: string }
  : never;

export type DomainEventType = DomainEvent['type'];

/** An event of one type, or of one of several types. */
export type DomainEventOf<T extends DomainEventType> = Extract<DomainEvent, { type: T }>;
