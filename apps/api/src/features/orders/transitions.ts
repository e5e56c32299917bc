import { and, eq, inArray } from 'drizzle-orm';
import { orderEvents, orders, users } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import { lockOfferedProduct, setSaleStatus } from '../selling/index.ts';
import { type OrderTransition, orderTransitions, saleStatuses } from './state-machine.ts';

/** Locks an order until the transaction ends. Locks on its payments and product come after it. */
export async function lockOrder(tx: Transaction, id: string) {
  const [order] = await tx
    .select({
      id: orders.id,
      state: orders.state,
      productId: orders.productId,
      buyerId: orders.buyerId,
    })
    .from(orders)
    .where(eq(orders.id, id))
    .for('update');
  return order;
}

/**
 * Checks whether a locked order can still be fulfilled: neither its product nor its buyer was removed
 * since it was placed. Removing a seller removes the products. The product stays locked, so that a
 * concurrent removal comes before or after the payment.
 */
export async function isFulfillable(
  tx: Transaction,
  { productId, buyerId }: { productId: string; buyerId: string },
): Promise<boolean> {
  const [buyer] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, buyerId), active));
  return (await lockOfferedProduct(tx, productId)) && buyer !== undefined;
}

/**
 * Applies a transition to an order if its state allows it: its row, its product, its history and the
 * domain event change together.
 *
 * @param paymentId the payment that pays the order, for `pay`.
 * @returns whether the state allowed it.
 */
export async function transitionOrder(
  tx: Transaction,
  orderId: string,
  transition: OrderTransition,
  paymentId?: string,
): Promise<boolean> {
  const { from, to, event } = orderTransitions[transition];
  const [order] = await tx
    .update(orders)
    .set({ state: to, ...(paymentId ? { paidPaymentId: paymentId } : {}) })
    .where(and(eq(orders.id, orderId), inArray(orders.state, [...from])))
    .returning({ productId: orders.productId, amountCents: orders.priceCents });
  if (!order) return false;
  const { productId, amountCents } = order;
  await setSaleStatus(tx, productId, saleStatuses[to]);
  await recordOrderEvent(tx, {
    orderId,
    kind: event,
    amountCents,
    ...(paymentId ? { paymentId } : {}),
  });
  await emit(tx, { type: event, orderId });
  return true;
}

/** Adds an event to the history of an order, which is append-only. */
export async function recordOrderEvent(
  tx: Transaction,
  event: {
    orderId: string;
    paymentId?: string;
    kind: typeof orderEvents.$inferInsert.kind;
    amountCents: number;
  },
): Promise<void> {
  await tx.insert(orderEvents).values(event);
}
