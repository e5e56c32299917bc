import type { Deps } from '../../deps.ts';
import { purgeDelivered } from '../../platform/outbox.ts';
import { purgeConversations, purgeMessagePhotos } from '../chat/index.ts';
import { purgeDisputeData } from '../disputes/index.ts';
import { purgeFavourites } from '../favourites/index.ts';
import { purgeMeetings } from '../handover/index.ts';
import { purgePhotoHashes } from '../images/index.ts';
import { purgeDefectTexts } from '../listings/index.ts';
import { purgeLiveEvents } from '../live/index.ts';
import { purgeEvidence, purgeReporters } from '../moderation/index.ts';
import { purgeNotifications } from '../notifications/index.ts';
import { purgeOffers } from '../offers/index.ts';
import { purgeBuyerContacts, purgeShippingAddresses } from '../orders/index.ts';
import { purgePossessionPhotos } from '../possession/index.ts';
import { purgePushSubscriptions } from '../push/index.ts';
import { purgeReviewTexts } from '../reviews/index.ts';
import { purgeRemovedSellerMarks, purgeRiskAssessments } from '../risk/index.ts';
import { purgeSavedSearches } from '../saved-searches/index.ts';
import { purgeSelfTestLinks } from '../self-tests/index.ts';
import { purgeSellerRecords } from '../seller-records/index.ts';
import { purgePhotoTexts, purgeSellerContacts } from '../selling/index.ts';
import { purgeWordCatches } from '../word-lists/index.ts';
import { purgeSuspendedAddresses } from './placeholder-address.ts';

/**
 * Retention periods in days; docs/operations.md explains them. Images, with the texts that describe them,
 * have their own, in `kept-listings.ts`.
 */
const retentionDays = {
  /** Contact data of removed users after a payment, their reviews, and the content of delivered mails and events. */
  removed: 30,
  /** Phone number and place of the buyer of an order that ended without payment. */
  unpaidOrder: 30,
  /** Phone number and place of the buyer of an order that was paid and has ended. */
  endedOrder: 90,
  /** Shipping address of an order that has ended; at once if it was not paid. */
  shippingAddress: 30,
  /** Meetings of an order that has ended. */
  meeting: 30,
  /** Offers that are no longer open. */
  offer: 90,
  /** What a saved search has found, once it is no longer listed. */
  foundPhone: 30,
  /** Phone number and place in a listing that was taken off the market. */
  removedListing: 90,
  /** The pseudonym of an anonymous reporter after the report was closed. */
  reporter: 180,
  /** What a decision of a moderator keeps of a listing or review. */
  evidence: 365,
  /** Conversations after their last message. */
  conversation: 365,
  /** Perceptual hashes of photos, after the upload; as long as the photo is kept, in any case. */
  photoHash: 365,
  /** Risk scores of listings that are no longer on offer. */
  riskAssessment: 90,
  /** By what a removed seller is recognized. */
  removedSeller: 365,
  /** The address of a suspended user who deleted the account, as a keyed hash. */
  suspendedAddress: 365,
  /** What word lists have found in listings. */
  wordCatch: 180,
  /** Notifications, after the end of their month. */
  notification: 180,
  /** Subscriptions of browsers after the last notification to them. */
  pushSubscription: 180,
  /** Links to self-tests after they have expired. */
  selfTestLink: 7,
  /** Live events, after the end of their day. */
  liveEvent: 1,
} as const;

/**
 * Deletes personal data that is no longer needed, and expired sessions and links of the identity
 * provider. What cannot be deleted, such as a file in a store that refuses it, does not stop the rest.
 *
 * @returns number of changed or deleted rows.
 * @throws if not all could be deleted.
 */
export async function purgeContactData(
  deps: Pick<Deps, 'db' | 'clock' | 'identity' | 'imageStore' | 'settings' | 'log'>,
): Promise<number> {
  const { db, clock, identity, settings } = deps;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  const steps: readonly (() => Promise<number>)[] = [
    () => purgeDisputeData(deps),
    () => purgePossessionPhotos(deps),
    () => purgeMeetings(db, retentionDays.meeting),
    () => purgeShippingAddresses(db, retentionDays.shippingAddress),
    () => purgeBuyerContacts(db, retentionDays),
    () => purgeSellerContacts(db, retentionDays),
    () => purgePhotoTexts(db),
    () => purgeDefectTexts(db),
    () => purgeReporters(db, retentionDays.reporter),
    () => purgeEvidence(db, retentionDays.evidence),
    () => purgeOffers(db, retentionDays.offer),
    () => purgeFavourites(db),
    () => purgeSavedSearches(db, retentionDays.foundPhone),
    () => purgeReviewTexts(db, retentionDays.removed),
    () => purgeSellerRecords(db, settings.sellerRecordDays),
    () => purgeConversations(db, retentionDays.conversation),
    // After the conversations, whose photos it deletes.
    () => purgeMessagePhotos(deps),
    () => purgePhotoHashes(db, retentionDays.photoHash),
    () => purgeRiskAssessments(db, retentionDays.riskAssessment),
    () => purgeRemovedSellerMarks(db, retentionDays.removedSeller),
    () => purgeSuspendedAddresses(db, retentionDays.suspendedAddress),
    () => purgeWordCatches(db, retentionDays.wordCatch),
    () => purgeNotifications(db, daysAgo(retentionDays.notification)),
    () => purgePushSubscriptions(db, retentionDays.pushSubscription),
    () => purgeSelfTestLinks(db, retentionDays.selfTestLink),
    () => purgeLiveEvents(db, daysAgo(retentionDays.liveEvent)),
    () => purgeDelivered(db, daysAgo(retentionDays.removed)),
    async () => (await identity.purgeExpired?.()) ?? 0,
  ];
  let changed = 0;
  let failed = 0;
  for (const step of steps) {
    try {
      changed += await step();
    } catch (error) {
      failed++;
      deps.log.error({ err: error }, 'personal data was not deleted');
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${steps.length} kinds of data were not deleted`);
  return changed;
}
