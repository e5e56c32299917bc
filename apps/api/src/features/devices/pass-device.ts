import { and, eq } from 'drizzle-orm';
import { deviceOwners, orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { findCurrentOwner, findDeviceOfListing, lockDevice } from './device-rows.ts';

/**
 * Passes the device of an order on: to the buyer when the order is completed, back to the seller when
 * it is refunded afterwards and the buyer is still the last known owner. Repeating it changes nothing,
 * in any order of the events.
 */
export async function passDevice({ db }: Pick<Deps, 'db'>, orderId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('share');
    const device = order && (await findDeviceOfListing(tx, order.productId));
    if (!order || !device) return;
    const deviceId = device.id;
    await lockDevice(tx, deviceId);
    const passed = await tx
      .select({ id: deviceOwners.id })
      .from(deviceOwners)
      .where(and(eq(deviceOwners.orderId, orderId), eq(deviceOwners.source, 'order')));
    if (order.state === 'completed' && passed.length === 0) {
      await tx
        .insert(deviceOwners)
        .values({ deviceId, userId: order.buyerId, source: 'order', orderId });
    }
    if (order.state === 'refunded' && passed.length > 0) {
      const owner = await findCurrentOwner(tx, deviceId);
      if (owner?.id !== passed[0]?.id) return;
      await tx
        .insert(deviceOwners)
        .values({ deviceId, userId: order.sellerId, source: 'refund', orderId });
    }
  });
}
