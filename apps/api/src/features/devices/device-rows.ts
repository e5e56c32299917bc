import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { prepareOnce } from '../../db/prepare-once.ts';
import {
  deviceEntries,
  deviceNumbers,
  deviceOwners,
  devices,
  listingImeis,
} from '../../db/schema/index.ts';

export type DeviceOwner = typeof deviceOwners.$inferSelect;

const deviceOfListing = prepareOnce((db) =>
  db
    .select({ device: devices })
    .from(listingImeis)
    .innerJoin(deviceNumbers, eq(deviceNumbers.imeiHash, listingImeis.imeiHash))
    .innerJoin(devices, eq(devices.id, deviceNumbers.deviceId))
    .where(eq(listingImeis.productId, sql.placeholder('productId')))
    .limit(1),
);

/** The device behind a listing; undefined if the listing has no IMEI. */
export async function findDeviceOfListing(
  db: Executor,
  productId: string,
): Promise<typeof devices.$inferSelect | undefined> {
  const [row] = await deviceOfListing(db).execute({ productId });
  return row?.device;
}

/** The owners of a device, the earliest first. */
export const findOwners = (db: Executor, deviceId: string): Promise<DeviceOwner[]> =>
  db
    .select()
    .from(deviceOwners)
    .where(eq(deviceOwners.deviceId, deviceId))
    .orderBy(asc(deviceOwners.id));

export async function findCurrentOwner(
  db: Executor,
  deviceId: string,
): Promise<DeviceOwner | undefined> {
  const [row] = await db
    .select()
    .from(deviceOwners)
    .where(eq(deviceOwners.deviceId, deviceId))
    .orderBy(desc(deviceOwners.id))
    .limit(1);
  return row;
}

/** The listings that have, or had, one of the numbers of a device; live ones only if wanted. */
export async function findListingIds(
  db: Executor,
  deviceId: string,
  { live = false }: { live?: boolean } = {},
): Promise<string[]> {
  const numbers = db
    .select({ hash: deviceNumbers.imeiHash })
    .from(deviceNumbers)
    .where(eq(deviceNumbers.deviceId, deviceId));
  const rows = await db
    .select({ id: listingImeis.productId })
    .from(listingImeis)
    .where(
      and(
        inArray(listingImeis.imeiHash, numbers),
        live ? isNull(listingImeis.releasedAt) : undefined,
      ),
    );
  return [...new Set(rows.map(({ id }) => id))];
}

/** The listings that have, or had, a device; also those whose seller has taken its numbers back. */
export async function findAllListingIds(db: Executor, deviceId: string): Promise<string[]> {
  const stated = await db
    .select({ id: deviceEntries.productId })
    .from(deviceEntries)
    .where(eq(deviceEntries.deviceId, deviceId));
  const numbered = await findListingIds(db, deviceId);
  return [...new Set([...numbered, ...stated.map(({ id }) => id)])];
}

/** Serializes changes of one device until the transaction ends. */
export async function lockDevice(
  tx: Executor,
  deviceId: string,
): Promise<typeof devices.$inferSelect | undefined> {
  const [row] = await tx.select().from(devices).where(eq(devices.id, deviceId)).for('update');
  return row;
}

/**
 * Names of owners without their identity, by user: "Owner 1" for the first one. Somebody who owned the
 * device twice has one name.
 */
export function pseudonyms(owners: readonly Pick<DeviceOwner, 'userId'>[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { userId } of owners) {
    if (!names.has(userId)) names.set(userId, `Owner ${names.size + 1}`);
  }
  return names;
}
