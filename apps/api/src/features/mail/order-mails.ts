import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { orders, products, users } from '../../db/schema/index.ts';
import { enqueue } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { renderMail } from './layout.ts';
import { type OrderMailData, orderMailTemplates } from './order-mail-templates.ts';

/** What befalls an order that both its parties hear of by mail. */
export type OrderMailKind = keyof typeof orderMailTemplates;

/**
 * Mails the buyer and the seller of an order what has just become of it, once each; in the transaction
 * that decided it. Somebody who has been removed is not written to.
 */
export async function mailOrder(
  tx: Transaction,
  settings: Pick<Settings, 'publicUrl' | 'orderHoldHours'>,
  occasion: OrderMailKind,
  orderId: string,
): Promise<void> {
  const order = await factsOf(tx, orderId);
  for (const party of ['buyer', 'seller'] as const) {
    if (order[party].removedAt) continue;
    await enqueue(tx, {
      kind: 'mail.send',
      dedupe: `mail.order-${occasion}:${orderId}:${party}`,
      payload: {
        to: order[party].email,
        ...renderMail(orderMailTemplates[occasion][party](order, settings)),
      },
    });
  }
}

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');

async function factsOf(tx: Transaction, orderId: string): Promise<OrderMailData> {
  const [facts] = await tx
    .select({
      id: orders.id,
      productName: orders.productName,
      priceCents: orders.priceCents,
      location: orders.location,
      buyerPhone: orders.phone,
      sellerPhone: products.sellerPhone,
      withdrawnAt: products.removedAt,
      buyer: { name: buyers.name, email: buyers.email, removedAt: buyers.removedAt },
      seller: { name: sellers.name, email: sellers.email, removedAt: sellers.removedAt },
    })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerId))
    .where(eq(orders.id, orderId));
  if (!facts) throw new Error(`no order ${orderId} to write about`);
  return facts;
}
