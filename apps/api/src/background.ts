import type { Deps } from './deps.ts';
import { purgeContactData } from './features/accounts/index.ts';
import { compactCounts } from './features/catalogue/index.ts';
import { removeUnusedImages } from './features/images/index.ts';
import { expireOrders } from './features/orders/index.ts';
import { reconcilePayments, refundPayment } from './features/payments/index.ts';
import { dispatchOutbox, type OutboxHandlers } from './platform/dispatch-outbox.ts';
import type { JobName } from './platform/jobs.ts';
import { compactRevisions } from './platform/response-cache/catalogue-revision.ts';

/** Binds each job to its use case. */
export function jobHandlers(deps: Deps): Record<JobName, () => Promise<number>> {
  return {
    'dispatch-outbox': () => dispatchOutbox(deps, outboxHandlers(deps)),
    'expire-orders': () => expireOrders(deps),
    'reconcile-payments': () => reconcilePayments(deps),
    'cleanup-images': () => removeUnusedImages(deps),
    'compact-counts': async () =>
      (await compactCounts(deps.db)) + (await compactRevisions(deps.db)),
    'purge-contact-data': () => purgeContactData(deps),
  };
}

const outboxHandlers = (deps: Deps): OutboxHandlers => ({
  'mail.send': (mail, id) => deps.mailer.send(id, mail),
  'payment.refund': ({ paymentId }) => refundPayment(deps, paymentId),
  'identity.delete': ({ uid }) => deps.identity.deleteAccount(uid),
});
