import { passesLuhn } from '@redial/contract';
import { type DemoListing, demoSeller, type Random, uuidAt } from '@redial/demo-data';
import type { Database } from '../db/client.ts';
import * as schema from '../db/schema/index.ts';
import { encryptImei, hashImei } from '../features/devices/imei-keys.ts';
import type { Settings } from '../settings.ts';
import type { Rows } from './rows.ts';

/** One in so many listings has an IMEI; those of the demo seller all do. */
const everyNth = 7;

/**
 * Inserts devices with their passports: of the demo seller's phones, of some others, and of phones that
 * were sold. One of them has a battery that got better without a replacement, and one has been sold here
 * before. The IMEIs are those of
 * test devices (reporting body 00), so they cannot belong to somebody's phone.
 */
export async function insertDevices(
  tx: Pick<Database, 'select' | 'insert'>,
  {
    random,
    listings,
    rows,
    settings,
  }: {
    random: Random;
    listings: readonly DemoListing[];
    rows: Rows;
    settings: Pick<Settings, 'imeiSecret'>;
  },
): Promise<void> {
  const stated = await tx
    .select({
      id: schema.products.id,
      modelId: schema.products.modelId,
      storageGb: schema.products.storageGb,
    })
    .from(schema.products);
  const details = await tx
    .select({
      id: schema.listingDetails.productId,
      battery: schema.listingDetails.batteryHealthPct,
      grade: schema.listingDetails.grade,
    })
    .from(schema.listingDetails);
  let isContradicted = false;
  const { resale } = rows;
  for (const [index, listing] of listings.entries()) {
    const product = rows.products[index];
    const earlier = index === resale.index ? rows.products.at(-1) : undefined;
    const sold = rows.orders.find(
      (order) => order.productId === product?.id && order.state === 'completed',
    );
    const isKnown = listing.seller === demoSeller || index % everyNth === 0 || sold;
    if (!product || !isKnown) continue;
    const variant = stated.find(({ id }) => id === product.id);
    const detail = details.find(({ id }) => id === product.id);
    const at = listing.postedAt;
    const deviceId = uuidAt(random, at);
    const knownSince = earlier ? resale.postedAt : at;
    const imei = createImei(random, variant?.modelId ?? 0);
    const imeiHash = hashImei(settings, imei);
    await tx.insert(schema.devices).values({ id: deviceId, createdAt: knownSince });
    await tx.insert(schema.deviceNumbers).values({ imeiHash, deviceId, tac: imei.slice(0, 8) });
    await tx.insert(schema.listingImeis).values({
      productId: product.id,
      imeiHash,
      imeiEncrypted: encryptImei(settings, imei),
      createdAt: at,
    });
    await tx.insert(schema.deviceOwners).values({
      deviceId,
      userId: earlier?.sellerId ?? product.sellerId,
      source: 'listing',
      at: knownSince,
    });
    const entry = {
      deviceId,
      productId: product.id,
      modelId: variant?.modelId ?? null,
      storageGb: variant?.storageGb ?? null,
      batteryHealthPct: detail?.battery ?? null,
      grade: detail?.grade ?? null,
      at,
    };
    const purchase = rows.orders.find(({ id }) => earlier && id === resale.orderId);
    if (earlier && purchase) {
      await tx.insert(schema.listingImeis).values({
        productId: resale.soldProductId,
        imeiHash,
        imeiEncrypted: encryptImei(settings, imei),
        createdAt: resale.postedAt,
        releasedAt: purchase.changedAt,
      });
      const former = details.find(({ id }) => id === resale.soldProductId);
      await tx.insert(schema.deviceEntries).values({
        ...entry,
        productId: resale.soldProductId,
        batteryHealthPct: former?.battery ?? null,
        at: resale.postedAt,
      });
    }
    const isExample =
      !isContradicted && !sold && listing.seller !== demoSeller && (detail?.battery ?? 0) > 85;
    if (isExample) {
      isContradicted = true;
      const worse = { ...entry, batteryHealthPct: (detail?.battery ?? 90) - 9 };
      await tx.insert(schema.deviceEntries).values(worse);
      entry.at = new Date(at.getTime() + 3_600_000);
    }
    await tx.insert(schema.deviceEntries).values(entry);
    const passed = sold ?? purchase;
    if (passed) {
      await tx.insert(schema.deviceOwners).values({
        deviceId,
        userId: passed.buyerId,
        source: 'order',
        orderId: passed.id,
        at: passed.changedAt,
      });
    }
  }
}

/** An IMEI of a test device; phones of one model share the first eight digits. */
function createImei(random: Random, modelId: number): string {
  const serial = String(random.int(0, 999_999)).padStart(6, '0');
  const body = `0010${String(modelId).padStart(4, '0')}${serial}`;
  for (let digit = 0; digit < 10; digit++) {
    if (passesLuhn(`${body}${digit}`)) return `${body}${digit}`;
  }
  throw new Error('no check digit fits');
}
