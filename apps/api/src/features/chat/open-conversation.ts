import { chatLimits } from '@redial/contract';
import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { conversations, isVisible, orders, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import { isBlockedBetween } from './blocks.ts';
import { addMissingSteps } from './record-steps.ts';
import { haveOrderUnderWay } from './require-writable.ts';

/**
 * Opens the conversation about a listing, or with the other person of an order. There is one per
 * listing and buyer: opened again, it is the same. Who is suspended begins none, except about an order
 * under way.
 *
 * @returns the id of the conversation.
 * @throws Problem `product.not-found`, `product.own-product`, `order.not-found`, `account.suspended`,
 *   `conversation.closed` about a listing, if one of the two has blocked the other;
 *   `conversation.limit-reached`
 */
export function openConversation(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
  input: { productId: string } | { orderId: string },
): Promise<string> {
  return inTransaction(db, async (tx) => {
    // Serializes the conversations that a person opens, so that the limit holds.
    const { suspended } = await lockActiveUser(tx, actor, 'no key update');
    const about =
      'orderId' in input
        ? await findOrder(tx, actor, input.orderId)
        : await findListing(tx, actor, input.productId);
    const [existing] = await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(
        and(eq(conversations.productId, about.productId), eq(conversations.buyerId, about.buyerId)),
      );
    if (existing) return existing.id;
    if (suspended && !(await haveOrderUnderWay(tx, about))) throw new Problem('account.suspended');
    if ('productId' in input) {
      if (await isBlockedBetween(tx, about.buyerId, about.sellerId)) {
        throw new Problem('conversation.closed');
      }
      await requireLimit(tx, actor, settings.rateLimitScale);
    }
    // The other person of an order may open it at the same moment.
    await tx
      .insert(conversations)
      .values({ id: newId(), ...about })
      .onConflictDoNothing();
    const [opened] = await tx
      .select()
      .from(conversations)
      .where(
        and(eq(conversations.productId, about.productId), eq(conversations.buyerId, about.buyerId)),
      )
      .for('no key update');
    if (!opened) throw new Error('the conversation was not stored');
    await addMissingSteps(tx, opened);
    return opened.id;
  });
}

interface About {
  readonly productId: string;
  readonly buyerId: string;
  readonly sellerId: string;
}

async function findListing(tx: Executor, actor: User, productId: string): Promise<About> {
  const [product] = await tx
    .select({ sellerId: products.sellerId })
    .from(products)
    .innerJoin(users, and(eq(users.id, products.sellerId), isNull(users.removedAt)))
    .where(and(eq(products.id, productId), isVisible));
  if (!product) throw new Problem('product.not-found');
  const { sellerId } = product;
  if (sellerId === actor.id) throw new Problem('product.own-product');
  return { productId, buyerId: actor.id, sellerId };
}

async function findOrder(tx: Executor, actor: User, orderId: string): Promise<About> {
  const [order] = await tx
    .select({
      productId: orders.productId,
      buyerId: orders.buyerId,
      sellerId: orders.sellerId,
    })
    .from(orders)
    .where(
      and(eq(orders.id, orderId), or(eq(orders.buyerId, actor.id), eq(orders.sellerId, actor.id))),
    );
  if (!order) throw new Problem('order.not-found');
  return order;
}

async function requireLimit(tx: Transaction, actor: User, scale: number): Promise<void> {
  const [account] = await tx
    .select({ isNew: sql<boolean>`${users.createdAt} > now() - interval '24 hours'` })
    .from(users)
    .where(eq(users.id, actor.id));
  const { newConversationsOfNewAccount, newConversationsPerHour } = chatLimits;
  const limit = account?.isNew ? newConversationsOfNewAccount : newConversationsPerHour;
  const [opened] = await tx
    .select({ total: count() })
    .from(conversations)
    .where(
      and(
        eq(conversations.buyerId, actor.id),
        gt(conversations.createdAt, sql`now() - interval '1 hour'`),
      ),
    );
  if ((opened?.total ?? 0) >= Math.ceil(limit * scale)) {
    throw new Problem('conversation.limit-reached');
  }
}
