import { handoverRules } from '@redial/contract';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';

/**
 * Deletes meetings of orders that ended long ago, and links for friends that have expired.
 *
 * @returns the number of rows deleted.
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
  return (shares.rowCount ?? 0) + (ended.rowCount ?? 0);
}
