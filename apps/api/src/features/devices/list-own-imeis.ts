import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { listingImeis, products } from '../../db/schema/index.ts';
import type { Settings } from '../../settings.ts';
import { decryptImei } from './imei-keys.ts';

/** All IMEIs that a seller has entered, for the data export. */
export async function listOwnImeis(
  db: Executor,
  settings: Pick<Settings, 'imeiSecret'>,
  sellerId: string,
) {
  const rows = await db
    .select({
      productId: listingImeis.productId,
      encrypted: listingImeis.imeiEncrypted,
      createdAt: listingImeis.createdAt,
      releasedAt: listingImeis.releasedAt,
    })
    .from(listingImeis)
    .innerJoin(products, eq(products.id, listingImeis.productId))
    .where(eq(products.sellerId, sellerId))
    .orderBy(asc(listingImeis.createdAt));
  return rows.map(({ encrypted, ...row }) => ({ ...row, imei: decryptImei(settings, encrypted) }));
}
