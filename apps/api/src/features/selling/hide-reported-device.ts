import { eq } from 'drizzle-orm';
import { devices } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { findAllListingIds, findDeviceOfListing, findListingIds } from '../devices/index.ts';
import { hideProduct, unhideProduct } from './sale-status.ts';

/**
 * Hides the live listings of a device while it is reported as lost or stolen, and shows them again
 * afterwards. Follows the current state, so repeated and delayed events do no harm.
 */
export async function hideReportedDevice(
  { db }: Pick<Deps, 'db'>,
  deviceId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [device] = await tx
      .select({ reportedAs: devices.reportedAs })
      .from(devices)
      .where(eq(devices.id, deviceId))
      .for('share');
    if (!device) return;
    if (device.reportedAs) {
      const ids = await findListingIds(tx, deviceId, { live: true });
      for (const id of ids.sort()) await hideProduct(tx, id, 'lost');
      return;
    }
    // Without its number, too: taking that back made no other phone of it.
    for (const id of (await findAllListingIds(tx, deviceId)).sort()) {
      const current = await findDeviceOfListing(tx, id);
      if (!current?.reportedAs) await unhideProduct(tx, id, 'lost');
    }
  });
}
