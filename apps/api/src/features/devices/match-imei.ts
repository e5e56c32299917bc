import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { listingImeis } from '../../db/schema/index.ts';
import type { Settings } from '../../settings.ts';
import { hashImei } from './imei-keys.ts';

/** Whether a listing has an IMEI to compare with. */
export async function hasImei(db: Executor, productId: string): Promise<boolean> {
  const [row] = await db
    .select({ one: sql`1` })
    .from(listingImeis)
    .where(eq(listingImeis.productId, productId))
    .limit(1);
  return row !== undefined;
}

/** Whether a number is one of the IMEIs of a listing. */
export async function isImeiOfListing(
  db: Executor,
  settings: Pick<Settings, 'imeiSecret'>,
  { productId, imei }: { productId: string; imei: string },
): Promise<boolean> {
  const [row] = await db
    .select({ one: sql`1` })
    .from(listingImeis)
    .where(
      and(
        eq(listingImeis.productId, productId),
        eq(listingImeis.imeiHash, hashImei(settings, imei)),
      ),
    );
  return row !== undefined;
}
