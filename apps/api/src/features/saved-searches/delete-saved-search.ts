import { and, eq } from 'drizzle-orm';
import { savedSearches } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';

/**
 * Deletes a saved search of the caller with what it has found.
 *
 * @returns the number of deleted searches.
 */
export async function deleteSavedSearch(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  const { rowCount } = await db
    .delete(savedSearches)
    .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, actor.id)));
  return rowCount ?? 0;
}
