import type { ReportReason } from '@redial/contract';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { reports } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';

/**
 * Closes the open reports of products, people and reviews.
 *
 * @returns the reasons of the reports that were closed.
 */
export async function closeReports(
  tx: Transaction,
  actor: User,
  input: {
    productIds?: readonly string[];
    userIds?: readonly string[];
    reviewIds?: readonly string[];
    state: 'upheld' | 'dismissed';
  },
): Promise<ReportReason[]> {
  const { productIds = [], userIds = [], reviewIds = [], state } = input;
  const isTarget = or(
    inArray(reports.productId, [...productIds]),
    inArray(reports.userId, [...userIds]),
    inArray(reports.reviewId, [...reviewIds]),
  );
  const closed = await tx
    .update(reports)
    .set({ state, closedAt: sql`now()`, closedBy: actor.id })
    .where(and(isTarget, eq(reports.state, 'open')))
    .returning({ reason: reports.reason });
  return closed.map(({ reason }) => reason);
}
