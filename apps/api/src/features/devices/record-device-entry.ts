import { desc, eq } from 'drizzle-orm';
import { deviceEntries, listingDetails, products } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { findDeviceOfListing } from './device-rows.ts';

/**
 * Adds what a listing states to the history of its device, in the transaction that changed it. Nothing
 * is added without a device, or if the last entry says the same.
 */
export async function recordDeviceEntry(tx: Transaction, productId: string): Promise<void> {
  const device = await findDeviceOfListing(tx, productId);
  if (!device) return;
  const [stated] = await tx
    .select({
      modelId: products.modelId,
      storageGb: products.storageGb,
      batteryHealthPct: listingDetails.batteryHealthPct,
      grade: listingDetails.grade,
      parts: listingDetails.parts,
    })
    .from(products)
    .leftJoin(listingDetails, eq(listingDetails.productId, products.id))
    .where(eq(products.id, productId));
  if (!stated) return;
  const { parts, ...rest } = stated;
  const replacedParts = Object.entries(parts ?? {})
    .filter(([, origin]) => origin !== 'original')
    .map(([part]) => part)
    .sort();
  const entry = { deviceId: device.id, productId, ...rest, replacedParts };
  const [last] = await tx
    .select()
    .from(deviceEntries)
    .where(eq(deviceEntries.deviceId, device.id))
    .orderBy(desc(deviceEntries.id))
    .limit(1);
  const keys = ['productId', 'modelId', 'storageGb', 'batteryHealthPct', 'grade'] as const;
  const isSame =
    last &&
    keys.every((key) => last[key] === entry[key]) &&
    last.replacedParts.join() === replacedParts.join();
  if (!isSame) await tx.insert(deviceEntries).values(entry);
}
