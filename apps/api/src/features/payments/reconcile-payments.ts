import { and, asc, eq, sql } from 'drizzle-orm';
import { orders, payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { syncPayment } from '../orders/index.ts';

/** Payments looked at in one run. */
const batch = 200;

/**
 * Asks the provider about payments that have been open for a while: money that neither browser nor
 * webhook told of is recorded, and intents of orders that are closed are cancelled.
 *
 * @param olderThanSeconds how long the two quicker ways are given.
 * @returns how many payments were closed.
 */
export async function reconcilePayments(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'log' | 'settings'>,
  olderThanSeconds = 60,
): Promise<number> {
  const { db, cardPayments: cards, log } = deps;
  const open = await db
    .select({
      id: payments.id,
      intentId: payments.intentId,
      orderId: orders.id,
      orderState: orders.state,
      amountCents: payments.amountCents,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.state, 'open'),
        eq(payments.provider, cards.provider),
        sql`${payments.changedAt} <= now() - make_interval(secs => ${olderThanSeconds})`,
      ),
    )
    .orderBy(asc(payments.changedAt))
    .limit(batch);
  let closed = 0;
  for (const payment of open) {
    try {
      // Without an id the answer was lost: the same key brings the same intent.
      const intent = payment.intentId
        ? await cards.retrieveIntent(payment.intentId)
        : await cards.createIntent({
            orderId: payment.orderId,
            amountCents: payment.amountCents,
            currency: 'usd',
            idempotencyKey: `order:${payment.orderId}:payment:${payment.id}`,
          });
      if (!intent) continue;
      const abandoned = payment.orderState !== 'unpaid' && intent.status !== 'succeeded';
      const settled = await syncPayment(
        deps,
        abandoned ? await cards.cancelIntent(intent.id) : intent,
      );
      if (settled === 'open') {
        await db.update(payments).set({ changedAt: sql`now()` }).where(eq(payments.id, payment.id));
      } else closed++;
    } catch (error) {
      log.error({ err: error, paymentId: payment.id }, 'payment not reconciled');
    }
  }
  return closed;
}
