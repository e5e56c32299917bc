import type { Order } from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { requireSelfOrAdmin } from '../accounts/index.ts';
import { listBuyersOrders, toOrder } from './queries.ts';

/**
 * Lists a buyer's orders, newest first, for the buyer or an admin.
 *
 * @throws Problem `account.not-owner`
 */
export async function listOrders(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
  input: { email: string },
): Promise<Order[]> {
  const rows = await listBuyersOrders(db, requireSelfOrAdmin(actor, input.email));
  return rows.map((row) => toOrder(row, settings));
}
