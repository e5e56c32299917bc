import { type Receipt, toDollars } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { orderEvents, orders, payments, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { absoluteImageUrl } from '../images/index.ts';
import { findOrder } from '../orders/index.ts';

/**
 * Returns the receipt of a paid order to its buyer or an admin.
 *
 * @throws Problem `order.not-found`, `order.not-paid`
 */
export async function getReceipt(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
  input: { id: string },
): Promise<Receipt> {
  const order = await findOrder(db, input.id);
  if (!order || (order.buyerId !== actor.id && actor.role !== 'admin')) {
    throw new Problem('order.not-found');
  }
  const [payment] = await db
    .select({
      transactionId: payments.intentId,
      placedAt: orders.placedAt,
      refundedCents: orders.refundedCents,
      handover: orders.handover,
      paidAt: orderEvents.at,
      sellerName: users.name,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.id, orders.paidPaymentId))
    .innerJoin(
      orderEvents,
      and(eq(orderEvents.orderId, orders.id), eq(orderEvents.kind, 'order.paid')),
    )
    .innerJoin(users, eq(users.id, orders.sellerId))
    .where(eq(orders.id, order.id));
  if (!payment?.transactionId) throw new Problem('order.not-paid');
  return {
    orderId: order.id,
    productName: order.productName,
    img: absoluteImageUrl(order.imageUrl, settings),
    price: toDollars(order.priceCents),
    refunded: toDollars(payment.refundedCents),
    buyerName: order.buyerName,
    buyerEmail: order.buyerEmail,
    sellerName: payment.sellerName,
    handover: payment.handover,
    location: order.location,
    transactionId: payment.transactionId,
    placedAt: payment.placedAt.toISOString(),
    paidAt: payment.paidAt.toISOString(),
  };
}
