import type { NewOrder } from '@redial/contract';
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { orderEvents, orders, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import { mailOrder } from '../mail/index.ts';

/**
 * Orders a phone: it becomes Sold in the same transaction, by an update that finds it only while it
 * is Available, so that of many who order at once exactly one gets it. Name, price, e-mail and
 * picture are the server's records, not the body's.
 *
 * @returns the order's id.
 * @throws Problem `product.not-found`, `product.own-product`, `product.sold`, `order.limit-reached`, `validation.failed`,
 *   `account.removed`
 */
export async function placeOrder(
  { db, settings, jobs }: Pick<Deps, 'db' | 'settings' | 'jobs'>,
  actor: User,
  input: Pick<NewOrder, 'productId' | 'phone' | 'location'>,
): Promise<string> {
  const { phone, location } = contactOf(input);
  const placed = await inTransaction(db, async (tx) => {
    const [product] = await tx
      .update(products)
      .set({ status: 'Sold' })
      .where(
        and(
          eq(products.id, input.productId),
          eq(products.status, 'Available'),
          isNull(products.removedAt),
          sql`${products.sellerId} <> ${actor.id}`,
        ),
      )
      .returning();
    if (!product) throw await refusal(tx, actor, input.productId);
    await requireRoom(tx, actor, settings.orderHoldMax);
    const id = newId();
    await tx.insert(orders).values({
      id,
      productId: product.id,
      sellerId: product.sellerId,
      buyerId: actor.id,
      productName: product.name,
      imageUrl: product.imageUrl,
      priceCents: product.resalePriceCents,
      phone,
      location,
      expiresAt: sql`now() + make_interval(hours => ${settings.orderHoldHours})`,
    });
    await tx.insert(orderEvents).values({
      orderId: id,
      kind: 'order.placed',
      amountCents: product.resalePriceCents,
    });
    await mailOrder(tx, settings, 'placed', id);
    return id;
  });
  jobs.trigger('dispatch-outbox');
  return placed;
}

function contactOf(input: Pick<NewOrder, 'phone' | 'location'>) {
  const phone = input.phone.trim();
  const location = input.location.trim();
  if (!/^\+?[\d\s().-]+$/.test(phone) || phone.replace(/\D/g, '').length < 5) {
    throw new Problem('validation.failed', 'Please provide a valid phone number', 'body.phone');
  }
  if (location === '') {
    throw new Problem('validation.failed', 'Please provide a meeting location', 'body.location');
  }
  return { phone, location };
}

/** Why the phone could not be taken. */
async function refusal(tx: Transaction, actor: User, productId: string): Promise<Problem> {
  const [product] = await tx
    .select({ sellerId: products.sellerId, name: products.name })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.removedAt)));
  if (!product) return new Problem('product.not-found');
  if (product.sellerId === actor.id) return new Problem('product.own-product');
  return new Problem('product.sold', `${product.name} has just been sold`);
}

/** Orders of one buyer are counted one at a time: the buyer's row is the lock. */
async function requireRoom(tx: Transaction, actor: User, most: number): Promise<void> {
  await lockActiveUser(tx, actor, 'no key update');
  const [held] = await tx
    .select({ unpaid: count() })
    .from(orders)
    .where(and(eq(orders.buyerId, actor.id), eq(orders.state, 'unpaid')));
  if ((held?.unpaid ?? 0) >= most) {
    throw new Problem(
      'order.limit-reached',
      `You already hold ${most} unpaid orders: pay or cancel one of them first`,
    );
  }
}
