import type { DeviceReport } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import {
  deviceNumbers,
  deviceOwners,
  deviceReportEvents,
  devices,
  listingImeis,
  orders,
  products,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { hasHeldOrderWith } from '../orders/index.ts';
import { type DeviceOwner, findCurrentOwner, lockDevice } from './device-rows.ts';

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
    await requirePossession(tx, owner);
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
 * Nobody loses a phone that is not in their hands. Otherwise a seller could make the phone of a buyer
 * worthless after the handover, and anybody any phone whose number they have read somewhere.
 *
 * @throws Problem `device.not-owner` if the owner has handed the phone over or shipped it, or has taken
 *   its number back from the only listing that connects them with it.
 */
async function requirePossession(
  tx: Transaction,
  { deviceId, userId, source }: DeviceOwner,
): Promise<void> {
  const { rows } = await tx.execute<{ state: string | null }>(sql`
    select o.state from ${deviceNumbers} n
      join ${listingImeis} i on i.imei_hash = n.imei_hash
      join ${products} p on p.id = i.product_id
      left join ${orders} o on o.product_id = p.id
        and o.state in ('in_transit', 'delivered', 'disputed', 'returning', 'completed')
        and not exists (select from ${deviceOwners} passed
          where passed.order_id = o.id and passed.source = 'order')
    where n.device_id = ${deviceId} and p.seller_id = ${userId}`);
  if (rows.some(({ state }) => state !== null)) {
    throw new Problem('device.not-owner', 'You have handed this phone over');
  }
  if (source === 'listing' && rows.length === 0) throw new Problem('device.not-owner');
}

/**
 * Lifts the report of a device. Its listings are visible again.
 *
 * @returns the number of reports lifted.
 * @throws Problem `device.not-found`, `moderation.person-protected` if the actor has an order with the
 *   owner whose money is held
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
    const owner = await findCurrentOwner(tx, id);
    if (owner && (await hasHeldOrderWith(tx, actor.id, [owner.userId]))) {
      throw new Problem('moderation.person-protected');
    }
    await tx.update(devices).set({ reportedAs: null, reportedAt: null }).where(eq(devices.id, id));
    await tx.insert(deviceReportEvents).values({ deviceId: id, userId: actor.id, kind: 'lifted' });
    await recordAction(tx, actor, {
      action: 'device.report-lifted',
      target: { type: 'device', id },
      changes: { reportedAs: [device.reportedAs, null] },
    });
    await emit(tx, { type: 'device.report-lifted', deviceId: id });
    return 1;
  });
  if (lifted > 0) log.warn({ deviceId: id }, 'the report of a device was lifted');
  jobs.trigger('dispatch-outbox');
  return lifted;
}
