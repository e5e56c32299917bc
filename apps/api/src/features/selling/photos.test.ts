import {
  addListingPhoto,
  editProduct,
  getListing,
  getProduct,
  maxListingPhotos,
  removeListingPhoto,
  setDefects,
  setPhotoOrder,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newProductInput, resultCode, type TestUser, unwrap } from '../../../test/test-app.ts';
import { images, listingPhotos, products } from '../../db/schema/index.ts';
import { createImageFixture, type ImageFixture, solidColour } from '../images/images.fixture.ts';
import { removeUnusedImages } from '../images/remove-unused-images.ts';

let app: ImageFixture;
let seller: TestUser;
let id: string;
let file: Buffer;

beforeAll(async () => {
  app = await createImageFixture();
  seller = app.seller;
  file = await solidColour(40, 40).jpeg().toBuffer();
});
afterAll(() => app.close());
beforeEach(async () => {
  const imageUrl = new URL(await app.uploadedUrl(file)).pathname;
  id = await app.insertProduct(seller, { imageUrl });
});

const add = async (alt?: string, who = seller) =>
  app.call(addListingPhoto, {
    params: { id },
    body: { img: await app.uploadedUrl(file), ...(alt === undefined ? {} : { alt }) },
    token: who.token,
  });
const order = (photos: { _id: string; alt?: string }[]) =>
  app.call(setPhotoOrder, { params: { id }, body: { photos }, token: seller.token });
const remove = (photo: string) =>
  app.call(removeListingPhoto, { params: { id }, query: { photo }, token: seller.token });
const listed = async () => unwrap(await app.call(getListing, { params: { id } })).photos;
const mainImage = async () => unwrap(await app.call(getProduct, { params: { id } })).img;

test('the image of a product is its only photo until another is added', async () => {
  const img = await mainImage();
  expect(await listed()).toEqual([{ _id: id, img, alt: '' }]);
  const { insertedId } = unwrap(await add('The back'));
  expect(await listed()).toEqual([
    { _id: id, img, alt: '' },
    { _id: insertedId, img: expect.any(String), alt: 'The back' },
  ]);
  expect(await mainImage()).toBe(img);
});

test('the first photo in the order is the image of the product', async () => {
  const { insertedId: second } = unwrap(await add());
  expect(unwrap(await order([{ _id: second, alt: ' Front ' }, { _id: id }])).modifiedCount).toBe(1);
  const photos = await listed();
  expect(photos.map(({ _id, alt }) => [_id, alt])).toEqual([
    [second, 'Front'],
    [id, ''],
  ]);
  expect(await mainImage()).toBe(photos[0]?.img);
  // The same again, without texts, changes nothing.
  expect(unwrap(await order([{ _id: second }, { _id: id }])).modifiedCount).toBe(0);
  expect((await listed())[0]?.alt).toBe('Front');
  expect(unwrap(await order([{ _id: second, alt: '' }, { _id: id }])).modifiedCount).toBe(1);
});

test.each(['too few', 'one twice', 'a foreign one'])('refuses an order with %s', async (which) => {
  const { insertedId: second } = unwrap(await add());
  const foreign = await app.insertProduct(seller);
  const ids = { 'too few': [second], 'one twice': [id, id], 'a foreign one': [id, foreign] }[which];
  expect(await order((ids ?? []).map((_id) => ({ _id })))).toMatchObject({
    error: { code: 'validation.failed', field: 'body.photos' },
  });
  expect((await listed()).map(({ _id }) => _id)).toEqual([id, second]);
});

test('an eleventh photo is refused with a sentence, also of many at the same time', async () => {
  const urls: string[] = [];
  while (urls.length < maxListingPhotos) urls.push(await app.uploadedUrl(file));
  const results = await Promise.all(
    urls.map((img) =>
      app.call(addListingPhoto, { params: { id }, body: { img }, token: seller.token }),
    ),
  );
  expect(results.filter(({ ok }) => !ok)).toMatchObject([
    {
      error: {
        code: 'validation.failed',
        status: 422,
        field: 'body.img',
        message: 'A listing has at most 10 photos: remove one first',
      },
    },
  ]);
  expect(await listed()).toHaveLength(maxListingPhotos);
});

test('the same image is added once', async () => {
  const img = await app.uploadedUrl(file);
  const post = () =>
    app.call(addListingPhoto, { params: { id }, body: { img }, token: seller.token });
  const [first, second] = await Promise.all([post(), post()]);
  expect(unwrap(first).insertedId).toBe(unwrap(second).insertedId);
  expect(await listed()).toHaveLength(2);
});

test('a photo is removed with its text but its links still work; the last one stays', async () => {
  const first = await mainImage();
  const { insertedId: second } = unwrap(await add());
  const named = [{ _id: id, alt: 'The serial number of Selma' }, { _id: second }];
  unwrap(await order(named));
  expect(unwrap(await remove(id)).deletedCount).toBe(1);
  expect(unwrap(await remove(id)).deletedCount).toBe(0);
  const [row] = await app.db.select().from(listingPhotos).where(eq(listingPhotos.id, id));
  expect(row).toMatchObject({ alt: '', removedAt: expect.any(Date) });
  const [remaining] = await listed();
  expect(remaining?._id).toBe(second);
  expect(await mainImage()).toBe(remaining?.img);
  await app.db.update(images).set({ createdAt: sql`now() - interval '2 days'` });
  await removeUnusedImages(app.deps);
  expect((await app.fetchImage(first)).status).toBe(200);
  expect(await remove(second)).toMatchObject({
    error: { message: 'A listing needs a photo: add another one first' },
  });
});

