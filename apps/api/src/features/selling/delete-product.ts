import { sql } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { explainRefusal, ownAvailableProduct } from './own-product.ts';

/**
 * Soft-deletes the seller's own product. Reports of it stay open: its seller cannot decide on them.
 *
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`
 */
export async function deleteProduct(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: User,
  input: { id: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const remove = () =>
      tx
        .update(products)
        .set({ removedAt: sql`now()`, advertised: false })
        .where(ownAvailableProduct(actor, input.id))
        .returning({ id: products.id });
    // Retries if an order on it was closed between the update and the explanation.
    while ((await remove()).length === 0) await explainRefusal(tx, actor, input.id);
    await emit(tx, { type: 'product.removed', productId: input.id, by: 'seller' });
  });
  jobs.trigger('dispatch-outbox');
}
