import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { prepareOnce } from '../../db/prepare-once.ts';
import { orderEvents, orders, users } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { postRelease } from '../ledger/index.ts';
import { requestRefund } from '../refunds/index.ts';
import { lockOfferedProduct, setSaleStatus, withdrawRefundedProduct } from '../selling/index.ts';
import { restartDeadlines } from './deadlines.ts';
import {
  type MoneyEffect,
  type OrderTransition,
  type OrderTransitionRow,
  orderTransitions,
  saleStatuses,
} from './state-machine.ts';

/** Locks an order until the transaction ends. Locks on its payments and product come after it. */
export async function lockOrder(tx: Transaction, id: string) {
  const [order] = await tx
    .select({
      id: orders.id,
      state: orders.state,
      productId: orders.productId,
      buyerId: orders.buyerId,
      paidPaymentId: orders.paidPaymentId,
    })
    .from(orders)
    .where(eq(orders.id, id))
    .for('update');
  return order;
}

/**
 * Checks whether a locked order can still be fulfilled: neither its product nor its buyer was removed
 * since it was placed, suspended or hidden by a moderator. Removing a seller removes the products. The product stays locked, so that a
 * concurrent removal comes before or after the payment.
 */
export async function isFulfillable(
  tx: Transaction,
  { productId, buyerId }: { productId: string; buyerId: string },
): Promise<boolean> {
  const [buyer] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, buyerId), active, eq(users.suspended, false)));
  return (await lockOfferedProduct(tx, productId)) && buyer !== undefined;
}

/** What is known about a transition besides the order. */
export interface TransitionContext {
  readonly settings: Pick<Settings, 'trade'>;
  /** The user who causes it; none for the clock, a job or a provider. */
  readonly actorId?: string | undefined;
  /** The payment that pays the order, for `pay`. */
  readonly paymentId?: string;
  /**
   * What the buyer gets back in all, for `settle`; by default nothing. What the buyer has got back
   * before, such as by a refund in the provider's dashboard, is part of it.
   */
  readonly refundCents?: number;
  /** What the timeline shows. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/**
 * Applies a transition to an order if its state allows it: its row, its product, its deadlines, its
 * history, the domain event and the money change together. A transition that moves money waits while a
 * chargeback is open.
 *
 * Locks the order, then the product, then the ledger's accounts.
 *
 * @returns whether the order's state and chargebacks allowed it.
 */
export async function transitionOrder(
  tx: Transaction,
  orderId: string,
  transition: OrderTransition,
  context: TransitionContext,
): Promise<boolean> {
  const { from, to, event, money }: OrderTransitionRow = orderTransitions[transition];
  const { settings, actorId, paymentId, refundCents = 0, details } = context;
  const before = money ? await lockRefundedCents(tx, orderId) : 0;
  const [order] = await tx
    .update(orders)
    .set({
      state: to,
      changedAt: sql`now()`,
      ...(paymentId ? { paidPaymentId: paymentId } : {}),
      ...(to === 'refunded' ? { refundedCents: orders.priceCents } : {}),
      ...(money === 'settle' ? { refundedCents: Math.max(before, refundCents) } : {}),
    })
    .where(
      and(
        eq(orders.id, orderId),
        inArray(orders.state, [...from]),
        money && isNull(orders.chargebackOpenedAt),
      ),
    )
    .returning();
  if (!order) return false;
  const { productId, priceCents } = order;
  await setSaleStatus(tx, productId, saleStatuses[to]);
  if (to === 'refunded') await withdrawRefundedProduct(tx, productId);
  await restartDeadlines(tx, orderId, { to, transition }, settings.trade);
  await recordOrderEvent(tx, {
    orderId,
    kind: event,
    amountCents: priceCents,
    ...(actorId ? { actorId } : {}),
    ...(paymentId ? { paymentId } : {}),
    ...(details ? { details } : {}),
  });
  await emit(tx, { type: event, orderId });
  if (money) await moveMoney(tx, order, { money, before });
  return true;
}

/** What the buyer has got back of an order so far, in cents. Locks the order. */
async function lockRefundedCents(tx: Transaction, orderId: string): Promise<number> {
  const [order] = await tx
    .select({ refundedCents: orders.refundedCents })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('update');
  return order?.refundedCents ?? 0;
}

/**
 * Requests the refund of what the buyer has not got back yet, and posts the release of the rest.
 *
 * @param effect.before what the buyer had got back, in cents.
 */
async function moveMoney(
  tx: Transaction,
  order: typeof orders.$inferSelect,
  { money, before }: { money: MoneyEffect; before: number },
): Promise<void> {
  const { id, paidPaymentId, priceCents, refundedCents, sellerId, feeBasisPoints } = order;
  const refund = refundedCents - before;
  if (refund > 0 && paidPaymentId) {
    await requestRefund(tx, {
      orderId: id,
      paymentId: paidPaymentId,
      amountCents: refund,
      dedupe: `order:${id}`,
    });
  }
  const keptCents = priceCents - refundedCents;
  if (money !== 'refund') await postRelease(tx, { id, sellerId, keptCents, feeBasisPoints });
}

/** Adds an event to the history of an order, which is append-only. */
export async function recordOrderEvent(
  tx: Transaction,
  event: Omit<typeof orderEvents.$inferInsert, 'id' | 'at'>,
): Promise<void> {
  const { orderId, paymentId = null, kind, amountCents, actorId = null, details } = event;
  await insertOrderEvent(tx).execute({
    orderId,
    paymentId,
    kind,
    amountCents,
    actorId,
    details: details ? JSON.stringify(details) : null,
  });
}

const insertOrderEvent = prepareOnce((db) =>
  db.insert(orderEvents).values({
    orderId: sql.placeholder('orderId'),
    paymentId: sql.placeholder('paymentId'),
    kind: sql.placeholder('kind'),
    amountCents: sql.placeholder('amountCents'),
    actorId: sql.placeholder('actorId'),
    details: sql`${sql.placeholder('details')}::jsonb`,
  }),
);
