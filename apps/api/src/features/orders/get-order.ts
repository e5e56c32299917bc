import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { findOrder, type OrderRow } from './queries.ts';

/**
 * Returns one order to its buyer or an admin. Other users get `order.not-found`.
 *
 * @throws Problem `order.not-found`
 */
export async function getOrder(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  input: { id: string },
): Promise<OrderRow> {
  const order = await findOrder(db, input.id);
  if (!order || (order.buyerId !== actor.id && actor.role !== 'admin')) {
    throw new Problem('order.not-found');
  }
  return order;
}
