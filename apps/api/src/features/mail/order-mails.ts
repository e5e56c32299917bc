import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { orders, products, users } from '../../db/schema/index.ts';
import { enqueue } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { renderMail } from './layout.ts';
import { type OrderMailData, orderMailTemplates } from './order-mail-templates.ts';

/** The events of an order about which both parties get a mail. */
export type OrderMailKind = keyof typeof orderMailTemplates;

/**
 * Enqueues one mail each to the buyer and the seller of an order, in the transaction of the event.
 * Deactivated users get none.
 */
export async function enqueueOrderMails(
  tx: Transaction,
  settings: Pick<Settings, 'publicUrl' | 'orderHoldHours'>,
  kind: OrderMailKind,
  orderId: string,
): Promise<void> {
  const order = await findOrderMailData(tx, orderId);
  for (const party of ['buyer', 'seller'] as const) {
    if (order[party].removedAt) continue;
    await enqueue(tx, {
      kind: 'mail.send',
      dedupe: `mail.order-${kind}:${orderId}:${party}`,
      payload: {
        to: order[party].email,
        ...renderMail(orderMailTemplates[kind][party](order, settings)),
      },
    });
  }
}

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');

async function findOrderMailData(tx: Transaction, orderId: string): Promise<OrderMailData> {
  const [data] = await tx
    .select({
      id: orders.id,
      productName: orders.productName,
      priceCents: orders.priceCents,
      location: orders.location,
      buyerPhone: orders.phone,
      sellerPhone: products.sellerPhone,
      productRemovedAt: products.removedAt,
      buyer: { name: buyers.name, email: buyers.email, removedAt: buyers.removedAt },
      seller: { name: sellers.name, email: sellers.email, removedAt: sellers.removedAt },
    })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerId))
    .where(eq(orders.id, orderId));
  if (!data) throw new Error(`order ${orderId} does not exist`);
  return data;
}
