import { and, eq } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { explainRefusal, ownAvailableProduct } from './own-product.ts';

/**
 * Stops advertising the seller's own product.
 *
 * @returns the number of records changed: 0 if it was not advertised.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`
 */
export async function stopAdvertisingProduct(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  input: { id: string },
): Promise<number> {
  for (;;) {
    const changed = await db
      .update(products)
      .set({ advertised: false })
      .where(and(ownAvailableProduct(actor, input.id), eq(products.advertised, true)))
      .returning({ id: products.id });
    if (changed.length > 0) return changed.length;
    const { advertised } = await explainRefusal(db, actor, input.id);
    if (!advertised) return 0;
    // An order on it was closed in between: try again.
  }
}
