import { and, eq, notInArray } from 'drizzle-orm';
import { listingImeis } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { encryptImei, hashImei } from './imei-keys.ts';
import { lockOwnListing } from './own-listing.ts';
import { parseImei } from './parse-imei.ts';
import { registerDevice, requirePlausibleModel } from './register-device.ts';
import { releaseOtherListings } from './release-listings.ts';

/**
 * Sets the IMEIs of the seller's own listing; a dual-SIM phone has two. A number occupies one live
 * listing, by a unique index, so that of two at once one is refused. The listing becomes part of the
 * history of its device.
 *
 * @returns the number of listings changed: 1, or 0 if they are the same numbers.
 * @throws Problem `validation.failed`, `product.not-found`, `product.not-owner`,
 *   `product.has-active-order`, `device.already-listed`, `device.reported`,
 *   `device.model-implausible`
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
      await releaseOtherListings(tx, actor, { productId: id, hashes: added });
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
    await requirePlausibleModel(tx, id, numbers);
    await registerDevice(tx, actor, { productId: id, numbers: byHash });
    return removed.length + added.length > 0 ? 1 : 0;
  });
}
