import { and, eq, isNull, not, sql } from 'drizzle-orm';
import { orders, products, reports } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';

/**
 * Closes the open reports of a product and, unless `keep` is set, removes the product. An unpaid order
 * of it expires now; the `expire-orders` job cancels its payment at the card provider. A paid product
 * is not removed, since it belongs to its buyer.
 *
 * @param input.id the product id, the `_id` in the list of reported products.
 * @returns number of resolved products (1).
 * @throws Problem `report.not-found`
 */
export async function resolveReport(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: User,
  input: { id: string; keep: boolean },
): Promise<number> {
  const { id, keep } = input;
  await inTransaction(db, async (tx) => {
    const closed = await tx
      .update(reports)
      .set({ state: keep ? 'dismissed' : 'upheld', closedAt: sql`now()`, closedBy: actor.id })
      .where(and(eq(reports.productId, id), eq(reports.state, 'open')))
      .returning({ id: reports.id });
    if (closed.length === 0) throw new Problem('report.not-found');
    if (keep) return;
    const [product] = await tx
      .update(products)
      .set({ removedAt: sql`now()`, advertised: false })
      .where(and(eq(products.id, id), isNull(products.removedAt), not(products.isPaid)))
      .returning({ id: products.id });
    if (product) await emit(tx, { type: 'product.removed', productId: id, by: 'moderation' });
    await tx
      .update(orders)
      .set({ expiresAt: sql`now()` })
      .where(and(eq(orders.productId, id), eq(orders.state, 'unpaid')));
  });
  jobs.trigger('expire-orders');
  jobs.trigger('dispatch-outbox');
  return 1;
}
