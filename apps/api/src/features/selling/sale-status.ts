import type { HoldReason } from '@redial/contract';
import { and, eq, isNull, ne, not, sql } from 'drizzle-orm';
import { prepareOnce } from '../../db/prepare-once.ts';
import { type HiddenReason, isVisible, products, users } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import { allowSlowStatements, type Transaction } from '../../platform/transaction.ts';
import { storedColumns } from '../../platform/visible-product.ts';
import { removeProductsOfSeller } from './remove-products.ts';

/** What a product shows of the order on it; derived from the order's state (`orders`). */
export type SaleStatus = Pick<typeof products.$inferSelect, 'status' | 'isPaid'>;

/** For how long and why an order holds a product. */
export interface Hold {
  readonly minutes: number;
  readonly reason: HoldReason;
}

const reserveAvailable = prepareOnce((db) =>
  db
    .update(products)
    .set({
      status: sql`${sql.placeholder('status')}`,
      isPaid: sql`${sql.placeholder('isPaid')}`,
      heldUntil: sql`now() + make_interval(mins => ${sql.placeholder('minutes')})`,
      holdReason: sql`${sql.placeholder('reason')}`,
    })
    .where(
      and(
        eq(products.id, sql.placeholder('productId')),
        eq(products.status, 'Available'),
        isVisible,
        ne(products.sellerId, sql.placeholder('buyerId')),
      ),
    )
    .returning(storedColumns),
);

/**
 * Takes an available product for a buyer, with a conditional update: of several concurrent buyers, one
 * gets it.
 *
 * @returns the product, or `undefined` if it does not exist, is not available, or is the buyer's own.
 */
export async function reserveProduct(
  tx: Transaction,
  { productId, buyerId }: { productId: string; buyerId: string },
  sale: SaleStatus,
  hold: Hold,
) {
  const [product] = await reserveAvailable(tx).execute({
    productId,
    buyerId,
    status: sale.status,
    isPaid: sale.isPaid,
    minutes: hold.minutes,
    reason: hold.reason,
  });
  return product;
}

/**
 * Locks a product until the transaction ends.
 *
 * @returns whether it was neither removed, nor hidden by a moderator or with its suspended seller.
 */
export async function lockOfferedProduct(tx: Transaction, productId: string): Promise<boolean> {
  const [product] = await tx
    .select({ removedAt: products.removedAt, hiddenReasons: products.hiddenReasons })
    .from(products)
    .where(eq(products.id, productId))
    .for('no key update');
  return (
    product?.removedAt === null &&
    !product.hiddenReasons.some((reason) => reason === 'moderation' || reason === 'suspended')
  );
}

/** Hides a listing for a reason, in addition to others. */
export async function hideProduct(
  tx: Transaction,
  productId: string,
  reason: HiddenReason,
): Promise<void> {
  await tx
    .update(products)
    .set({ hiddenReasons: sql`array_append(array_remove(hidden_reasons, ${reason}), ${reason})` })
    .where(eq(products.id, productId));
}

/**
 * Hides the phone of a refunded order until its seller lists it again; the phone of a deleted seller is
 * removed. Locks the seller, so that a deletion at the same time removes it or is seen here.
 */
export async function withdrawRefundedProduct(tx: Transaction, productId: string): Promise<void> {
  await hideProduct(tx, productId, 'refunded');
  // It may have been in other hands meanwhile.
  await setPossessionVerified(tx, productId, null);
  const [seller] = await tx
    .select({ id: users.id, removedAt: users.removedAt })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(eq(products.id, productId))
    .for('share', { of: users });
  if (seller?.removedAt) await removeProductsOfSeller(tx, seller.id);
}

/**
 * Removes a reason to hide a listing, which is visible again if it was the only one.
 *
 * @param heldSince since when it was held for review.
 */
export async function unhideProduct(
  tx: Transaction,
  productId: string,
  reason: HiddenReason,
  heldSince?: Date | null,
): Promise<void> {
  await tx
    .update(products)
    .set({ hiddenReasons: sql`array_remove(hidden_reasons, ${reason})` })
    .where(eq(products.id, productId));
  const since = heldSince ? { heldSince: heldSince.toISOString() } : {};
  await emit(tx, { type: 'product.changed', productId, ...since });
}

/**
 * Hides all listings of a suspended seller, or no longer for that reason.
 *
 * @returns the ids of those that were changed.
 */
export async function hideProductsOfSeller(
  tx: Transaction,
  sellerId: string,
  hidden: boolean,
): Promise<readonly string[]> {
  const isHidden = sql`'suspended' = any(${products.hiddenReasons})`;
  const change = hidden
    ? sql`array_append(hidden_reasons, 'suspended')`
    : sql`array_remove(hidden_reasons, 'suspended')`;
  await allowSlowStatements(tx);
  const changed = await tx
    .update(products)
    .set({ hiddenReasons: change })
    .where(
      and(
        eq(products.sellerId, sellerId),
        hidden ? and(isNull(products.removedAt), not(isHidden)) : isHidden,
      ),
    )
    .returning({ productId: products.id });
  await emit(
    tx,
    ...changed.map(({ productId }) => ({ type: 'product.changed', productId }) as const),
  );
  return changed.map(({ productId }) => productId);
}

/** Shows the state of a product's order on it. A paid product is no longer advertised. */
export async function setSaleStatus(
  tx: Transaction,
  productId: string,
  sale: SaleStatus,
): Promise<void> {
  await tx
    .update(products)
    .set({ ...sale, ...(sale.isPaid ? { advertised: false } : {}) })
    .where(eq(products.id, productId));
}

/** What the details of a listing decide about its product. */
export type ProductFacts = Partial<
  Pick<typeof products.$inferSelect, 'modelId' | 'storageGb' | 'colour' | 'condition'>
>;

/** Stores what the details of a listing say about its product. */
export async function setProductFacts(
  tx: Transaction,
  productId: string,
  facts: ProductFacts,
): Promise<void> {
  if (Object.keys(facts).length === 0) return;
  await tx.update(products).set(facts).where(eq(products.id, productId));
  await emit(tx, { type: 'product.changed', productId });
}

/** Stores when an admin accepted a photo of the phone with a one-off code; null if none proves it. */
export async function setPossessionVerified(
  tx: Transaction,
  productId: string,
  verifiedAt: Date | null,
): Promise<void> {
  await tx
    .update(products)
    .set({ possessionVerifiedAt: verifiedAt })
    .where(eq(products.id, productId));
}
