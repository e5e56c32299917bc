import { eq } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { assessListing, markHeld, shouldHold } from '../risk/index.ts';
import { hideProduct } from './sale-status.ts';

/**
 * Computes the risk score of a listing, in the transaction that lists or changes it, and hides it until a
 * moderator has decided if the score is above `HOLD_LISTINGS_ABOVE`: nobody sees it before. A phone that
 * is ordered stays as it is, and so does one that is hidden because its seller is suspended: it is looked
 * at when the suspension ends. The caller has locked the product.
 */
export async function holdIfRisky(
  tx: Transaction,
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  productId: string,
): Promise<void> {
  const assessment = await assessListing(tx, productId);
  if (!assessment || !shouldHold(assessment, settings)) return;
  const [product] = await tx
    .select({ status: products.status, hiddenReasons: products.hiddenReasons })
    .from(products)
    .where(eq(products.id, productId));
  if (product?.status !== 'Available' || product.hiddenReasons.includes('suspended')) return;
  const heldAt = clock.now();
  await hideProduct(tx, productId, 'review');
  await markHeld(tx, productId, heldAt);
  await emit(tx, { type: 'listing.held', productId, at: heldAt.toISOString() });
}

/** The same after an event of a listing. Repeated and delayed events do no harm. */
export async function reviewListing(
  deps: Pick<Deps, 'db' | 'settings' | 'clock'>,
  productId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, productId))
      .for('no key update');
    await holdIfRisky(tx, deps, productId);
  });
}
