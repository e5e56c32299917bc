import type { OrderReviews } from '@redial/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { orderDeadlines, reviews, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { findPartyOrder } from '../orders/index.ts';
import { toContent, toReply } from './review-presenter.ts';

type ReviewRow = typeof reviews.$inferSelect;

/**
 * The reviews of an order, for one of its parties: the own one, and that of the other once both are
 * published, without its content if a moderator removed it.
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
    own: own ? toOwnReview(own) : null,
    otherWritten: other !== undefined,
    other: other ? toOtherReview(other) : null,
  };
}

function toOtherReview(row: ReviewRow): OrderReviews['other'] {
  if (!row.publishedAt) return null;
  return {
    _id: row.id,
    content: row.removedAt ? null : toContent(row),
    publishedAt: row.publishedAt.toISOString(),
    removedAt: row.removedAt?.toISOString() ?? null,
    reply: row.removedAt ? null : toReply(row),
  };
}

const toOwnReview = (row: ReviewRow) => ({
  ...toContent(row),
  _id: row.id,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  removedAt: row.removedAt?.toISOString() ?? null,
  removalReason: row.removalReason,
  reply: toReply(row),
});
