import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';

/**
 * Empties what deleted accounts wrote in reviews and replies. Their stars go on counting, without a
 * name.
 *
 * @param days since the account was deleted.
 * @returns the number of changed reviews.
 */
export async function purgeReviewTexts(db: Database, days: number): Promise<number> {
  const gone = sql`(select id from users where removed_at < now() - make_interval(days => ${days}))`;
  const texts = await db.execute(
    sql`update reviews set text = '' where text <> '' and author_id in ${gone}`,
  );
  const replies = await db.execute(
    sql`update reviews set reply = '' where reply <> '' and subject_id in ${gone}`,
  );
  return (texts.rowCount ?? 0) + (replies.rowCount ?? 0);
}
