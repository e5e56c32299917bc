import type { Deps } from '../../deps.ts';
import type { Person } from '../../platform/people.ts';
import { Problem } from '../../platform/problem.ts';
import { findOrder, type OrderRow } from './queries.ts';

/**
 * One order, for its buyer or an admin. To others it does not exist.
 *
 * @throws Problem `order.unknown`
 */
export async function readOrder(
  { db }: Pick<Deps, 'db'>,
  actor: Person,
  id: string,
): Promise<OrderRow> {
  const order = await findOrder(db, id);
  if (!order || (order.buyerId !== actor.id && actor.role !== 'admin')) {
    throw new Problem('order.unknown');
  }
  return order;
}
