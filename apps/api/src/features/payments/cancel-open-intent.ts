import { and, eq } from 'drizzle-orm';
import { payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { syncPayment } from './sync-payment.ts';

/**
 * Cancels an order's open payment intent at the card provider. If the buyer has paid it in the
 * meantime, payment and order are updated instead.
 *
 * @returns the id of the payment to cancel. `undefined` if there is none, or if its intent is being
 *   created: such a payment stays open, and the reconciliation job cancels the intent.
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
  if (!open || open.provider !== cardPayments.provider) return open?.id;
  if (open.intentId === null) return undefined;
  const intent = await cardPayments.cancelIntent(open.intentId);
  if (intent.status === 'succeeded') await syncPayment(deps, intent);
  else if (intent.status !== 'canceled') throw new Problem('payment.processing');
  return open.id;
}
