import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';

/**
 * Deletes phone number and location from the orders of deactivated buyers, once an order is closed or
 * was paid long ago.
 *
 * @returns the number of orders changed.
 */
export async function purgeBuyerContacts(db: Executor, olderThanDays: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update orders o set phone = '', location = '' from users u
    where u.id = o.buyer_id and u.removed_at is not null and o.phone <> ''
      and (o.state in ('cancelled', 'expired') or o.state = 'paid' and exists (
        select from payments p where p.id = o.paid_payment_id
          and p.changed_at < now() - make_interval(days => ${olderThanDays})))`);
  return rowCount ?? 0;
}
