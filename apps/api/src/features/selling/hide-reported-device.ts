import { eq } from 'drizzle-orm';
import { devices } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { findListingIds } from '../devices/index.ts';
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
    const change = device.reportedAs ? hideProduct : unhideProduct;
    const ids = await findListingIds(tx, deviceId, { live: Boolean(device.reportedAs) });
    for (const id of ids.sort()) await change(tx, id, 'lost');
  });
}
