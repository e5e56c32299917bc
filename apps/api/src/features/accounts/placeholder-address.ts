import { normalizeEmail } from '@redial/contract';
import { and, eq, isNotNull, like, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { users } from '../../db/schema/index.ts';
import { markOf } from '../../platform/seller-marks.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';

/*
 * Deleting the own account replaces its e-mail address by a placeholder, and the address can then be used to
 * sign up again. The key of somebody who is suspended or banned is a keyed hash of the address instead:
 * otherwise a suspension would end with the account, and the same address would begin another one.
 */

/** The placeholder of a deleted account, which says nothing about its address. */
export const placeholderOf = (userId: string): string => `deleted-${userId}@account.invalid`;

type HashSettings = Pick<Settings, 'imeiSecret'>;

const suspendedKeyOf = (settings: HashSettings, emailKey: string): string =>
  `suspended-${markOf(settings, 'email', emailKey)}@account.invalid`;

/** Whether an address was that of somebody who deleted the account while suspended. */
export async function isOfSuspendedUser(
  db: Executor,
  settings: HashSettings,
  emailKey: string,
): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, suspendedKeyOf(settings, emailKey)));
  return row !== undefined;
}

/** Keeps the address of a deleted account from being used again, while its user is suspended. */
export async function rememberSuspendedAddress(
  tx: Transaction,
  settings: HashSettings,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const key = normalizeEmail(email);
  // It may be that of an earlier account, if this one was given the address later.
  if (key === undefined || (await isOfSuspendedUser(tx, settings, key))) return;
  await tx
    .update(users)
    .set({ emailKey: suspendedKeyOf(settings, key) })
    .where(eq(users.id, userId));
}

const hasSuspendedKey = and(
  isNotNull(users.removedAt),
  like(users.emailKey, 'suspended-%@account.invalid'),
);

/** Lets the address of a deleted account be used again, once its user is no longer suspended. */
export async function forgetSuspendedAddress(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ emailKey: placeholderOf(userId) })
    .where(and(eq(users.id, userId), hasSuspendedKey));
}

/**
 * Forgets the addresses of suspended users who deleted their accounts.
 *
 * @param olderThanDays days after the deletion for which they are kept.
 * @returns the number of addresses forgotten.
 */
export async function purgeSuspendedAddresses(
  db: Executor,
  olderThanDays: number,
): Promise<number> {
  const isDue = sql`${users.removedAt} < now() - make_interval(days => ${olderThanDays})`;
  const { rowCount } = await db
    .update(users)
    .set({ emailKey: sql`${users.email}` })
    .where(and(hasSuspendedKey, isDue));
  return rowCount ?? 0;
}
