import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { endHoldsOfProduct } from '../orders/index.ts';
import { removeProduct } from '../selling/index.ts';
import { closeReports } from './close-reports.ts';
import { findReportedIds } from './queries.ts';

/**
 * Closes the open reports of a product, and of deleted listings of the same phone, and, unless `keep` is set, removes the product. An unpaid order
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
    const state = keep ? 'dismissed' : 'upheld';
    const productIds = await findReportedIds(tx, id);
    const closed = await closeReports(tx, actor, { productIds, state });
    if (closed === 0) throw new Problem('report.not-found');
    await recordAction(tx, actor, {
      action: 'reports.resolved',
      target: { type: 'product', id },
      changes: { reports: ['open', state] },
    });
    if (keep) return;
    await removeProduct(tx, id, 'moderation');
    await endHoldsOfProduct(tx, id);
  });
  jobs.trigger('expire-orders');
  jobs.trigger('dispatch-outbox');
  return 1;
}
