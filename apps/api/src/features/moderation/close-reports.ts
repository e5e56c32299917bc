import { and, eq, inArray, sql } from 'drizzle-orm';
import { reports } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';

/**
 * Closes the open reports of products.
 *
 * @returns the number of reports closed.
 */
export async function closeReports(
  tx: Transaction,
  actor: User,
  input: { productIds: readonly string[]; state: 'upheld' | 'dismissed' },
): Promise<number> {
  const { productIds, state } = input;
  const closed = await tx
    .update(reports)
    .set({ state, closedAt: sql`now()`, closedBy: actor.id })
    .where(and(inArray(reports.productId, [...productIds]), eq(reports.state, 'open')))
    .returning({ id: reports.id });
  return closed.length;
}
