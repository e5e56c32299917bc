import type { AvailabilityAlerts, DataExport } from '@redial/contract';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { availabilityAlerts } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';

/** Lists the phones on hold that the caller waits for, those added last first. */
export async function listAvailabilityAlerts(
  { db }: Pick<Deps, 'db'>,
  actor: User,
): Promise<AvailabilityAlerts> {
  const rows = await db
    .select({ id: availabilityAlerts.productId })
    .from(availabilityAlerts)
    .where(eq(availabilityAlerts.userId, actor.id))
    .orderBy(desc(availabilityAlerts.createdAt), desc(availabilityAlerts.productId));
  return { ids: rows.map(({ id }) => id) };
}

/**
 * Ends the alert of the caller for a phone.
 *
 * @returns the number of ended alerts.
 */
export async function removeAvailabilityAlert(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { listingId }: { listingId: string },
): Promise<number> {
  const { rowCount } = await db
    .delete(availabilityAlerts)
    .where(
      and(eq(availabilityAlerts.userId, actor.id), eq(availabilityAlerts.productId, listingId)),
    );
  return rowCount ?? 0;
}

/**
 * Ends some of the alerts for a phone, in the transaction that notifies their users.
 *
 * @param limit of the alerts, which bounds the transaction.
 * @returns the users who waited; none if no alert is left.
 */
export async function takeAvailabilityAlerts(
  tx: Transaction,
  productId: string,
  limit: number,
): Promise<readonly string[]> {
  const ofProduct = eq(availabilityAlerts.productId, productId);
  const next = tx
    .select({ userId: availabilityAlerts.userId })
    .from(availabilityAlerts)
    .where(ofProduct)
    .orderBy(asc(availabilityAlerts.userId))
    .limit(limit);
  const taken = await tx
    .delete(availabilityAlerts)
    .where(and(ofProduct, inArray(availabilityAlerts.userId, next)))
    .returning({ userId: availabilityAlerts.userId });
  return taken.map(({ userId }) => userId);
}

/** Ends all alerts for a phone that was sold. */
export async function endAvailabilityAlerts(tx: Transaction, productId: string): Promise<void> {
  await tx.delete(availabilityAlerts).where(eq(availabilityAlerts.productId, productId));
}

/** The alerts of a user for the data export, oldest first. */
export async function listOwnAvailabilityAlerts(
  db: Executor,
  userId: string,
): Promise<DataExport['availabilityAlerts']> {
  const rows = await db
    .select({ productId: availabilityAlerts.productId, addedAt: availabilityAlerts.createdAt })
    .from(availabilityAlerts)
    .where(eq(availabilityAlerts.userId, userId))
    .orderBy(availabilityAlerts.createdAt);
  return rows.map(({ productId, addedAt }) => ({ productId, addedAt: addedAt.toISOString() }));
}
