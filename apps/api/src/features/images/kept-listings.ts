import { type SQL, sql } from 'drizzle-orm';
import { orders, products } from '../../db/schema/index.ts';

/** Days for which the image of a paid phone is kept after its order last changed. */
const endedOrderDays = 180;

/** Condition on `products`: a phone that is listed, or of which a report waits for a decision. */
export const isShownProduct: SQL = sql`(${products.removedAt} is null and not ${products.isPaid}
  or exists (select from reports where product_id = ${products.id} and state = 'open'))`;

/** Condition on `orders`: one that is under way, or ended lately. */
export const isRecentOrder: SQL = sql`(
  ${orders.state} not in ('cancelled', 'expired', 'completed', 'refunded')
  or ${orders.state} in ('completed', 'refunded')
    and ${orders.changedAt} > now() - make_interval(days => ${endedOrderDays}))`;

/**
 * Condition on `products`: photos of the listing, and what describes them, are kept. Of a sold phone they
 * are evidence as long as its image is.
 */
export const keepsPhotos: SQL = sql`(${isShownProduct} or exists (
  select from ${orders} where ${orders.productId} = ${products.id} and ${isRecentOrder}))`;
