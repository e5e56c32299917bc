import {
  deleteOwnAccount,
  getDataExport,
  getOwnProfile,
  getProduct,
  getProfile,
  listMessages,
  openConversation,
  removePhotoOfUser,
  removeProfilePhoto,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestUser, unwrap } from '../../../test/test-app.ts';
import { photoHashes, users } from '../../db/schema/index.ts';
import { createImageFixture, type ImageFixture, twoColours } from '../images/images.fixture.ts';
import { removeUnusedImages } from '../images/remove-unused-images.ts';

let app: ImageFixture;
beforeAll(async () => {
  app = await createImageFixture();
});
afterAll(() => app.close());

const photo = () => twoColours(700, 500).jpeg().toBuffer();

async function uploadPhoto({ token }: TestUser, file?: Buffer) {
  const bytes = file ?? (await photo());
  return app.upload(bytes, { token, path: '/api/account/photo' });
}

/** A seller with a photo. */
async function withPhoto() {
  const seller = await app.insertUser('seller');
  const { body } = await uploadPhoto(seller);
  return { seller, url: body.photo as string };
}

const ownPhoto = async ({ token }: TestUser) =>
  unwrap(await app.call(getOwnProfile, { token })).photo;

/** Deletes unused images a day later. */
async function cleanUp(): Promise<void> {
  await app.db.execute(sql`update images set created_at = created_at - interval '25 hours'`);
  await removeUnusedImages(app.deps);
}

test('a photo is shown on the profile, beside phones and in conversations', async () => {
  const { seller, url } = await withPhoto();
  const product = await app.insertProduct(seller);
  const buyer = await app.insertUser('buyer');
  const profile = unwrap(await app.call(getProfile, { params: { id: seller.id } }));
  const details = unwrap(await app.call(getProduct, { params: { id: product } }));
  const { token } = buyer;
  const body = { productId: product };
  const { insertedId: id } = unwrap(await app.call(openConversation, { body, token }));
  const call = app.call(listMessages, { params: { id }, query: {}, token });
  const { conversation } = unwrap(await call);

  expect(url).toMatch(/^http:\/\/redial\.test\/images\//);
  expect(profile.photo).toBe(url);
  expect(details.seller?.photo).toBe(url);
  expect(conversation.seller?.photo).toBe(url);
  expect(conversation.buyer?.photo).toBeNull();
  expect(await ownPhoto(seller)).toBe(url);
});

test('a buyer has a photo, too, by the rules of all images', async () => {
  const buyer = await app.insertUser('buyer');
  expect((await uploadPhoto(buyer)).status).toBe(200);
  const refused = await uploadPhoto(buyer, Buffer.from('<svg/>'));
  expect(refused).toMatchObject({ status: 415, body: { code: 'image.unsupported' } });
  // The copy of somebody else's photo is recognized like that of a listing.
  const [hash] = await app.db
    .select()
    .from(photoHashes)
    .where(eq(photoHashes.uploadedBy, buyer.id));
  expect(hash?.imageUrl).toMatch(/^\/images\//);
});

test('a suspended user cannot set a photo', async () => {
  const user = await app.insertUser('buyer');
  await app.db.update(users).set({ suspended: true }).where(eq(users.id, user.id));
  expect((await uploadPhoto(user)).body).toMatchObject({ code: 'account.suspended' });
});

test('a photo in use is kept, and deleted after it was replaced or removed', async () => {
  const { seller, url } = await withPhoto();
  await cleanUp();
  expect((await app.fetchImage(url)).status).toBe(200);

  const next = (await uploadPhoto(seller)).body.photo as string;
  await cleanUp();
  expect((await app.fetchImage(url)).status).toBe(404);
  expect((await app.fetchImage(next)).status).toBe(200);

  const { token } = seller;
  expect(unwrap(await app.call(removeProfilePhoto, { token })).modifiedCount).toBe(1);
  expect(unwrap(await app.call(removeProfilePhoto, { token })).modifiedCount).toBe(0);
  expect(await ownPhoto(seller)).toBeNull();
  await cleanUp();
  expect((await app.fetchImage(next)).status).toBe(404);
});

test('a deleted account has no photo', async () => {
  const { seller, url } = await withPhoto();
  const body = { email: seller.email };
  unwrap(await app.call(deleteOwnAccount, { body, token: seller.token }));
  await cleanUp();
  expect((await app.fetchImage(url)).status).toBe(404);
});

test('the data export has the photo', async () => {
  const { seller, url } = await withPhoto();
  const data = unwrap(await app.call(getDataExport, { token: seller.token }));
  expect(data.account.photo).toBe(url);
  expect(data.images).toHaveLength(1);
});

test('a moderator removes a photo, and the person reads why', async () => {
  const { seller } = await withPhoto();
  const admin = await app.insertUser('admin');
  const removal = {
    params: { id: seller.id },
    body: { reason: 'It shows somebody else.' },
    token: admin.token,
  };
  expect(unwrap(await app.call(removePhotoOfUser, removal)).modifiedCount).toBe(1);
  expect(unwrap(await app.call(removePhotoOfUser, removal)).modifiedCount).toBe(0);

  expect(await ownPhoto(seller)).toBeNull();
  await app.runJobs();
  const mails = app.sentMails.filter(({ to }) => to === seller.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('It shows somebody else.');
});
