import { and, asc, eq, sql } from 'drizzle-orm';
import { orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { closeOrder } from './close-order.ts';

/** Orders closed in one run; the next run continues. */
const batchSize = 200;

/**
 * Closes the unpaid orders whose hold has expired by the database's clock. An order that is being paid
 * stays open. An order whose intent cannot be canceled now is retried in the next run.
 *
 * @returns the number of orders closed.
 */
export async function expireOrders(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'log' | 'settings'>,
): Promise<number> {
  const due = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'unpaid'), sql`${orders.expiresAt} <= now()`))
    .orderBy(asc(orders.expiresAt))
    .limit(batchSize);
  let closed = 0;
  for (const { id } of due) {
    try {
      if (await closeOrder(deps, 'clock', { orderId: id, transition: 'expire' })) closed++;
    } catch (error) {
      if (!(error instanceof Problem))
        deps.log.error({ err: error, orderId: id }, 'order not expired');
    }
  }
  return closed;
}
