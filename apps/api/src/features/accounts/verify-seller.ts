import { emailKey } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { livingIn } from '../../platform/people.ts';
import { Problem } from '../../platform/problem.ts';
import { roleOf } from './queries.ts';

/**
 * Gives a seller the Verified badge.
 *
 * @returns how many records changed: 0 where the seller had it already.
 * @throws Problem `seller.unknown`
 */
export async function verifySeller({ db }: Pick<Deps, 'db'>, email: string): Promise<number> {
  const key = emailKey(email);
  if (key === undefined) throw new Problem('seller.unknown');
  const verified = await db
    .update(users)
    .set({ verified: true })
    .where(and(eq(users.emailKey, key), livingIn('seller'), eq(users.verified, false)))
    .returning({ id: users.id });
  if (verified.length === 0 && (await roleOf(db, email)) !== 'seller') {
    throw new Problem('seller.unknown');
  }
  return verified.length;
}
