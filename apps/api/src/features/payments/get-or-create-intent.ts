import { toCents } from '@redial/contract';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { orders, payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { PaymentIntent } from '../../ports/card-payments.ts';
import { syncPayment } from '../orders/index.ts';

type IntentDeps = Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'settings'>;

/** Attempts made anew where the provider had closed the one that was open. */
const attempts = 3;

/**
 * Gives the card form what it needs to pay an order: the order's open intent, made where there is
 * none. The amount is the order's. The payment's row is written before the provider is called, with
 * a key that makes the same intent come back after a crash.
 *
 * @param input.orderId the caller's order; without it, the newest unpaid one with that price.
 * @returns the intent's client secret.
 * @throws Problem `order.not-found`, `order.already-paid`, `order.closed`, `price.mismatch`
 * @throws CardPaymentsUnavailable
 */
export async function getOrCreateIntent(
  deps: IntentDeps,
  actor: User,
  input: { price: number; orderId?: string },
): Promise<string> {
  const order = await payableOrder(deps, actor, input);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const payment = await openPayment(deps, order);
    const intent = await intentOf(deps, order, payment);
    if (intent.status !== 'canceled' && intent.status !== 'succeeded') return intent.clientSecret;
    const settlement = await syncPayment(deps, intent);
    if (settlement === 'paid') throw new Problem('order.already-paid');
  }
  throw new Problem('payment.unavailable');
}

async function payableOrder(
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
      lapsed: sql<boolean>`${orders.expiresAt} <= now()`,
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
  if (order.state === 'paid') throw new Problem('order.already-paid');
  if (order.state !== 'unpaid' || order.lapsed) throw new Problem('order.closed');
  if (order.priceCents !== priceCents) throw new Problem('price.mismatch');
  return order;
}

type PayableOrder = Awaited<ReturnType<typeof payableOrder>>;

const canceled = { state: 'canceled', changedAt: sql`now()` } as const;

/** The order's open payment, written where there is none: one for each order, by unique index. */
function openPayment({ db, cardPayments: cards }: IntentDeps, order: PayableOrder) {
  return inTransaction(db, async (tx) => {
    const [now] = await tx
      .select({ state: orders.state })
      .from(orders)
      .where(eq(orders.id, order.id))
      .for('update');
    if (now?.state === 'paid') throw new Problem('order.already-paid');
    if (now?.state !== 'unpaid') throw new Problem('order.closed');
    const [open] = await tx
      .select({ id: payments.id, intentId: payments.intentId, provider: payments.provider })
      .from(payments)
      .where(and(eq(payments.orderId, order.id), eq(payments.state, 'open')));
    if (open?.provider === cards.provider) return open;
    // Begun at a provider that has since been exchanged for this one.
    if (open) await tx.update(payments).set(canceled).where(eq(payments.id, open.id));
    const id = newId();
    await tx.insert(payments).values({
      id,
      provider: cards.provider,
      orderId: order.id,
      buyerId: order.buyerId,
      amountCents: order.priceCents,
    });
    return { id, intentId: null };
  });
}

/** Asks the provider for a payment's intent, outside any transaction. */
async function intentOf(
  { db, cardPayments: cards }: IntentDeps,
  order: PayableOrder,
  payment: { id: string; intentId: string | null },
): Promise<PaymentIntent> {
  const known = payment.intentId ? await cards.retrieveIntent(payment.intentId) : undefined;
  if (known) return known;
  const intent = await cards.createIntent({
    orderId: order.id,
    amountCents: order.priceCents,
    currency: 'usd',
    idempotencyKey: `order:${order.id}:payment:${payment.id}`,
  });
  await db
    .update(payments)
    .set({ intentId: intent.id, changedAt: sql`now()` })
    .where(and(eq(payments.id, payment.id), isNull(payments.intentId)));
  return intent;
}
