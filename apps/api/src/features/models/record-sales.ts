import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { listingDetails, orders, products, sales } from '../../db/schema/index.ts';

/**
 * Copies completed orders of catalogued models to the sales, once each. Not those of which a part was
 * refunded: nobody paid their price, and with almost all of it refunded a price is invented for free. For
 * the same reason a sale is deleted if its order, or a part of it, is refunded after it was completed.
 *
 * @param orderId only this order.
 * @returns the number of sales added or deleted.
 */
export async function recordSales(db: Executor, orderId?: string): Promise<number> {
  const ofOrder = orderId === undefined ? sql`` : sql`and o.id = ${orderId}`;
  const deleted = await db.execute(sql`
    delete from ${sales} using ${orders} o
    where o.id = ${sales.orderId} and (o.state = 'refunded' or o.refunded_cents > 0) ${ofOrder}`);
  const added = await db.execute(sql`
    insert into ${sales} (id, order_id, model_id, storage_gb, condition, battery_health_pct,
      carrier_locked, box_and_receipt, price_cents, sold_on, days_listed)
    select o.id, o.id, p.model_id, p.storage_gb, p.condition, d.battery_health_pct,
      coalesce(d.network_lock = 'carrier-locked', false),
      coalesce(d.accessories @> '{box,receipt}', false), o.price_cents,
      (o.placed_at at time zone 'utc')::date,
      greatest(0, (o.placed_at at time zone 'utc')::date - (p.posted_at at time zone 'utc')::date)
    from ${orders} o join ${products} p on p.id = o.product_id
      left join ${listingDetails} d on d.product_id = p.id
    where o.state = 'completed' and o.refunded_cents = 0 and p.model_id is not null
      and not exists (select from ${sales} s where s.order_id = o.id)
      ${ofOrder}
    on conflict do nothing`);
  return (deleted.rowCount ?? 0) + (added.rowCount ?? 0);
}
