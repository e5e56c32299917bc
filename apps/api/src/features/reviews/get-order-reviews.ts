import type { OrderReviews } from '@redial/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { orderDeadlines, reviews, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { findPartyOrder } from '../orders/index.ts';
import { toContent, toReply } from './review-presenter.ts';

/**
 * The reviews of an order, for one of its parties: the own one, and that of the other once both are
 * published.
 *
 * @throws Problem `order.not-found`, also for orders of others.
 */
export async function getOrderReviews(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<OrderReviews> {
  const order = await findPartyOrder(db, actor, id);
  const isOpen = and(eq(orderDeadlines.kind, 'review'), isNull(orderDeadlines.closedAt));
  const [[deadline], rows, [otherUser]] = await Promise.all([
    db
      .select({ dueAt: orderDeadlines.dueAt })
      .from(orderDeadlines)
      .where(and(eq(orderDeadlines.orderId, id), isOpen)),
    db.select().from(reviews).where(eq(reviews.orderId, id)),
    db
      .select({ name: users.name })
      .from(users)
      .where(eq(users.id, order.party === 'buyer' ? order.sellerId : order.buyerId)),
  ]);
  const own = rows.find(({ party }) => party === order.party);
  const other = rows.find(({ party }) => party !== order.party);
  return {
    party: order.party,
    otherName: otherUser?.name ?? '',
    closesAt: deadline?.dueAt.toISOString() ?? null,
    own: own ? { ...toOwnReview(own), removalReason: own.removalReason } : null,
    otherWritten: other !== undefined,
    other: other?.publishedAt ? toOwnReview(other) : null,
  };
}

const toOwnReview = (row: typeof reviews.$inferSelect) => ({
  ...toContent(row),
  _id: row.id,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  removedAt: row.removedAt?.toISOString() ?? null,
  removalReason: null,
  reply: toReply(row),
});
