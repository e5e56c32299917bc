import { lt, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { selfTestLinks } from '../../db/schema/index.ts';

/** Deletes links some time after they have expired. @returns the number of deleted rows. */
export async function purgeSelfTestLinks(db: Executor, days: number): Promise<number> {
  const { rowCount } = await db
    .delete(selfTestLinks)
    .where(lt(selfTestLinks.expiresAt, sql`now() - make_interval(days => ${days})`));
  return rowCount ?? 0;
}
