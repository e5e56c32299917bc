import type { Deps } from './deps.ts';
import { forgetContacts } from './features/accounts/index.ts';
import { foldCounts } from './features/catalogue/index.ts';
import { removeUnusedImages } from './features/images/index.ts';
import { expireOrders } from './features/orders/index.ts';
import { reconcilePayments, refundPayment } from './features/payments/index.ts';
import { emptyOutbox, type OutboxHandlers } from './platform/empty-outbox.ts';
import type { JobName } from './platform/jobs.ts';
import { foldChanges } from './platform/versions.ts';

/** What each job does. */
export function jobHandlers(deps: Deps): Record<JobName, () => Promise<number>> {
  return {
    'empty-outbox': () => emptyOutbox(deps, outboxHandlers(deps)),
    'expire-orders': () => expireOrders(deps),
    'reconcile-payments': () => reconcilePayments(deps),
    'sweep-images': () => removeUnusedImages(deps),
    'fold-counts': async () => (await foldCounts(deps.db)) + (await foldChanges(deps.db)),
    'forget-contacts': () => forgetContacts(deps),
  };
}

const outboxHandlers = (deps: Deps): OutboxHandlers => ({
  'mail.send': (mail, id) => deps.mailer.send(id, mail),
  'payment.refund': ({ paymentId }) => refundPayment(deps, paymentId),
  'identity.delete': ({ uid }) => deps.identity.deleteAccount(uid),
});
