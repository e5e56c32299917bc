import { eq } from 'drizzle-orm';
import * as schema from '../../src/db/schema/index.ts';
import { encryptImei } from '../../src/features/devices/imei-keys.ts';
import { newId } from '../../src/platform/ids.ts';
import { past, type UserData } from './user-data.ts';

/** A listing of the user, with all that belongs to it. @returns its id. */
export async function insertListing({ app, user, other }: UserData) {
  const { db } = app;
  const ownProductId = await app.insertProduct(user, {
    advertised: true,
    postedAt: past(80),
    removedAt: past(79),
    imageUrl: '/images/own-1.jpg',
    storageGb: 256,
    colour: 'Cream',
  });
  await db.insert(schema.listingDetails).values({
    productId: ownProductId,
    ramGb: 8,
    networkLock: 'carrier-locked',
    carrier: 'T-Mobile',
    accountLock: 'signed-out',
    simType: 'esim-only',
    batteryHealthPct: 87,
    batteryCycles: 401,
    parts: { screen: 'original' },
    tests: { touch: 'pass' },
    accessories: ['box'],
    receipt: true,
    warrantyUntil: '2027-02-28',
    defects: [],
    grade: 'excellent',
    changedAt: past(53),
  });
  await db.insert(schema.listingPhotos).values({
    id: newId(),
    productId: ownProductId,
    imageUrl: '/images/own-2.jpg',
    alt: 'The back',
    position: 7,
    createdAt: past(43),
    removedAt: past(42),
  });
  await db.insert(schema.priceChanges).values({
    id: newId(),
    productId: ownProductId,
    fromCents: 36_500,
    toCents: 34_500,
    cause: 'plan',
    changedAt: past(41),
  });
  await db.insert(schema.pricePlans).values({
    productId: ownProductId,
    stepCents: 2_000,
    intervalDays: 6,
    floorCents: 30_100,
    nextAt: past(40),
  });
  await db.insert(schema.offerRules).values({
    productId: ownProductId,
    acceptFromCents: 33_300,
    declineBelowCents: 22_200,
    blindFloorCents: 27_700,
  });
  await db.insert(schema.possessionProofs).values({
    id: newId(),
    productId: ownProductId,
    productName: 'Galaxy S22',
    code: 'K7HT3R',
    state: 'refused',
    reason: 'code-missing',
    photoId: newId(),
    width: 1200,
    height: 900,
    createdAt: past(83),
    expiresAt: past(12),
    submittedAt: past(82),
    decidedAt: past(81),
    decidedBy: other.id,
  });
  await db.insert(schema.listingImeis).values({
    productId: ownProductId,
    imeiHash: 'hash',
    imeiEncrypted: encryptImei(app.settings, '001017000000011'),
    createdAt: past(45),
    releasedAt: past(44),
  });
  // An earlier one would have ended with the IMEI.
  await db
    .update(schema.products)
    .set({ possessionVerifiedAt: past(81) })
    .where(eq(schema.products.id, ownProductId));
  const deviceId = newId();
  await db.insert(schema.devices).values({ id: deviceId });
  await db
    .insert(schema.deviceOwners)
    .values({ deviceId, userId: user.id, source: 'listing', at: past(43) });
  await db
    .insert(schema.deviceReportEvents)
    .values({ deviceId, userId: user.id, kind: 'lost', at: past(42) });
  return ownProductId;
}
