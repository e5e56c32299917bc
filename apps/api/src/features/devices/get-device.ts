import { type DevicePassport, deviceWarnings, toDollars } from '@redial/contract';
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  deviceEntries,
  deviceNumbers,
  devices,
  models,
  orders,
  products,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import {
  type DeviceOwner,
  findDeviceOfListing,
  findListingIds,
  findOwners,
  pseudonyms,
} from './device-rows.ts';
import { findSelfTests } from './find-self-tests.ts';
import { findLearnedModel } from './learned-model.ts';
import { hasPublicStatements, isPublic } from './public-listings.ts';

/**
 * Returns the public history of a device: its listings but for hidden ones, sales, what was stated about
 * it, its self-tests, and its owners under pseudonyms. Nothing in it identifies a person or contains a
 * whole IMEI.
 *
 * @throws Problem `device.not-found`
 */
export async function getDevice(
  { db }: Pick<Deps, 'db'>,
  actor: User | undefined,
  { id }: { id: string },
): Promise<DevicePassport> {
  const [device] = await db.select().from(devices).where(eq(devices.id, id));
  if (!device) throw new Problem('device.not-found');
  const owners = await findOwners(db, id);
  const names = pseudonyms(owners);
  const readings = await findReadings(db, id);
  const numbers = await db
    .select({ tac: deviceNumbers.tac })
    .from(deviceNumbers)
    .where(eq(deviceNumbers.deviceId, id))
    .orderBy(asc(deviceNumbers.tac));
  const listingIds = await findListingIds(db, id);
  const listings = await findListings(db, listingIds, names);
  const latest = readings.findLast(({ model }) => model !== null);
  const isOwner = actor !== undefined && owners.at(-1)?.userId === actor.id;
  return {
    _id: id,
    model: latest?.slug && latest.model ? { slug: latest.slug, name: latest.model } : null,
    storageGb: readings.findLast(({ storageGb }) => storageGb !== null)?.storageGb ?? null,
    numbers: numbers.map(({ tac }) => `${tac} ••••••`),
    reported: toReported(device),
    warnings: await findWarnings(db, id, { owners, readings }),
    owners: owners.map(({ userId, source, at }, index) => ({
      name: names.get(userId) ?? '',
      source,
      from: at.toISOString(),
      until: owners[index + 1]?.at.toISOString() ?? null,
    })),
    listings,
    readings: readings
      .slice(-maxShownReadings)
      .map(({ slug: _, at, ...reading }) => ({ at: at.toISOString(), ...reading })),
    selfTests: await findSelfTests(db, id, { listingIds, names }),
    viewer: isOwner ? 'owner' : actor?.role === 'admin' ? 'admin' : 'other',
  };
}

/** The report of a device in the contract's form. */
export const toReported = ({
  reportedAs,
  reportedAt,
}: typeof devices.$inferSelect): DevicePassport['reported'] =>
  reportedAs && reportedAt ? { as: reportedAs, at: reportedAt.toISOString() } : null;

/** Of a longer history the newest are read, so that no seller can make the page of a device endless. */
const maxReadings = 2000;
const maxShownReadings = 100;
const maxWarnings = 10;

/**
 * What was publicly stated about a device, the earliest first.
 *
 * @param productId a listing that the reader may see although it is hidden.
 */
export const findReadings = async (
  db: Executor,
  deviceId: string,
  { productId }: { productId?: string } = {},
) => {
  const newestFirst = await db
    .select({
      at: deviceEntries.at,
      slug: models.slug,
      model: models.name,
      storageGb: deviceEntries.storageGb,
      batteryHealthPct: deviceEntries.batteryHealthPct,
      grade: deviceEntries.grade,
      replacedParts: deviceEntries.replacedParts,
    })
    .from(deviceEntries)
    .innerJoin(products, eq(products.id, deviceEntries.productId))
    .leftJoin(models, eq(models.id, deviceEntries.modelId))
    .where(
      and(
        eq(deviceEntries.deviceId, deviceId),
        or(hasPublicStatements, productId === undefined ? undefined : eq(products.id, productId)),
      ),
    )
    .orderBy(desc(deviceEntries.id))
    .limit(maxReadings);
  return newestFirst.reverse();
};

/** What in the history of a device contradicts itself, or what is known of its numbers. */
export async function findWarnings(
  db: Executor,
  deviceId: string,
  {
    owners,
    readings,
  }: {
    owners: readonly DeviceOwner[];
    readings: Awaited<ReturnType<typeof findReadings>>;
  },
): Promise<DevicePassport['warnings']> {
  const warnings: DevicePassport['warnings'] = deviceWarnings(readings).slice(-maxWarnings);
  const stated = readings.findLast(({ model }) => model !== null);
  const [number] = await db
    .select({ tac: deviceNumbers.tac })
    .from(deviceNumbers)
    .where(eq(deviceNumbers.deviceId, deviceId))
    .limit(1);
  const learned = number && stated && (await findLearnedModel(db, number.tac));
  if (learned && learned.slug !== stated.slug) {
    warnings.push({
      kind: 'model-implausible',
      text: `Its number belongs to ${learned.name}, but it is offered as ${stated.model}.`,
    });
  }
  const owner = owners.at(-1);
  const [live] = await findLiveSellers(db, deviceId);
  if (owner && live && live.sellerId !== owner.userId) {
    warnings.push({
      kind: 'other-owner',
      text: 'It is offered by somebody other than its last known owner here.',
    });
  }
  return warnings;
}

/** The texts of the warnings about the device behind a listing; none without a known device. */
export async function findListingWarnings(db: Executor, productId: string): Promise<string[]> {
  const device = await findDeviceOfListing(db, productId);
  if (!device) return [];
  const owners = await findOwners(db, device.id);
  const readings = await findReadings(db, device.id, { productId });
  const warnings = await findWarnings(db, device.id, { owners, readings });
  return warnings.map(({ text }) => text);
}

const findLiveSellers = async (db: Executor, deviceId: string) =>
  db
    .select({ sellerId: products.sellerId })
    .from(products)
    .where(
      and(
        inArray(products.id, await findListingIds(db, deviceId, { live: true })),
        eq(products.status, 'Available'),
        eq(products.listed, true),
      ),
    );

async function findListings(
  db: Executor,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<DevicePassport['listings']> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(products)
    .where(and(inArray(products.id, [...ids]), isPublic))
    .orderBy(asc(products.postedAt), asc(products.id));
  const sales = await db
    .select({
      productId: orders.productId,
      // What was refunded of the price, such as for a defect, nobody paid.
      cents: sql<number>`${orders.priceCents} - ${orders.refundedCents}`.mapWith(Number),
      at: orders.placedAt,
    })
    .from(orders)
    .where(and(inArray(orders.productId, [...ids]), eq(orders.state, 'completed')));
  return rows.map((product) => {
    const sale = sales.find(({ productId }) => productId === product.id);
    const isRemoved = product.removedAt !== null;
    return {
      productId: isRemoved ? null : product.id,
      name: isRemoved ? null : product.name,
      price: toDollars(product.resalePriceCents),
      condition: product.condition,
      listedAt: product.postedAt.toISOString(),
      state: sale
        ? 'sold'
        : isRemoved
          ? 'removed'
          : product.status === 'Sold'
            ? 'ordered'
            : 'offered',
      soldFor: sale ? toDollars(sale.cents) : null,
      soldAt: sale?.at.toISOString() ?? null,
      owner: names.get(product.sellerId) ?? null,
    };
  });
}
