import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { parseLine } from '../../platform/text-fields.ts';
import { active, type User } from '../../platform/users.ts';

/**
 * Changes the caller's name.
 *
 * @returns the number of records changed.
 * @throws Problem `validation.failed`
 */
export async function updateProfile(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  input: { name: string },
): Promise<number> {
  const name = parseLine(input.name, 'name', 'Please enter your name');
  const changed = await db
    .update(users)
    .set({ name })
    .where(and(eq(users.id, actor.id), active))
    .returning({ id: users.id });
  return changed.length;
}
