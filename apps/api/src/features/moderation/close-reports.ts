import type { ReportReason } from '@redial/contract';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { reports } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';

/** A report that a decision closed. */
export interface ClosedReport {
  readonly reason: ReportReason;
  readonly createdAt: Date;
}

/**
 * Closes the open reports of products, people and reviews.
 *
 * @returns the reports that were closed: why and when they were made.
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
): Promise<ClosedReport[]> {
  const { productIds = [], userIds = [], reviewIds = [], state } = input;
  const isTarget = or(
    inArray(reports.productId, [...productIds]),
    inArray(reports.userId, [...userIds]),
    inArray(reports.reviewId, [...reviewIds]),
  );
  return tx
    .update(reports)
    .set({ state, closedAt: sql`now()`, closedBy: actor.id })
    .where(and(isTarget, eq(reports.state, 'open')))
    .returning({ reason: reports.reason, createdAt: reports.createdAt });
}