test('of the removed photos, the latest forty keep their images', async () => {
  const urls: string[] = [];
  for (let n = 0; n < 42; n++) {
    const img = await app.uploadedUrl(file);
    urls.push(img);
    const { insertedId } = unwrap(
      await app.call(addListingPhoto, { params: { id }, body: { img }, token: seller.token }),
    );
    app.setNow(new Date(Date.now() + n * 1000));
    unwrap(await remove(insertedId));
  }
  app.setNow(undefined);
  await app.db.update(images).set({ createdAt: sql`now() - interval '2 days'` });
  await removeUnusedImages(app.deps);
  const statuses = await Promise.all(urls.map(async (url) => (await app.fetchImage(url)).status));
  expect(statuses).toEqual(urls.map((_, n) => (n < 2 ? 404 : 200)));
});

test('photos and close-ups of a removed listing are cleaned up', async () => {
  unwrap(await add());
  const photo = await app.uploadedUrl(file);
  const mark = {
    part: 'back',
    kind: 'scratch',
    visibleFrom: '20-to-50cm',
    side: 'back',
    x: 0.5,
    y: 0.5,
    photo,
  } as const;
  const declare = (defect: object) =>
    app.call(setDefects, {
      params: { id },
      body: { defects: [{ ...mark, ...defect }] },
      token: seller.token,
    });
  expect(unwrap(await declare({})).defects?.[0]?.photo).toBe(photo);
  await app.db.update(images).set({ createdAt: sql`now() - interval '2 days'` });
  await removeUnusedImages(app.deps);
  for (const { img } of await listed()) expect((await app.fetchImage(img)).status).toBe(200);
  expect((await app.fetchImage(photo)).status).toBe(200);
  const photos = await listed();
  await app.db.update(products).set({ removedAt: new Date() }).where(eq(products.id, id));
  await removeUnusedImages(app.deps);
  expect(
    await app.db
      .select()
      .from(images)
      .where(sql`${images.id}::text = ${photo.slice(-43, -7)}`),
  ).toEqual([]);
  for (const { img } of photos) {
    expect(
      await app.db.select().from(images).where(sql`position(${images.id}::text in ${img}) > 0`),
    ).toEqual([]);
  }
});

test('a close-up must be an image of the seller, by upload or declared before', async () => {
  const other = await app.insertUser('seller');
  const mark = {
    part: 'back',
    kind: 'hairline',
    visibleFrom: 'closer-than-20cm',
    side: 'back',
    x: 0.5,
    y: 0.5,
  } as const;
  const declare = (photo: string) =>
    app.call(setDefects, {
      params: { id },
      body: { defects: [{ ...mark, photo }] },
      token: seller.token,
    });
  const { body } = await app.upload(file, { token: other.token });
  for (const photo of [body.data.url, 'https://evil.example/images/a.jpg', '']) {
    expect(await declare(photo)).toMatchObject({
      error: {
        code: 'validation.failed',
        field: 'body.defects.0.photo',
        message: 'Defect 1: its photo is not an image that you uploaded here',
      },
    });
  }
});

test('an edited image takes the place of the first photo', async () => {
  const { insertedId: second } = unwrap(await add('The back'));
  const img = await app.uploadedUrl(file);
  const body = newProductInput({ img });
  unwrap(await app.call(editProduct, { params: { id }, body, token: seller.token }));
  const photos = await listed();
  expect(photos.map((photo) => photo.img)[0]).toBe(img);
  expect(photos.map(({ _id }) => _id)).toEqual([expect.any(String), second]);
  // The image of another photo moves it to the front.
  const again = newProductInput({ img: photos[1]?.img ?? '' });
  unwrap(await app.call(editProduct, { params: { id }, body: again, token: seller.token }));
  expect((await listed()).map(({ _id }) => _id)).toEqual([second, photos[0]?._id]);
});

test('only the seller changes photos, with own uploads, and not of an ordered phone', async () => {
  const other = await app.insertUser('seller');
  expect(resultCode(await add('', other))).toBe('product.not-owner');
  const { body } = await app.upload(file, { token: other.token });
  expect(
    await app.call(addListingPhoto, {
      params: { id },
      body: { img: body.data.url },
      token: seller.token,
    }),
  ).toMatchObject({ error: { code: 'validation.failed', field: 'body.img' } });
  expect(await add('two\nlines')).toMatchObject({ error: { field: 'body.alt' } });
  await app.db.update(products).set({ status: 'Sold' }).where(eq(products.id, id));
  expect(resultCode(await add())).toBe('product.has-active-order');
  expect(resultCode(await remove(id))).toBe('product.has-active-order');
  expect(resultCode(await order([{ _id: id }]))).toBe('product.has-active-order');
});
