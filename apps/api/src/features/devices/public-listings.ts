import { isNotNull, or, sql } from 'drizzle-orm';
import { orders, products } from '../../db/schema/index.ts';

/** That a listing is or was on offer to everybody, and not hidden before it was sold. */
export const isPublic = or(
  sql`${products.hiddenReasons} = '{}'`,
  sql`exists (select from ${orders} where ${orders.productId} = ${products.id}
    and ${orders.state} = 'completed')`,
);

/**
 * That what was stated or tested in a listing is public: of hidden ones once they are removed, so that
 * nobody takes a statement back with the listing.
 */
export const hasPublicStatements = or(isPublic, isNotNull(products.removedAt));
