import type { DeviceReport } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { deviceReportEvents, devices } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { findCurrentOwner, lockDevice } from './device-rows.ts';

/**
 * Reports the own device as lost or stolen: it cannot be listed any more, listings of it are hidden,
 * and buyers with an open order are warned. Reporting the same again changes nothing.
 *
 * @returns the number of devices changed.
 * @throws Problem `device.not-found`, `device.not-owner`
 */
export async function reportDevice(
  { db, jobs, log }: Pick<Deps, 'db' | 'jobs' | 'log'>,
  actor: User,
  { id, as }: { id: string; as: DeviceReport },
): Promise<number> {
  const changed = await inTransaction(db, async (tx) => {
    const device = await lockDevice(tx, id);
    if (!device) throw new Problem('device.not-found');
    const owner = await findCurrentOwner(tx, id);
    if (owner?.userId !== actor.id) throw new Problem('device.not-owner');
    if (device.reportedAs === as) return 0;
    await tx
      .update(devices)
      .set({ reportedAs: as, reportedAt: sql`now()` })
      .where(eq(devices.id, id));
    await tx.insert(deviceReportEvents).values({ deviceId: id, userId: actor.id, kind: as });
    await emit(tx, { type: 'device.reported', deviceId: id });
    return 1;
  });
  if (changed > 0) log.warn({ deviceId: id, as }, 'a device was reported by its owner');
  jobs.trigger('dispatch-outbox');
  return changed;
}

/**
 * Lifts the report of a device. Its listings are visible again.
 *
 * @returns the number of reports lifted.
 * @throws Problem `device.not-found`
 */
export async function liftDeviceReport(
  { db, jobs, log }: Pick<Deps, 'db' | 'jobs' | 'log'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  const lifted = await inTransaction(db, async (tx) => {
    const device = await lockDevice(tx, id);
    if (!device) throw new Problem('device.not-found');
    if (!device.reportedAs) return 0;
    await tx.update(devices).set({ reportedAs: null, reportedAt: null }).where(eq(devices.id, id));
    await tx.insert(deviceReportEvents).values({ deviceId: id, userId: actor.id, kind: 'lifted' });
    await emit(tx, { type: 'device.report-lifted', deviceId: id });
    return 1;
  });
  if (lifted > 0) log.warn({ deviceId: id }, 'the report of a device was lifted');
  jobs.trigger('dispatch-outbox');
  return lifted;
}
