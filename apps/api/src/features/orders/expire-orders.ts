import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { closeOrder } from './close-order.ts';

/** Orders read at once. */
const batchSize = 200;

/**
 * Closes the unpaid orders whose hold has expired by the database's clock, the earliest first. An order
 * that is being paid stays open. An order whose intent cannot be canceled now is retried in the next run,
 * and does not stop the others.
 *
 * @returns the number of orders closed.
 */
export async function expireOrders(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'log' | 'settings'>,
): Promise<number> {
  let closed = 0;
  let after: SQL | undefined;
  for (;;) {
    const due = await findDue(deps.db, after);
    for (const { id } of due) {
      try {
        if (await closeOrder(deps, 'clock', { orderId: id, transition: 'expire' })) closed++;
      } catch (error) {
        if (!(error instanceof Problem))
          deps.log.error({ err: error, orderId: id }, 'order not expired');
      }
    }
    const last = due.at(-1);
    if (!last || due.length < batchSize) return closed;
    after = sql`(${orders.expiresAt}, ${orders.id}) > (${last.at}::timestamptz, ${last.id}::uuid)`;
  }
}

const findDue = (db: Deps['db'], after: SQL | undefined) =>
  db
    // As text: a `Date` has no microseconds, so the next batch would begin with this one again.
    .select({ id: orders.id, at: sql<string>`${orders.expiresAt}::text` })
    .from(orders)
    .where(and(eq(orders.state, 'unpaid'), sql`${orders.expiresAt} <= now()`, after))
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(batchSize);
