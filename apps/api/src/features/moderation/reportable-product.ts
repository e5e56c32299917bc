import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { isVisible, products } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';

/**
 * Finds a product that can be reported: one that others see, and that is not sold (specification, 4).
 *
 * @throws Problem `product.not-found`, `product.sold`
 */
export async function findReportableProduct(
  db: Executor,
  productId: string,
): Promise<{ sellerId: string }> {
  const [product] = await db
    .select({ status: products.status, sellerId: products.sellerId })
    .from(products)
    .where(and(eq(products.id, productId), isVisible));
  if (!product) throw new Problem('product.not-found');
  if (product.status === 'Sold') throw new Problem('product.sold');
  return product;
}
