import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active, activeWithRole } from '../../platform/users.ts';
import { forgetSuspendedAddress } from './placeholder-address.ts';

/**
 * Stores whether a user is suspended. A deleted user who no longer is can sign up again with the address.
 *
 * @returns whether there is such an active user
 */
export async function setSuspended(
  tx: Transaction,
  userId: string,
  suspended: boolean,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ suspended })
    .where(and(eq(users.id, userId), active));
  if (!suspended) await forgetSuspendedAddress(tx, userId);
  return rowCount === 1;
}

/** Gives an active seller the badge, or takes it away. @returns whether that changed something */
export async function setVerified(
  tx: Transaction,
  userId: string,
  verified: boolean,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ verified })
    .where(and(eq(users.id, userId), activeWithRole('seller'), eq(users.verified, !verified)));
  return rowCount === 1;
}
