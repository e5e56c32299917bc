import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';

/**
 * Deletes shipping addresses of orders that were closed without payment, or ended long ago.
 *
 * @returns the number of addresses deleted.
 */
export async function purgeShippingAddresses(db: Executor, olderThanDays: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from shipping_addresses a using orders o
    where o.id = a.order_id
      and (o.state in ('cancelled', 'expired') or o.state in ('completed', 'refunded')
        and o.changed_at < now() - make_interval(days => ${olderThanDays}))`);
  return rowCount ?? 0;
}

/**
 * Deletes phone number and location from orders that have ended. Those of removed buyers are deleted at
 * once if the order was not paid, otherwise some days after the payment.
 *
 * @param days how long they are kept, by how the order ended.
 * @returns the number of orders changed.
 */
export async function purgeBuyerContacts(
  db: Executor,
  days: { readonly removed: number; readonly unpaidOrder: number; readonly endedOrder: number },
): Promise<number> {
  const before = (count: number) => sql`now() - make_interval(days => ${count})`;
  const { rowCount } = await db.execute(sql`
    update orders o set phone = '', location = '' where o.phone <> '' and (
      o.state in ('cancelled', 'expired') and o.changed_at < ${before(days.unpaidOrder)}
      or o.state in ('completed', 'refunded') and o.changed_at < ${before(days.endedOrder)}
      or exists (select from users u where u.id = o.buyer_id and u.removed_at is not null) and (
        o.state in ('cancelled', 'expired')
        or o.state in ('completed', 'refunded') and o.changed_at < ${before(days.removed)}
        or o.state = 'paid' and exists (
          select from payments p where p.id = o.paid_payment_id
            and p.changed_at < ${before(days.removed)})))`);
  return rowCount ?? 0;
}
