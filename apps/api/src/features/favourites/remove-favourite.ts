import { and, eq } from 'drizzle-orm';
import { favourites } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';

/**
 * Removes a phone from the favourites of the caller.
 *
 * @returns the number of removed favourites.
 */
export async function removeFavourite(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { listingId }: { listingId: string },
): Promise<number> {
  const { rowCount } = await db
    .delete(favourites)
    .where(and(eq(favourites.userId, actor.id), eq(favourites.productId, listingId)));
  return rowCount ?? 0;
}
