import type { Party } from '@redial/contract';
import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { orders } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { invalidStatus, lockOrder } from '../orders/index.ts';

/** An order as one of its parties acts on it. */
export type PartyOrder = typeof orders.$inferSelect & { readonly party: Party };

/**
 * Finds an order of which a user is the buyer or the seller.
 *
 * @throws Problem `order.not-found`, also for orders of others.
 */
export async function findPartyOrder(
  db: Executor,
  actor: Pick<User, 'id'>,
  id: string,
): Promise<PartyOrder> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (order?.buyerId === actor.id) return { ...order, party: 'buyer' };
  if (order?.sellerId === actor.id) return { ...order, party: 'seller' };
  throw new Problem('order.not-found');
}

/** Like `findPartyOrder`, and locks the order until the transaction ends. */
export async function lockPartyOrder(
  tx: Transaction,
  actor: Pick<User, 'id'>,
  id: string,
): Promise<PartyOrder> {
  await lockOrder(tx, id);
  return findPartyOrder(tx, actor, id);
}

/**
 * Like `lockPartyOrder`, for an action of one of the parties only.
 *
 * @throws Problem `order.not-found`, also for the other party.
 */
export async function lockOrderOf(
  tx: Transaction,
  party: Party,
  actor: Pick<User, 'id'>,
  id: string,
): Promise<PartyOrder> {
  const order = await lockPartyOrder(tx, actor, id);
  if (order.party !== party) throw new Problem('order.not-found');
  return order;
}

/** The error of a refused transition that moves money: a chargeback, or another state by now. */
export async function explainRefusedTransition(tx: Transaction, id: string): Promise<Problem> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id));
  if (!order) return new Problem('order.not-found');
  return order.chargebackOpenedAt ? new Problem('order.chargeback-open') : invalidStatus(order);
}
