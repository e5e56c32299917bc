import { and, eq, isNotNull } from 'drizzle-orm';
import { listingImeis } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { findDeviceOfListing, lockDevice } from './device-rows.ts';
import { releaseOtherListings } from './release-listings.ts';

/**
 * Lets a listing that is offered again occupy its IMEIs again: another listing of the same phone may
 * have taken them over meanwhile.
 *
 * @throws Problem `device.already-listed`, `device.reported`
 */
export async function claimImeis(
  tx: Transaction,
  actor: Pick<User, 'id'>,
  productId: string,
): Promise<void> {
  const released = await tx
    .select()
    .from(listingImeis)
    .where(and(eq(listingImeis.productId, productId), isNotNull(listingImeis.releasedAt)))
    .orderBy(listingImeis.imeiHash);
  if (released.length > 0) {
    const hashes = released.map(({ imeiHash }) => imeiHash);
    await releaseOtherListings(tx, actor, { productId, hashes });
    // Not an update: a conflict with the unique index would end the transaction.
    await tx
      .delete(listingImeis)
      .where(and(eq(listingImeis.productId, productId), isNotNull(listingImeis.releasedAt)));
    const claimed = await tx
      .insert(listingImeis)
      .values(released.map((row) => ({ ...row, releasedAt: null })))
      .onConflictDoNothing()
      .returning({ hash: listingImeis.imeiHash });
    if (claimed.length < released.length) throw new Problem('device.already-listed');
  }
  const device = await findDeviceOfListing(tx, productId);
  if (device && (await lockDevice(tx, device.id))?.reportedAs) throw new Problem('device.reported');
}
