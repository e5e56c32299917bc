import { and, sql } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockUnsuspendedUser, type User } from '../../platform/users.ts';
import { claimImeis } from '../devices/index.ts';
import { explainRefusal, ownAvailableProduct } from './own-product.ts';
import { unhideProduct } from './sale-status.ts';

/**
 * Offers the seller's own product again that was withdrawn after a refund. It stays hidden if there
 * are other reasons for that. Repeating the call changes nothing.
 *
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`,
 *   `account.removed`, `device.already-listed`, `device.reported`
 */
export async function relistProduct(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: User,
  { productId }: { productId: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockUnsuspendedUser(tx, actor, 'share');
    const [withdrawn] = await tx
      .select({ id: products.id })
      .from(products)
      .where(and(ownAvailableProduct(actor, productId), sql`'refunded' = any(hidden_reasons)`))
      .for('no key update');
    if (withdrawn) {
      await claimImeis(tx, actor, productId);
      await unhideProduct(tx, productId, 'refunded');
      await emit(tx, { type: 'product.relisted', productId, at: clock.now().toISOString() });
    } else await explainRefusal(tx, actor, productId);
  });
}
