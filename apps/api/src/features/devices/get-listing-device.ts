import type { ListingDevice } from '@redial/contract';
import { and, count, eq, inArray } from 'drizzle-orm';
import { orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { findProduct } from '../../platform/visible-product.ts';
import { findDeviceOfListing, findListingIds, findOwners } from './device-rows.ts';
import { findReadings, findWarnings, toReported } from './get-device.ts';

/**
 * Returns what is known about the device behind a listing, in short; of a hidden listing only to its
 * seller, its buyers and admins.
 *
 * @throws Problem `product.not-found`
 */
export async function getListingDevice(
  { db }: Pick<Deps, 'db'>,
  actor: User | undefined,
  { id }: { id: string },
): Promise<ListingDevice> {
  const product = await findProduct(db, id);
  const isHidden = product === undefined || product.hiddenReasons.length > 0 || product.removedAt;
  if (!product || (isHidden && !(await mayKnow(db, actor, product)))) {
    throw new Problem('product.not-found');
  }
  const device = await findDeviceOfListing(db, id);
  if (!device) return { device: null };
  const owners = await findOwners(db, device.id);
  const readings = await findReadings(db, device.id, { productId: id });
  const listings = await findListingIds(db, device.id);
  const [sold] = await db
    .select({ n: count() })
    .from(orders)
    .where(and(inArray(orders.productId, listings), eq(orders.state, 'completed')));
  return {
    device: {
      _id: device.id,
      owners: new Set(owners.map(({ userId }) => userId)).size,
      listings: listings.length,
      sales: sold?.n ?? 0,
      reported: toReported(device),
      warnings: await findWarnings(db, device.id, { owners, readings }),
    },
  };
}

async function mayKnow(
  db: Deps['db'],
  actor: User | undefined,
  { id, sellerId }: { id: string; sellerId: string },
): Promise<boolean> {
  if (!actor) return false;
  if (actor.role === 'admin' || actor.id === sellerId) return true;
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.productId, id), eq(orders.buyerId, actor.id)))
    .limit(1);
  return order !== undefined;
}
