import { normalizeEmail, type Order, toDollars } from '@redial/contract';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { orders, users } from '../../db/schema/index.ts';
import type { Settings } from '../../settings.ts';
import { absoluteImageUrl } from '../images/index.ts';
import { saleStatuses } from './state-machine.ts';

/** The columns of an order that use cases and presenters need. */
const orderColumns = {
  id: orders.id,
  productId: orders.productId,
  sellerId: orders.sellerId,
  buyerId: orders.buyerId,
  productName: orders.productName,
  imageUrl: orders.imageUrl,
  buyerName: users.name,
  buyerEmail: users.email,
  priceCents: orders.priceCents,
  phone: orders.phone,
  location: orders.location,
  state: orders.state,
  paidPaymentId: orders.paidPaymentId,
  expiresAt: orders.expiresAt,
};

export type OrderRow = Awaited<ReturnType<typeof findOrder>> & {};

/** Finds an order with its buyer, in any state. */
export async function findOrder(db: Executor, id: string) {
  const [row] = await db
    .select(orderColumns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.buyerId))
    .where(eq(orders.id, id));
  return row;
}

/** Lists a buyer's orders, newest first, except those that were closed without payment. */
export function listBuyersOrders(db: Executor, email: string) {
  return db
    .select(orderColumns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.buyerId))
    .where(
      and(
        eq(users.emailKey, normalizeEmail(email) ?? ''),
        notInArray(orders.state, ['cancelled', 'expired']),
      ),
    )
    .orderBy(desc(orders.placedAt), desc(orders.id));
}

/** Presents an order in the contract's form. */
export function toOrder(row: OrderRow, settings: Pick<Settings, 'publicUrl'>): Order {
  return {
    _id: row.id,
    productName: row.productName,
    img: absoluteImageUrl(row.imageUrl, settings),
    buyerName: row.buyerName,
    email: row.buyerEmail,
    price: toDollars(row.priceCents),
    phone: row.phone,
    location: row.location,
    productId: row.productId,
    isPaid: saleStatuses[row.state].isPaid,
    state: row.state,
    expiresAt: row.expiresAt.toISOString(),
  };
}
