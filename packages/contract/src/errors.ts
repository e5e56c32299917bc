import { accountErrors } from './accounts.ts';
import { availabilityAlertErrors } from './availability-alerts.ts';
import { blindOfferErrors } from './blind-offers.ts';
import { catalogueErrors } from './catalogue.ts';
import { chargebackErrors } from './chargebacks.ts';
import { chatErrors } from './chat.ts';
import { commonErrors } from './common-errors.ts';
import { deviceErrors } from './devices.ts';
import { disputeErrors } from './disputes.ts';
import { type Endpoint, impliedErrors } from './endpoint.ts';
import { favouriteOfferErrors } from './favourite-offers.ts';
import { favouriteErrors } from './favourites.ts';
import { handoverErrors } from './handover.ts';
import { imageErrors } from './images.ts';
import { ledgerErrors } from './ledger.ts';
import { listingErrors } from './listing-details.ts';
import { modelErrors } from './models.ts';
import { moderationErrors } from './moderation.ts';
import { decisionErrors } from './moderation-decisions.ts';
import { notificationErrors } from './notifications.ts';
import { offerErrors } from './offers.ts';
import { orderErrors } from './orders.ts';
import { paymentErrors } from './payments.ts';
import { payoutErrors } from './payouts.ts';
import { possessionProofErrors } from './possession-proofs.ts';
import { estimateErrors } from './price-estimates.ts';
import { pushErrors } from './push-subscriptions.ts';
import { reportErrors } from './reports.ts';
import { returnErrors } from './returns.ts';
import { reviewErrors } from './reviews.ts';
import { riskErrors } from './risk.ts';
import { savedSearchErrors } from './saved-searches.ts';
import { selfTestErrors } from './self-tests.ts';
import { sellerRecordErrors } from './seller-records.ts';
import { sellingErrors } from './selling.ts';
import { teamErrors } from './team.ts';
import { wordListErrors } from './word-lists.ts';

/** The error catalogue: every error code with its HTTP status and title. Features define their own. */
export const errors = {
  ...commonErrors,
  ...accountErrors,
  ...teamErrors,
  ...wordListErrors,
  ...catalogueErrors,
  ...sellingErrors,
  ...orderErrors,
  ...paymentErrors,
  ...payoutErrors,
  ...chargebackErrors,
  ...ledgerErrors,
  ...moderationErrors,
  ...riskErrors,
  ...reportErrors,
  ...decisionErrors,
  ...notificationErrors,
  ...pushErrors,
  ...chatErrors,
  ...imageErrors,
  ...modelErrors,
  ...listingErrors,
  ...estimateErrors,
  ...disputeErrors,
  ...returnErrors,
  ...reviewErrors,
  ...favouriteErrors,
  ...favouriteOfferErrors,
  ...availabilityAlertErrors,
  ...offerErrors,
  ...blindOfferErrors,
  ...savedSearchErrors,
  ...handoverErrors,
  ...deviceErrors,
  ...sellerRecordErrors,
  ...possessionProofErrors,
  ...selfTestErrors,
} as const;

export type ErrorCode = keyof typeof errors;

const isErrorCode = (code: string): code is ErrorCode => code in errors;

/**
 * All errors that an endpoint can respond with: its own, those implied by its access level and
 * schemas, and those common to all endpoints.
 */
export const possibleErrors = (endpoint: Endpoint): readonly ErrorCode[] => [
  ...new Set([...impliedErrors(endpoint), ...endpoint.errors.filter(isErrorCode)]),
];

/**
 * Body of an error response: RFC 9457 problem details plus `message` (equal to `detail`), which the
 * clients of the specification display. `acknowledged: false` is set if an order was not placed.
 */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly acknowledged?: false;
  /** For `request.invalid` and `validation.failed`: the invalid field, such as `body.phone`. */
  readonly field?: string;
}
