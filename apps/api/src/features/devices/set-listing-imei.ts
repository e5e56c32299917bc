import { and, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { listingImeis, orders, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { encryptImei, hashImei } from './imei-keys.ts';
import { lockOwnListing } from './own-listing.ts';
import { parseImei } from './parse-imei.ts';

/**
 * Sets the IMEIs of the seller's own listing; a dual-SIM phone has two. A number occupies one live
 * listing, by a unique index, so that of two at once one is refused.
 *
 * @returns the number of listings changed: 1, or 0 if they are the same numbers.
 * @throws Problem `validation.failed`, `product.not-found`, `product.not-owner`,
 *   `product.has-active-order`, `device.already-listed`
 */
export async function setListingImei(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
  { id, imeis }: { id: string; imeis: readonly string[] },
): Promise<number> {
  const numbers = [...new Set(imeis.map((imei) => parseImei(settings, imei, 'imeis')))];
  // In a fixed order, so that concurrent requests cannot deadlock.
  const byHash = new Map(numbers.map((imei) => [hashImei(settings, imei), imei]));
  const hashes = [...byHash.keys()].sort();
  return inTransaction(db, async (tx) => {
    await lockOwnListing(tx, actor, id);
    const removed = await tx
      .delete(listingImeis)
      .where(and(eq(listingImeis.productId, id), notInArray(listingImeis.imeiHash, hashes)))
      .returning({ hash: listingImeis.imeiHash });
    const present = await tx
      .select({ hash: listingImeis.imeiHash })
      .from(listingImeis)
      .where(eq(listingImeis.productId, id));
    const added = hashes.filter((hash) => !present.some((row) => row.hash === hash));
    if (added.length > 0) {
      await releaseEndedListings(tx, id, added);
      const inserted = await tx
        .insert(listingImeis)
        .values(
          added.map((imeiHash) => ({
            productId: id,
            imeiHash,
            imeiEncrypted: encryptImei(settings, byHash.get(imeiHash) ?? ''),
          })),
        )
        .onConflictDoNothing()
        .returning({ hash: listingImeis.imeiHash });
      if (inserted.length < added.length) throw new Problem('device.already-listed');
    }
    return removed.length + added.length > 0 ? 1 : 0;
  });
}

/** Releases numbers of listings that were removed, or whose phone was sold to somebody else. */
async function releaseEndedListings(
  tx: Transaction,
  productId: string,
  hashes: readonly string[],
): Promise<void> {
  const ended = tx
    .select({ id: products.id })
    .from(products)
    .where(
      sql`${products.removedAt} is not null or exists (
        select from ${orders} where product_id = ${products.id} and ${orders.state} = 'completed')`,
    );
  await tx
    .update(listingImeis)
    .set({ releasedAt: sql`now()` })
    .where(
      and(
        inArray(listingImeis.imeiHash, [...hashes]),
        ne(listingImeis.productId, productId),
        isNull(listingImeis.releasedAt),
        inArray(listingImeis.productId, ended),
      ),
    );
}
