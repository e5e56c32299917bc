import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { living } from '../../platform/people.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { removePerson } from './remove-person.ts';

/**
 * Removes a buyer or seller. The name and the address stay with the tombstone, so that nobody comes
 * back under them.
 *
 * @throws Problem `user.unknown`, `user.admin`
 */
export async function deleteUser(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  userId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [person] = await tx
      .select({ role: users.role })
      .from(users)
      .where(and(eq(users.id, userId), living))
      .for('update');
    if (person?.role === 'admin') throw new Problem('user.admin');
    if (!(await removePerson(tx, userId))) throw new Problem('user.unknown');
  });
  jobs.wake('expire-orders');
  jobs.wake('empty-outbox');
}
