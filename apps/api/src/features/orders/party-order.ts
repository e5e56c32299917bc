import type { Party } from '@redial/contract';
import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';

/** An order as one of its parties acts on it. */
export type PartyOrder = typeof orders.$inferSelect & { readonly party: Party };

/**
 * Finds an order of which a user is the buyer or the seller.
 *
 * @param party required, if only the buyer or only the seller may act.
 * @throws Problem `order.not-found`, also for orders of others and for the other party.
 */
export async function findPartyOrder(
  db: Executor,
  actor: Pick<User, 'id'>,
  id: string,
  party?: Party,
): Promise<PartyOrder> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  return asParty(order, actor, party);
}

/**
 * Like `findPartyOrder`, and locks the user, so that a removal comes before or after, and then the
 * order until the transaction ends.
 *
 * @throws Problem `order.not-found`, `account.removed`
 */
export async function lockPartyOrder(
  tx: Transaction,
  actor: Pick<User, 'id'>,
  id: string,
  party?: Party,
): Promise<PartyOrder> {
  await lockActiveUser(tx, actor, 'share');
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  return asParty(order, actor, party);
}

function asParty(
  order: typeof orders.$inferSelect | undefined,
  { id }: Pick<User, 'id'>,
  required: Party | undefined,
): PartyOrder {
  if (order?.buyerId === id && required !== 'seller') return { ...order, party: 'buyer' };
  if (order?.sellerId === id && required !== 'buyer') return { ...order, party: 'seller' };
  throw new Problem('order.not-found');
}

/** Runs a step on an order of its buyer or seller in a transaction, and delivers its events. */
export async function changePartyOrder(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: User,
  { orderId, party }: { orderId: string; party: Party },
  step: (tx: Transaction, order: PartyOrder) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => step(tx, await lockPartyOrder(tx, actor, orderId, party)));
  jobs.trigger('dispatch-outbox');
}
