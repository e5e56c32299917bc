import { and, asc, eq, sql } from 'drizzle-orm';
import { orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { closeOrder } from './close-order.ts';

/** Orders closed in one run; the next run goes on. */
const batch = 200;

/**
 * Closes the unpaid orders whose hold has run out (by the database's clock). One that is just being
 * paid is left to the payment; one whose intent cannot be cancelled now is tried again next time.
 *
 * @returns how many were closed.
 */
export async function expireOrders(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'log' | 'settings'>,
): Promise<number> {
  const due = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'unpaid'), sql`${orders.expiresAt} <= now()`))
    .orderBy(asc(orders.expiresAt))
    .limit(batch);
  let closed = 0;
  for (const { id } of due) {
    try {
      if (await closeOrder(deps, id, 'expire')) closed++;
    } catch (error) {
      if (!(error instanceof Problem)) deps.log.error({ err: error, orderId: id }, 'not expired');
    }
  }
  return closed;
}
