import { readFile } from 'node:fs/promises';
import {
  type Defect,
  getDispute,
  getOrderDetails,
  listingFields,
  type OrderedListing,
  openDispute,
  relistProduct,
  setDefects,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicUrl, resultCode, unwrap } from '../../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { images, listingDetails, listingPhotos, orderSnapshots } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { removeUnusedImages } from '../images/remove-unused-images.ts';
import { createTradeFixture, type TradeFixture } from './trade.fixture.ts';

let database: TestDatabase;
let app: TradeFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await createTradeFixture({ database });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const scratch: Defect = {
  part: 'back',
  kind: 'scratch',
  visibleFrom: 'closer-than-20cm',
  side: 'back',
  x: 0.5,
  y: 0.5,
};

/** An uploaded image that is old enough to be removed. @returns its path. */
async function insertImage(): Promise<string> {
  const id = newId();
  const createdAt = new Date(Date.now() - 48 * 3_600_000);
  await app.db
    .insert(images)
    .values({ id, uploadedBy: app.seller.id, width: 960, height: 960, createdAt });
  return `/images/${id}-960.jpg`;
}

/** Orders a phone with a declared scratch, a close-up of it, and a second photo. */
async function orderScratched() {
  const [closeUp, second] = [await insertImage(), await insertImage()];
  const productId = await app.insertProduct(app.seller, { resalePriceCents: 34_500 });
  await app.db
    .insert(listingDetails)
    .values({ productId, batteryHealthPct: 91, defects: [{ ...scratch, photo: closeUp }] });
  for (const [position, imageUrl] of ['/images/first-960.jpg', second].entries()) {
    const photo = { id: newId(), productId, imageUrl, position };
    await app.db.insert(listingPhotos).values({ ...photo, alt: `Photo ${position}` });
  }
  const order = await app.payOrder({ productId });
  return { ...order, closeUp, second };
}

const listingOf = async (orderId: string): Promise<OrderedListing> => {
  const { token } = app.buyer;
  return unwrap(await app.call(getOrderDetails, { params: { id: orderId }, token })).listing;
};

const report = (orderId: string, defects: { part: Defect['part']; kind: Defect['kind'] }[]) =>
  app.call(openDispute, {
    params: { id: orderId },
    body: { reason: 'not-as-described', text: 'It has marks.', defects },
    token: app.buyer.token,
  });

test('the order keeps photos, details and defects of the listing, whatever becomes of it', async () => {
  const { orderId, productId, closeUp, second } = await orderScratched();
  const ordered = await listingOf(orderId);
  expect(ordered).toMatchObject({
    photos: [{ alt: 'Photo 0' }, { img: publicUrl + second, alt: 'Photo 1' }],
    details: { batteryHealthPct: 91, model: null },
    defects: [{ ...scratch, photo: publicUrl + closeUp }],
  });
  await app.move(orderId, 'cancelSale');
  const { token } = app.seller;
  unwrap(await app.call(relistProduct, { params: { productId }, token }));
  unwrap(await app.call(setDefects, { params: { id: productId }, body: { defects: [] }, token }));
  await app.db.delete(listingPhotos).where(eq(listingPhotos.productId, productId));
  expect(await listingOf(orderId)).toEqual(ordered);
  await removeUnusedImages(app.deps);
  const kept = await app.db.select({ id: images.id }).from(images);
  for (const path of [closeUp, second]) {
    expect(kept.map(({ id }) => id)).toContain(path.slice(8, 44));
  }
});

test('the order keeps every field that a seller states, without contact data', async () => {
  const { orderId } = await app.payOrder();
  const kept = Object.keys(await listingOf(orderId));
  const { number: _number, location: _location, ...stated } = listingFields;
  expect(kept).toEqual(expect.arrayContaining(Object.keys(stated)));
  expect(kept).not.toContain('number');
  expect(kept).not.toContain('location');
});

test('nobody changes a snapshot, not even the owner of the table', async () => {
  const { orderId } = await app.payOrder();
  await expect(
    app.db
      .update(orderSnapshots)
      .set({ at: new Date() })
      .where(eq(orderSnapshots.orderId, orderId)),
  ).rejects.toThrow();
  await expect(
    database.executeAsOwner(`update order_snapshots set at = now() where order_id = '${orderId}'`),
  ).rejects.toThrow(/append-only/);
});

test('defects that the ordered listing has cannot be cited, others can', async () => {
  const { orderId } = await orderScratched();
  await app.move(orderId, 'meet');
  const declared = await report(orderId, [
    { part: 'screen', kind: 'scratch' },
    { part: 'back', kind: 'scratch' },
  ]);
  expect(declared).toMatchObject({
    error: { code: 'validation.failed', field: 'body.defects.1' },
  });
  const impossible = await report(orderId, [{ part: 'back', kind: 'dead-pixel' }]);
  expect(resultCode(impossible)).toBe('validation.failed');
  expect(await app.stateOf(orderId)).toBe('delivered');
  const cited = { part: 'back', kind: 'deep-scratch' } as const;
  const { insertedId } = unwrap(await report(orderId, [cited]));
  const { token } = app.seller;
  const dispute = unwrap(await app.call(getDispute, { params: { id: insertedId }, token }));
  expect(dispute).toMatchObject({ defects: [cited], listing: { defects: [scratch] } });
});

test('the migration completes snapshots of listings that cannot have changed since', async () => {
  const open = await orderScratched();
  const refunded = await orderScratched();
  const before = await listingOf(open.orderId);
  await app.move(refunded.orderId, 'cancelSale');
  await database.executeAsOwner('alter table order_snapshots disable trigger enforce_append_only');
  await database.executeAsOwner(
    "update order_snapshots set listing = listing - '{photos,formFactor,details,defects}'::text[]",
  );
  expect(await listingOf(open.orderId)).toMatchObject({
    photos: [{ img: before.img }],
    details: { batteryHealthPct: null },
    defects: null,
  });
  const migration = await readFile(
    new URL('../../db/migrations/0031_listing-snapshots.sql', import.meta.url),
    'utf8',
  );
  await database.executeAsOwner(migration.split('--> statement-breakpoint')[0] ?? '');
  await database.executeAsOwner('alter table order_snapshots enable trigger enforce_append_only');
  expect(await listingOf(open.orderId)).toEqual(before);
  expect(await listingOf(refunded.orderId)).toMatchObject({ defects: null });
});
