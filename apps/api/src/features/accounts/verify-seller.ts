import { emailKey } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { livingIn } from '../../platform/people.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { mailSellerVerified } from '../mail/index.ts';
import { roleOf } from './queries.ts';

/**
 * Gives a seller the Verified badge.
 *
 * @returns how many records changed: 0 where the seller had it already.
 * @throws Problem `seller.unknown`
 */
export async function verifySeller(
  { db, jobs, settings }: Pick<Deps, 'db' | 'jobs' | 'settings'>,
  email: string,
): Promise<number> {
  const key = emailKey(email);
  if (key === undefined) throw new Problem('seller.unknown');
  const verified = await inTransaction(db, async (tx) => {
    const [seller] = await tx
      .update(users)
      .set({ verified: true })
      .where(and(eq(users.emailKey, key), livingIn('seller'), eq(users.verified, false)))
      .returning({ id: users.id, email: users.email });
    if (seller) await mailSellerVerified(tx, settings, seller);
    return seller !== undefined;
  });
  if (verified) {
    jobs.wake('empty-outbox');
    return 1;
  }
  if ((await roleOf(db, email)) !== 'seller') throw new Problem('seller.unknown');
  return 0;
}
