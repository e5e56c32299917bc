import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';

/** Days after a payment within which buyer and seller have met. */
const retentionDays = 30;

/**
 * Wipes what is only kept so that people can meet, once it is not needed: telephone numbers and places
 * of people who were removed, when their order is closed or its phone has long changed hands; and the
 * words of mails that were sent as long ago.
 *
 * @returns how many rows were wiped.
 */
export async function purgeContactData({ db }: Pick<Deps, 'db'>): Promise<number> {
  const long = sql`now() - make_interval(days => ${retentionDays})`;
  const statements = [
    sql`update orders o set phone = '', location = '' from users u
      where u.id = o.buyer_id and u.removed_at is not null and o.phone <> ''
        and (o.state in ('cancelled', 'expired') or o.state = 'paid' and exists (
          select from payments p where p.id = o.paid_payment_id and p.changed_at < ${long}))`,
    sql`update products d set seller_phone = '', location = '' from users u
      where u.id = d.seller_id and u.removed_at is not null and d.seller_phone <> '' and d.is_paid
        and exists (select from orders o join payments p on p.id = o.paid_payment_id
          where o.product_id = d.id and p.changed_at < ${long})`,
    sql`update outbox set payload = '{}' where kind = 'mail.send' and done_at < ${long}
      and payload <> '{}'`,
  ];
  let wiped = 0;
  for (const statement of statements) wiped += (await db.execute(statement)).rowCount ?? 0;
  return wiped;
}
