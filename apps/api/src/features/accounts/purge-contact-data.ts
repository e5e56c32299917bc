import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { purgeDelivered } from '../../platform/outbox.ts';

/** Days after a payment during which buyer and seller need each other's contact data. */
const retentionDays = 30;

/**
 * Deletes contact data that is no longer needed: phone numbers and locations of removed users once
 * their order is closed or was paid more than `retentionDays` ago, and the contents of mails sent more
 * than `retentionDays` ago.
 *
 * @returns number of changed rows.
 */
export async function purgeContactData({ db }: Pick<Deps, 'db'>): Promise<number> {
  const cutoff = sql`now() - make_interval(days => ${retentionDays})`;
  const statements = [
    sql`update orders o set phone = '', location = '' from users u
      where u.id = o.buyer_id and u.removed_at is not null and o.phone <> ''
        and (o.state in ('cancelled', 'expired') or o.state = 'paid' and exists (
          select from payments p where p.id = o.paid_payment_id and p.changed_at < ${cutoff}))`,
    sql`update products d set seller_phone = '', location = '' from users u
      where u.id = d.seller_id and u.removed_at is not null and d.seller_phone <> '' and d.is_paid
        and exists (select from orders o join payments p on p.id = o.paid_payment_id
          where o.product_id = d.id and p.changed_at < ${cutoff})`,
  ];
  let changed = await purgeDelivered(db, retentionDays);
  for (const statement of statements) changed += (await db.execute(statement)).rowCount ?? 0;
  return changed;
}
