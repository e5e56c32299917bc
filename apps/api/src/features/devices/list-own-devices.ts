import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { deviceOwners, deviceReportEvents } from '../../db/schema/index.ts';

/** The devices that a user owned, and what the user reported about devices; for the data export. */
export async function listOwnDevices(db: Executor, userId: string) {
  const owned = await db
    .select({ deviceId: deviceOwners.deviceId, source: deviceOwners.source, at: deviceOwners.at })
    .from(deviceOwners)
    .where(eq(deviceOwners.userId, userId))
    .orderBy(asc(deviceOwners.id));
  const reported = await db
    .select({
      deviceId: deviceReportEvents.deviceId,
      kind: deviceReportEvents.kind,
      at: deviceReportEvents.at,
    })
    .from(deviceReportEvents)
    .where(eq(deviceReportEvents.userId, userId))
    .orderBy(asc(deviceReportEvents.id));
  return { owned, reported };
}
