import { currency, toCents } from '@redial/contract';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { orders, payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { PaymentIntent } from '../../ports/card-payments.ts';
import { isPaidState, lockOrder } from '../orders/index.ts';
import { syncPayment } from './sync-payment.ts';
import { transitionPayment } from './transitions.ts';

type IntentDeps = Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'settings'>;

/** Attempts, in case the provider has canceled the open intent. */
const maxAttempts = 3;

/**
 * Returns the order's open payment intent, or creates one. The amount is the order's price. The
 * payment row is written before the provider is called, and its id is the idempotency key, so a retry
 * after a crash gets the same intent.
 *
 * @param input.orderId an order of the actor; by default the newest unpaid one with that price.
 * @returns the intent's client secret.
 * @throws Problem `order.not-found`, `order.already-paid`, `order.closed`, `price.mismatch`
 * @throws CardPaymentsUnavailable
 */
export async function getOrCreateIntent(
  deps: IntentDeps,
  actor: User,
  input: { price: number; orderId?: string },
): Promise<string> {
  const order = await findPayableOrder(deps, actor, input);
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const payment = await getOrCreatePayment(deps, order);
    const intent = await getIntent(deps, order, payment);
    await requireStillUnpaid(deps, order, intent);
    if (intent.status !== 'canceled' && intent.status !== 'succeeded') return intent.clientSecret;
    const outcome = await syncPayment(deps, intent);
    if (outcome === 'paid') throw new Problem('order.already-paid');
  }
  throw new Problem('payment.unavailable');
}

async function findPayableOrder(
  { db }: IntentDeps,
  actor: User,
  { price, orderId }: { price: number; orderId?: string },
) {
  const priceCents = toCents(price);
  const [order] = await db
    .select({
      id: orders.id,
      buyerId: orders.buyerId,
      priceCents: orders.priceCents,
      state: orders.state,
      expired: sql<boolean>`${orders.expiresAt} <= now()`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.buyerId, actor.id),
        orderId === undefined
          ? and(eq(orders.state, 'unpaid'), eq(orders.priceCents, priceCents ?? -1))
          : eq(orders.id, orderId),
      ),
    )
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(1);
  if (!order) throw new Problem('order.not-found');
  if (isPaidState(order.state) && order.state !== 'refunded')
    throw new Problem('order.already-paid');
  if (order.state !== 'unpaid' || order.expired) throw new Problem('order.closed');
  if (order.priceCents !== priceCents) throw new Problem('price.mismatch');
  return order;
}

type PayableOrder = Awaited<ReturnType<typeof findPayableOrder>>;

/** Returns the order's open payment, or creates it. A unique index allows one per order. */
function getOrCreatePayment({ db, cardPayments }: IntentDeps, order: PayableOrder) {
  return inTransaction(db, async (tx) => {
    const current = await lockOrder(tx, order.id);
    if (current && isPaidState(current.state)) throw new Problem('order.already-paid');
    if (current?.state !== 'unpaid') throw new Problem('order.closed');
    const [open] = await tx
      .select({ id: payments.id, intentId: payments.intentId, provider: payments.provider })
      .from(payments)
      .where(and(eq(payments.orderId, order.id), eq(payments.state, 'open')));
    if (open?.provider === cardPayments.provider) return open;
    // Created at a provider that is no longer configured.
    if (open) await transitionPayment(tx, open.id, 'cancel');
    const id = newId();
    await tx.insert(payments).values({
      id,
      provider: cardPayments.provider,
      orderId: order.id,
      buyerId: order.buyerId,
      amountCents: order.priceCents,
    });
    return { id, intentId: null };
  });
}

/**
 * Cancels an intent whose order was closed while the provider created it. If the provider cannot be
 * reached, the payment stays open, and the reconciliation job cancels it.
 *
 * @throws Problem `order.closed`
 */
async function requireStillUnpaid(
  deps: IntentDeps,
  { id }: PayableOrder,
  intent: PaymentIntent,
): Promise<void> {
  const [order] = await deps.db
    .select({ state: orders.state })
    .from(orders)
    .where(eq(orders.id, id));
  if (order?.state !== 'cancelled' && order?.state !== 'expired') return;
  await syncPayment(deps, await deps.cardPayments.cancelIntent(intent.id));
  throw new Problem('order.closed');
}

/** Gets a payment's intent from the provider, outside any transaction. */
async function getIntent(
  { db, cardPayments }: IntentDeps,
  order: PayableOrder,
  payment: { id: string; intentId: string | null },
): Promise<PaymentIntent> {
  const known = payment.intentId ? await cardPayments.retrieveIntent(payment.intentId) : undefined;
  if (known) return known;
  const intent = await cardPayments.createIntent({
    orderId: order.id,
    amountCents: order.priceCents,
    currency,
    idempotencyKey: `order:${order.id}:payment:${payment.id}`,
  });
  await db
    .update(payments)
    .set({ intentId: intent.id, changedAt: sql`now()` })
    .where(and(eq(payments.id, payment.id), isNull(payments.intentId)));
  return intent;
}
