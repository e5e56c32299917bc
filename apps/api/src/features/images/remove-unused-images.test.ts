import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicUrl } from '../../../test/test-app.ts';
import { images, orders, products, reports } from '../../db/schema/index.ts';
import { createImageFixture, type ImageFixture, solidColour } from './images.fixture.ts';
import { removeUnusedImages } from './remove-unused-images.ts';

let host: ImageFixture;
beforeAll(async () => {
  host = await createImageFixture();
});
afterAll(() => host.close());

test('images without a product or order are deleted after a day, others are not', async () => {
  const image = await solidColour(40, 30).jpeg().toBuffer();
  const urls = [];
  for (let made = 0; made < 4; made++) urls.push(await host.uploadedUrl(image));
  const [unused = '', listed = '', ordered = '', fresh = ''] = urls.map((url) =>
    url.slice(publicUrl.length),
  );
  await host.insertProduct(host.seller, { imageUrl: listed });
  const orderedProduct = await host.insertProduct(host.seller, { imageUrl: '/images/none.jpg' });
  const buyer = await host.insertUser('buyer');
  await host.db.insert(orders).values({
    id: orderedProduct,
    productId: orderedProduct,
    sellerId: host.seller.id,
    buyerId: buyer.id,
    productName: 'A phone',
    imageUrl: ordered,
    priceCents: 34_500,
    phone: '1',
    location: 'Lyon',
    expiresAt: new Date(),
  });
  const longAgo = new Date(Date.now() - 25 * 3600_000);
  for (const path of [unused, listed, ordered]) {
    await host.db
      .update(images)
      .set({ createdAt: longAgo })
      .where(eq(images.id, path.slice(8, 44)));
  }
  expect(await removeUnusedImages(host.deps)).toBe(1);
  expect(await removeUnusedImages(host.deps)).toBe(0);
  expect((await host.fetchImage(publicUrl + unused)).status).toBe(404);
  expect((await host.rows()).map(({ id }) => id)).not.toContain(unused.slice(8, 44));
  for (const path of [listed, ordered, fresh]) {
    expect((await host.fetchImage(publicUrl + path)).status).toBe(200);
  }
});

test('unused images are deleted in batches until none is left, whatever fails in between', async () => {
  const many = await createImageFixture();
  const longAgo = new Date(Date.now() - 25 * 3600_000);
  const ids = Array.from({ length: 25 }, () => randomUUID());
  await many.db.insert(images).values(
    ids.map((id) => ({
      id,
      uploadedBy: many.seller.id,
      width: 320,
      height: 320,
      createdAt: longAgo,
    })),
  );
  const { delete: remove } = many.deps.imageStore;
  const failing = ids.toSorted()[3] ?? '';
  Object.assign(many.deps.imageStore, {
    delete: (name: string) =>
      name.startsWith(failing) ? Promise.reject(new Error('not now')) : remove(name),
  });
  expect(await removeUnusedImages(many.deps, { limit: 10 })).toBe(24);
  expect((await many.rows()).map(({ id }) => id)).toEqual([failing]);
  Object.assign(many.deps.imageStore, { delete: remove });
  expect(await removeUnusedImages(many.deps, { limit: 10 })).toBe(1);
  await many.close();
});

test.each([
  ['unpaid', 500, true],
  ['paid', 500, true],
  ['completed', 179, true],
  ['completed', 181, false],
  ['refunded', 181, false],
  ['cancelled', 1, false],
] as const)(
  'the image of a phone whose order has been %s for %i days: kept is %s',
  async (state, days, kept) => {
    const url = await host.uploadedUrl(await solidColour(40, 30).jpeg().toBuffer());
    const path = url.slice(publicUrl.length);
    await host.db
      .update(images)
      .set({ createdAt: new Date(0) })
      .where(eq(images.id, path.slice(8, 44)));
    const productId = await host.insertProduct(host.seller, {
      imageUrl: path,
      removedAt: new Date(),
    });
    const buyer = await host.insertUser('buyer');
    const paid = state !== 'unpaid' && state !== 'cancelled';
    // How the order got into its state does not matter here.
    await host.database.executeAsOwner(
      'alter table orders drop constraint if exists orders_paid_payment',
    );
    await host.db.insert(orders).values({
      id: randomUUID(),
      productId,
      sellerId: host.seller.id,
      buyerId: buyer.id,
      productName: 'A phone',
      imageUrl: path,
      priceCents: 34_500,
      phone: '1',
      location: 'Lyon',
      state,
      paidPaymentId: paid ? randomUUID() : null,
      changedAt: new Date(Date.now() - days * 86_400_000),
      expiresAt: new Date(),
    });
    await removeUnusedImages(host.deps);
    expect((await host.fetchImage(url)).status).toBe(kept ? 200 : 404);
  },
);

test('the image of a deleted listing is kept while a report of it is open', async () => {
  const url = await host.uploadedUrl(await solidColour(40, 30).jpeg().toBuffer());
  const path = url.slice(publicUrl.length);
  await host.db
    .update(images)
    .set({ createdAt: new Date(0) })
    .where(eq(images.id, path.slice(8, 44)));
  const productId = await host.insertProduct(host.seller, { imageUrl: path });
  await host.db.insert(reports).values({ id: randomUUID(), productId, reporter: 'address:x' });
  await host.db.update(products).set({ removedAt: new Date() }).where(eq(products.id, productId));
  await removeUnusedImages(host.deps);
  expect((await host.fetchImage(url)).status).toBe(200);
  await host.db.update(reports).set({ state: 'upheld' }).where(eq(reports.productId, productId));
  await removeUnusedImages(host.deps);
  expect((await host.fetchImage(url)).status).toBe(404);
});
