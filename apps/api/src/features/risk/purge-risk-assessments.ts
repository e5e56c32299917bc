import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { products, riskAssessments } from '../../db/schema/index.ts';

/**
 * Deletes the risk scores of listings that are no longer on offer.
 *
 * @param olderThanDays days after the last assessment for which they are kept.
 * @returns the number of scores deleted.
 */
export async function purgeRiskAssessments(db: Executor, olderThanDays: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${riskAssessments} r using ${products} p
    where p.id = r.product_id and (p.removed_at is not null or p.is_paid)
      and r.assessed_at < now() - make_interval(days => ${olderThanDays})`);
  return rowCount ?? 0;
}
