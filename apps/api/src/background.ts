import { chains } from './chains.ts';
import { createPartitions } from './db/partitions.ts';
import { deadlineHandlers } from './deadline-handlers.ts';
import type { Deps } from './deps.ts';
import { purgeContactData } from './features/accounts/purge-contact-data.ts';
import { compactCounts } from './features/catalogue/product-counts.ts';
import { hashPhotos } from './features/images/hash-photos.ts';
import { removeUnusedImages } from './features/images/remove-unused-images.ts';
import { checkInvariants } from './features/ledger/check-invariants.ts';
import { sendDigests, sendSearchAlerts } from './features/mail/index.ts';
import { recordSales } from './features/models/record-sales.ts';
import { endSuspensions } from './features/moderation/end-suspensions.ts';
import { reportSuspiciousPrices } from './features/moderation/report-suspicious-prices.ts';
import { expireOffers } from './features/offers/expire-offers.ts';
import { expireOrders } from './features/orders/expire-orders.ts';
import { fireDeadlines } from './features/orders/fire-deadlines.ts';
import { reconcilePayments } from './features/payments/reconcile-payments.ts';
import { reconcileProvider } from './features/payments/reconcile-provider.ts';
import { advancePayouts } from './features/payouts/advance-payouts.ts';
import { assessListings } from './features/risk/assess-listings.ts';
import { filterListings } from './features/selling/filter-listings.ts';
import { locateListings } from './features/selling/locate-listings.ts';
import { lowerPrices } from './features/selling/lower-prices.ts';
import { matchModels } from './features/selling/match-models.ts';
import { updatePrices } from './features/selling/update-prices.ts';
import { dispatchOutbox } from './platform/dispatch-outbox.ts';
import type { JobName } from './platform/jobs.ts';
import { compactRevisions } from './platform/response-cache/catalogue-revision.ts';
import { sealChain, verifyChains } from './platform/sealing/index.ts';
import { subscriptions } from './subscribers.ts';

/**
 * Binds each job to its use case.
 *
 * @param stopping ends jobs that run for long in an orderly way, once it is aborted.
 */
export function jobHandlers(
  deps: Deps,
  stopping?: AbortSignal,
): Record<JobName, () => Promise<number>> {
  return {
    'dispatch-outbox': () => dispatchOutbox(deps, subscriptions, stopping),
    'expire-orders': () => expireOrders(deps),
    'expire-offers': () => expireOffers(deps),
    'end-suspensions': () => endSuspensions(deps),
    'fire-deadlines': () => fireDeadlines(deps, deadlineHandlers),
    'reconcile-payments': () => reconcilePayments(deps),
    'advance-payouts': () => advancePayouts(deps),
    'reconcile-provider': () => reconcileProvider(deps),
    'cleanup-images': () => removeUnusedImages(deps, { stopping }),
    'hash-photos': () => hashPhotos(deps, { stopping }),
    'compact-counts': async () =>
      (await compactCounts(deps.db)) + (await compactRevisions(deps.db)),
    'purge-contact-data': () => purgeContactData(deps),
    'create-partitions': () => createPartitions(deps.db, deps.clock.now()),
    'send-digests': () => sendDigests(deps),
    'send-search-alerts': () => sendSearchAlerts(deps, stopping),
    'match-models': async () => (await matchModels(deps, stopping)) + (await recordSales(deps.db)),
    'filter-listings': () => filterListings(deps, stopping),
    'locate-listings': () => locateListings(deps, stopping),
    'update-prices': () => updatePrices(deps, { stopping }),
    'report-prices': () => reportSuspiciousPrices(deps),
    'assess-listings': () => assessListings(deps, { stopping }),
    'lower-prices': () => lowerPrices(deps),
    'seal-chains': async () => {
      let blocks = 0;
      for (const chain of chains) blocks += await sealChain(deps, chain);
      return blocks;
    },
    'verify-chains': async () => {
      const verified = await verifyChains(deps, chains);
      if (verified > 0) await checkInvariants(deps);
      return verified;
    },
    'check-ledger': () => checkInvariants(deps),
  };
}
