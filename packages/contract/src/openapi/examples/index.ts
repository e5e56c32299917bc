import type { DocumentedEndpointName, EndpointExamples } from '../example.ts';
import { accountExamples } from './accounts.ts';
import { auditLogExamples } from './audit-log.ts';
import { availabilityAlertExamples } from './availability-alerts.ts';
import { catalogueExamples } from './catalogue.ts';
import { chatExamples } from './chat.ts';
import { deviceExamples } from './devices.ts';
import { disputeExamples, returnExamples } from './disputes.ts';
import { favouriteOfferExamples } from './favourite-offers.ts';
import { favouriteExamples } from './favourites.ts';
import { handoverExamples } from './handover.ts';
import { ledgerExamples } from './ledger.ts';
import { listingExamples } from './listings.ts';
import { liveEventExamples } from './live-events.ts';
import { modelExamples } from './models.ts';
import { moderationDecisionExamples } from './moderation.ts';
import { notificationExamples } from './notifications.ts';
import { offerExamples } from './offers.ts';
import { orderLifecycleExamples } from './order-lifecycle.ts';
import { orderExamples, paymentExamples } from './orders.ts';
import { imageExamples, installationExamples, moderationExamples } from './others.ts';
import { overviewExamples } from './overview.ts';
import { payoutExamples } from './payouts.ts';
import { peopleExamples } from './people.ts';
import { possessionProofExamples } from './possession-proofs.ts';
import { pushSubscriptionExamples } from './push-subscriptions.ts';
import { resaleExamples } from './resale.ts';
import { reviewExamples } from './reviews.ts';
import { riskExamples } from './risk.ts';
import { savedSearchExamples } from './saved-searches.ts';
import { selfTestExamples } from './self-tests.ts';
import { sellerRecordExamples } from './seller-records.ts';
import { sellingExamples } from './selling.ts';
import { wordListExamples } from './word-lists.ts';

/** An example for every endpoint, in the order of the document. A missing example is a compile error. */
export const examples = {
  ...accountExamples,
  ...catalogueExamples,
  ...sellingExamples,
  ...listingExamples,
  ...modelExamples,
  ...orderExamples,
  ...orderLifecycleExamples,
  ...paymentExamples,
  ...payoutExamples,
  ...ledgerExamples,
  ...handoverExamples,
  ...disputeExamples,
  ...returnExamples,
  ...deviceExamples,
  ...resaleExamples,
  ...reviewExamples,
  ...favouriteExamples,
  ...availabilityAlertExamples,
  ...offerExamples,
  ...favouriteOfferExamples,
  ...savedSearchExamples,
  ...moderationExamples,
  ...moderationDecisionExamples,
  ...sellerRecordExamples,
  ...auditLogExamples,
  ...overviewExamples,
  ...peopleExamples,
  ...possessionProofExamples,
  ...riskExamples,
  ...wordListExamples,
  ...selfTestExamples,
  ...notificationExamples,
  ...pushSubscriptionExamples,
  ...liveEventExamples,
  ...chatExamples,
  ...imageExamples,
  ...installationExamples,
} as const satisfies EndpointExamples<DocumentedEndpointName>;
