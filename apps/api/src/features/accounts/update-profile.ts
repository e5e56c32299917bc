import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { parseLine } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { active, lockUnsuspendedUser, type User } from '../../platform/users.ts';
import { parseOwnName } from './own-name.ts';

/**
 * Changes the caller's name.
 *
 * @returns the number of records changed.
 * @throws Problem `validation.failed`, `account.removed`, `account.suspended`
 */
export async function updateProfile(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  input: { name: string },
): Promise<number> {
  const isStaff = actor.role === 'admin' || Boolean(actor.staffRole);
  const name = isStaff
    ? parseLine(input.name, 'name', 'Please enter your name')
    : parseOwnName(input.name);
  return inTransaction(db, async (tx) => {
    await lockUnsuspendedUser(tx, actor, 'no key update');
    const changed = await tx
      .update(users)
      .set({ name })
      .where(and(eq(users.id, actor.id), active))
      .returning({ id: users.id });
    return changed.length;
  });
}
