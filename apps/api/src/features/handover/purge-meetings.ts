import { handoverRules } from '@redial/contract';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';

/**
 * Deletes meetings of orders that ended long ago, the hashes of IMEIs that did not match, and links for
 * friends that have expired.
 *
 * @returns the number of rows deleted or changed.
 */
export async function purgeMeetings(db: Executor, olderThanDays: number): Promise<number> {
  const shares = await db.execute(sql`
    delete from meeting_shares s where not exists (
      select from meetings m where m.order_id = s.order_id and m.state = 'accepted'
        and m.at > now() - make_interval(hours => ${handoverRules.shareHours}))`);
  const ended = await db.execute(sql`
    delete from meetings m using orders o
    where o.id = m.order_id and o.state in ('completed', 'refunded')
      and o.changed_at < now() - make_interval(days => ${olderThanDays})`);
  const checks = await db.execute(sql`
    update device_checks c set mismatched_hashes = '{}' from orders o
    where o.id = c.order_id and c.mismatched_hashes <> '{}' and o.state in ('completed', 'refunded')
      and o.changed_at < now() - make_interval(days => ${olderThanDays})`);
  return (shares.rowCount ?? 0) + (ended.rowCount ?? 0) + (checks.rowCount ?? 0);
}
