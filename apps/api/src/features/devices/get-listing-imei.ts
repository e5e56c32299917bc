import { asc, eq } from 'drizzle-orm';
import { listingImeis } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { decryptImei } from './imei-keys.ts';
import { findOwnListing } from './own-listing.ts';

/**
 * Returns the IMEIs of a listing to its seller; nobody else ever sees them.
 *
 * @throws Problem `product.not-found`, `product.not-owner`
 */
export async function getListingImei(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
  { id }: { id: string },
): Promise<string[]> {
  await findOwnListing(db, actor, id);
  const rows = await db
    .select({ encrypted: listingImeis.imeiEncrypted })
    .from(listingImeis)
    .where(eq(listingImeis.productId, id))
    .orderBy(asc(listingImeis.createdAt), asc(listingImeis.imeiHash));
  return rows.map(({ encrypted }) => decryptImei(settings, encrypted));
}
