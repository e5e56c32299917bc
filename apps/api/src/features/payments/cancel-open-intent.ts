import { and, eq } from 'drizzle-orm';
import { payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { syncPayment } from './sync-payment.ts';

/**
 * Cancels an order's open payment intent at the card provider. If the buyer has paid it in the
 * meantime, payment and order are updated instead.
 *
 * @returns the id of the order's open payment, if it has one.
 * @throws Problem `payment.processing`
 * @throws CardPaymentsUnavailable
 */
export async function cancelOpenIntent(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'settings'>,
  orderId: string,
): Promise<string | undefined> {
  const { db, cardPayments } = deps;
  const [open] = await db
    .select({ id: payments.id, intentId: payments.intentId, provider: payments.provider })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'open')));
  // An intent at a provider that is no longer configured cannot be canceled.
  if (open?.intentId && open.provider === cardPayments.provider) {
    const intent = await cardPayments.cancelIntent(open.intentId);
    if (intent.status === 'succeeded') await syncPayment(deps, intent);
    else if (intent.status !== 'canceled') throw new Problem('payment.processing');
  }
  return open?.id;
}
