import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import type { Chain } from './chain.ts';

/**
 * Computes the hashes of the rows of a range in the database, so that their contents are not
 * transferred.
 *
 * @param range ids, `after` exclusive; at most `limit` rows.
 * @returns records as in `row_hashes`, in the order of the ids.
 */
export async function hashRows(
  db: Executor,
  chain: Chain,
  { after, to, limit }: { after: number; to: number; limit: number },
): Promise<Buffer> {
  const { rows } = await db.execute<{ hashes: Buffer | null }>(sql`
    select string_agg(int8send(id) || sha256(convert_to(content, 'UTF8')), ''::bytea order by id) as hashes
    from (select * from (${chain.rows(after, to)}) ranged order by id limit ${limit}) limited`);
  return rows[0]?.hashes ?? Buffer.alloc(0);
}
