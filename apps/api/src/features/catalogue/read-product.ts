import type { ProductDetails } from '@redial/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Person } from '../../platform/people.ts';
import { Problem } from '../../platform/problem.ts';
import { productColumns, productOnWire } from './wire.ts';

/**
 * One product, as long as it has not been taken off the market: a sold and paid one keeps its page.
 *
 * @throws Problem `product.unknown`
 */
export async function readProduct(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  viewer: Person | undefined,
  id: string,
): Promise<ProductDetails> {
  const [row] = await db
    .select({ ...productColumns, sellerSince: users.createdAt })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(and(eq(products.id, id), isNull(products.removedAt)));
  if (!row) throw new Problem('product.unknown');
  return {
    ...productOnWire(row, viewer, settings),
    sellerSince: row.sellerSince.toISOString(),
  };
}
