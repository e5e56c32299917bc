import { normalizeEmail } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { activeWithRole, type User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { findRoleByEmail } from './queries.ts';

/**
 * Marks a seller as verified and notifies the seller by mail.
 *
 * @returns number of changed records: 0 if the seller is already verified.
 * @throws Problem `seller.not-found`
 */
export async function verifySeller(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: User,
  { email }: { email: string },
): Promise<number> {
  const key = normalizeEmail(email);
  if (key === undefined) throw new Problem('seller.not-found');
  const verified = await inTransaction(db, async (tx) => {
    const [seller] = await tx
      .update(users)
      .set({ verified: true })
      .where(and(eq(users.emailKey, key), activeWithRole('seller'), eq(users.verified, false)))
      .returning({ id: users.id });
    if (!seller) return false;
    await recordAction(tx, actor, {
      action: 'seller.verified',
      target: { type: 'user', id: seller.id },
      changes: { verified: ['no', 'yes'] },
    });
    await emit(tx, { type: 'seller.verified', userId: seller.id });
    return true;
  });
  if (verified) {
    jobs.trigger('dispatch-outbox');
    return 1;
  }
  if ((await findRoleByEmail(db, email)) !== 'seller') throw new Problem('seller.not-found');
  return 0;
}
