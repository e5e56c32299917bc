import { and, eq } from 'drizzle-orm';
import { pushSubscriptions } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';

/**
 * Ends one subscription of the caller, or all.
 *
 * @returns the number of ended ones.
 */
export async function deletePushSubscriptions(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id?: string },
): Promise<number> {
  const own = eq(pushSubscriptions.userId, actor.id);
  const { rowCount } = await db
    .delete(pushSubscriptions)
    .where(and(own, id === undefined ? undefined : eq(pushSubscriptions.id, id)));
  return rowCount ?? 0;
}
