import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicUrl } from '../../../test/test-app.ts';
import { images, photoHashes, photoMatches, products } from '../../db/schema/index.ts';
import { createImageFixture, type ImageFixture, solidColour } from './images.fixture.ts';
import { drawPhonePhoto } from './phone-photos.fixture.ts';
import { purgePhotoHashes } from './purge-photo-hashes.ts';

let host: ImageFixture;
beforeAll(async () => {
  host = await createImageFixture();
});
afterAll(() => host.close());

const pathOf = (url: string) => url.slice(publicUrl.length);

async function uploadAs(token: string, file: Buffer): Promise<string> {
  const { body } = await host.upload(file, { token });
  return pathOf(body.data.url);
}
const matchesOf = async (path: string) =>
  (await host.db.select().from(photoMatches).where(eq(photoMatches.imageUrl, path))).map(
    ({ earlierUrl }) => earlierUrl,
  );

test('a copy of the photo of another seller is recorded, a copy of an own one is not', async () => {
  const photo = await drawPhonePhoto(301);
  const original = await uploadAs(host.seller.token, photo);
  const again = await uploadAs(host.seller.token, await sharp(photo).resize(200).toBuffer());
  expect(await matchesOf(again)).toEqual([]);
  const thief = await host.insertUser('seller');
  const copy = await sharp(photo)
    .extract({ left: 20, top: 15, width: 270, height: 365 })
    .flop()
    .webp({ quality: 50 })
    .toBuffer();
  const found = await matchesOf(await uploadAs(thief.token, copy));
  expect(found.sort()).toEqual([original, again].sort());
  expect(await matchesOf(await uploadAs(thief.token, await drawPhonePhoto(302)))).toEqual([]);
});

test('a photo without detail matches nothing', async () => {
  const plain = await solidColour(300, 300).jpeg().toBuffer();
  await uploadAs(host.seller.token, plain);
  const other = await host.insertUser('seller');
  const path = await uploadAs(other.token, plain);
  expect(await matchesOf(path)).toEqual([]);
  const [row] = await host.db.select().from(photoHashes).where(eq(photoHashes.imageUrl, path));
  expect(row).toMatchObject({ hash: null, keys: [] });
});

test('a stored photo without a hash gets one later, and is compared with earlier ones only', async () => {
  const photo = await drawPhonePhoto(303);
  const first = await uploadAs(host.seller.token, photo);
  const other = await host.insertUser('seller');
  const second = await uploadAs(other.token, photo);
  await host.db.delete(photoHashes);
  await host.runJobs('hash-photos');
  expect(await matchesOf(second)).toEqual([first]);
  expect(await matchesOf(first)).toEqual([]);
  const count = await host.db.$count(photoHashes);
  await host.runJobs('hash-photos');
  expect(await host.db.$count(photoHashes)).toBe(count);
});

test('a hash outlives its photo and its listing, and is deleted after a year', async () => {
  const photo = await drawPhonePhoto(304);
  const path = await uploadAs(host.seller.token, photo);
  const productId = await host.insertProduct(host.seller, { imageUrl: path });
  const age = (days: number) =>
    host.db
      .update(photoHashes)
      .set({ createdAt: sql`now() - make_interval(days => ${days})` })
      .where(eq(photoHashes.imageUrl, path));
  const isKept = async () => {
    await purgePhotoHashes(host.db, 365);
    return (await host.db.$count(photoHashes, eq(photoHashes.imageUrl, path))) === 1;
  };
  await age(400);
  expect(await isKept()).toBe(true);
  await host.db.delete(images).where(eq(images.id, path.slice(8, 44)));
  expect(await isKept()).toBe(true);
  await host.db.update(products).set({ removedAt: sql`now()` }).where(eq(products.id, productId));
  await age(364);
  expect(await isKept()).toBe(true);
  const thief = await host.insertUser('seller');
  expect(await matchesOf(await uploadAs(thief.token, photo))).toEqual([path]);
  await age(366);
  expect(await isKept()).toBe(false);
});

test('two who upload the same photo at once both succeed', async () => {
  const photo = await drawPhonePhoto(305);
  const others = await Promise.all([host.insertUser('seller'), host.insertUser('seller')]);
  const paths = await Promise.all(others.map(({ token }) => uploadAs(token, photo)));
  expect(new Set(paths).size).toBe(2);
});
