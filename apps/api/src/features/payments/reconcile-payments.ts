import { currency } from '@redial/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import { orders, payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { retrieveLimitedIntent } from './limit-declines.ts';
import { syncPayment } from './sync-payment.ts';

/** Payments checked in one run. */
const batchSize = 200;

/**
 * Compares payments that have been open for a while with the provider: records payments that neither
 * the browser nor a webhook reported, and cancels the intents of closed orders. One that fails, or that the
 * provider does not know, does not stop the others.
 *
 * @param olderThanSeconds the minimum age of the payments, so that browser and webhook come first.
 * @returns the number of payments closed.
 */
export async function reconcilePayments(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'log' | 'settings'>,
  olderThanSeconds = 60,
): Promise<number> {
  const { db, cardPayments, log } = deps;
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
        eq(payments.provider, cardPayments.provider),
        sql`${payments.changedAt} <= now() - make_interval(secs => ${olderThanSeconds})`,
      ),
    )
    .orderBy(asc(payments.changedAt))
    .limit(batchSize);
  let closed = 0;
  for (const payment of open) {
    try {
      // Without an id, the response was lost: the same idempotency key returns the same intent.
      const intent = payment.intentId
        ? await retrieveLimitedIntent(cardPayments, payment.intentId)
        : await cardPayments.createIntent({
            orderId: payment.orderId,
            amountCents: payment.amountCents,
            currency,
            idempotencyKey: `order:${payment.orderId}:payment:${payment.id}`,
          });
      if (!intent) {
        await putBehind(deps, payment.id);
        continue;
      }
      const abandoned = payment.orderState !== 'unpaid' && intent.status !== 'succeeded';
      const outcome = await syncPayment(
        deps,
        abandoned ? await cardPayments.cancelIntent(intent.id) : intent,
      );
      if (outcome === 'open') await putBehind(deps, payment.id);
      else closed++;
    } catch (error) {
      await putBehind(deps, payment.id);
      log.error({ err: error, paymentId: payment.id }, 'payment not reconciled');
    }
  }
  return closed;
}

/** Lets other payments come first in the next run. */
const putBehind = ({ db }: Pick<Deps, 'db'>, id: string) =>
  db
    .update(payments)
    .set({ changedAt: sql`now()` })
    .where(and(eq(payments.id, id), eq(payments.state, 'open')));
