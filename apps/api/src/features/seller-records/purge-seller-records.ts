import { lt } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { sellerRecords } from '../../db/schema/index.ts';
import { periodStart, retentionStart } from './last-trade.ts';

/**
 * Deletes the records of sellers whose last sale and payout are old enough.
 *
 * @param days how long they are kept.
 * @returns the number of records deleted.
 */
export async function purgeSellerRecords(db: Database, days: number): Promise<number> {
  const { rowCount } = await db.delete(sellerRecords).where(lt(periodStart, retentionStart(days)));
  return rowCount ?? 0;
}
