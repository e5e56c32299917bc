import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  publicUrl,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { messagePhotos } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
let id: string;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  Object.assign(app.settings, { rateLimitScale: 1000 });
  seller = await app.insertUser('seller', { name: 'Rana' });
  buyer = await app.insertUser('buyer', { name: 'Nora' });
  const productId = await app.insertProduct(seller);
  const body = { productId };
  const opened = await app.call(contract.openConversation, { body, token: buyer.token });
  id = unwrap(opened).insertedId;
});
afterAll(() => app.close());

const send = ({ token }: TestUser, text: string, photos: string[] = [], clientId = newId()) =>
  app.call(contract.sendMessage, { params: { id }, body: { clientId, text, photos }, token });
const read = async ({ token }: TestUser) =>
  unwrap(await app.call(contract.listMessages, { params: { id }, query: {}, token }));
/** The photos of all messages, as somebody sees them. */
const photosFor = async (reader: TestUser) =>
  (await read(reader)).messages.flatMap(({ photos }) => photos);
const fetchImage = async (img: string) =>
  (await app.server.inject(img.slice(publicUrl.length))).statusCode;

/** Uploads a photo, with a position in its metadata. */
async function upload({ token }: TestUser) {
  const photo = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'red' } })
    .withExif({ IFD3: { GPSLatitude: '45/1 45/1 0/1' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'x.jpg');
  const request = new Request(publicUrl, { method: 'POST', body: form });
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/conversations/${id}/photos`,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      authorization: `Bearer ${token}`,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const { insertedId, code } = response.json<{ insertedId: string; code?: string }>();
  return { _id: insertedId, code };
}

/** A conversation in which both have written. */
async function talk() {
  unwrap(await send(buyer, 'Does it have scratches?'));
  unwrap(await send(seller, 'Which side do you want to see?'));
}

async function report() {
  const body = { reason: 'Look at the photo.' };
  const { token } = seller;
  const reported = await app.call(contract.reportConversation, { params: { id }, body, token });
  return unwrap(reported).insertedId;
}

const files = () => [...app.files.keys()].filter((name) => name.endsWith('-message.jpg')).length;

test('photos are sent once the other has written, and seen by both through signed URLs', async () => {
  expect((await upload(buyer)).code).toBe('conversation.photos-too-early');
  unwrap(await send(buyer, 'Does it have scratches?'));
  expect((await upload(buyer)).code).toBe('conversation.photos-too-early');
  expect((await read(seller)).conversation.photosAllowed).toBe(true);
  const photos = [await upload(seller), await upload(seller)].map(({ _id }) => _id).reverse();
  expect(await photosFor(buyer)).toEqual([]);
  unwrap(await send(seller, '', photos));
  for (const reader of [buyer, seller]) {
    const seen = await photosFor(reader);
    expect(seen.map(({ _id }) => _id)).toEqual(photos);
    expect(seen[0]).toMatchObject({ width: 80, height: 60 });
  }
  const [{ img } = { img: '' }] = await photosFor(buyer);
  const response = await app.server.inject(img.slice(publicUrl.length));
  expect(response.headers['content-type']).toBe('image/jpeg');
  expect((await sharp(response.rawPayload).metadata()).exif).toBeUndefined();
  expect(
    await fetchImage(img.replace(/(?<=signature=)./, (first) => (first === 'A' ? 'B' : 'A'))),
  ).toBe(404);
  expect(await fetchImage(img.replace(/\?.*/, ''))).not.toBe(200);
  expect(await fetchImage(img.replace('/messages/', '/disputes/'))).toBe(404);
  expect(await fetchImage(`${publicUrl}/images/${photos[0]}-message.jpg`)).toBe(404);
  const list = unwrap(await app.call(contract.listConversations, { token: buyer.token }));
  expect(list.conversations[0]?.lastMessage).toMatchObject({ text: '', photos: [{}, {}] });
  expect(list.unread).toBe(1);
});

test('a photo is sent once, by the one who uploaded it, where it was uploaded', async () => {
  await talk();
  const [photo, other] = [(await upload(buyer))._id, (await upload(seller))._id];
  const clientId = newId();
  const sent = unwrap(await send(buyer, 'This side', [photo], clientId));
  // Sent again after a lost response.
  expect(unwrap(await send(buyer, 'This side', [photo], clientId))).toEqual(sent);
  for (const photos of [[photo], [other], [newId()], [other, (await upload(buyer))._id]]) {
    expect(resultCode(await send(buyer, 'Look', photos))).toBe('validation.failed');
  }
  expect((await photosFor(seller)).map(({ _id }) => _id)).toEqual([photo]);
  expect(resultCode(await send(buyer, ' '))).toBe('validation.failed');
  const fifth = Array.from({ length: 5 }, newId);
  expect(resultCode(await send(buyer, 'Look', fifth))).toBe('request.invalid');
});

test('nobody else uploads or sees a photo; an admin sees those of a reported conversation', async () => {
  await talk();
  unwrap(await send(buyer, 'This side', [(await upload(buyer))._id]));
  const admin = await app.insertUser('admin');
  for (const stranger of [await app.insertUser('buyer'), admin]) {
    expect((await upload(stranger)).code).toBe('conversation.not-found');
  }
  const reading = { params: { id }, query: {}, token: admin.token };
  expect(resultCode(await app.call(contract.listMessages, reading))).toBe('conversation.not-found');
  await report();
  expect(await photosFor(admin)).toHaveLength(1);
  const { token } = admin;
  const log = await app.call(contract.listAuditEntries, { query: { q: admin.id }, token });
  expect(unwrap(log).entries).toMatchObject([{ action: 'conversation.read' }]);
});

test('uploads of a person are limited, also at once', async () => {
  await talk();
  Object.assign(app.settings, { rateLimitScale: 1 });
  await app.db.execute(
    sql`update users set created_at = now() - interval '2 days' where id = ${buyer.id}`,
  );
  const { maxUnsentPhotos, photosPerDay } = contract.chatLimits;
  const insert = (count: number, age: string, isSent: boolean) =>
    app.db.execute(sql`
      insert into message_photos (id, uploaded_by, conversation_id, message_id, width, height, at)
      select gen_random_uuid(), ${buyer.id}, ${id},
        (select id from messages where conversation_id = ${id} and number = 1 and ${isSent}),
        80, 60, now() - ${age}::interval
      from generate_series(1, ${count}::int)`);
  await insert(maxUnsentPhotos - 1, '1 minute', false);
  const codes = (await Promise.all([upload(buyer), upload(buyer), upload(buyer)])).map(
    ({ code }) => code,
  );
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code === 'image.quota-reached')).toHaveLength(2);
  await app.db.delete(messagePhotos);
  await insert(photosPerDay, '2 hours', true);
  expect((await upload(buyer)).code).toBe('image.quota-reached');
  await app.db.execute(sql`update message_photos set at = now() - interval '25 hours'`);
  expect((await upload(buyer)).code).toBeUndefined();
});

test('photos that are not sent within a day, or whose conversation is deleted, are deleted with their files', async () => {
  await talk();
  const [sent, unsent] = [(await upload(buyer))._id, (await upload(buyer))._id];
  unwrap(await send(buyer, 'This side', [sent]));
  const age = (interval: string) =>
    app.db.execute(sql`update message_photos set at = now() - ${interval}::interval`);
  const stored = async () => {
    await app.runJobs('purge-contact-data');
    const rows = await app.db
      .select({ id: messagePhotos.id })
      .from(messagePhotos)
      .where(eq(messagePhotos.uploadedBy, buyer.id));
    return rows.map((row) => row.id).sort();
  };
  await app.db.execute(sql`delete from message_photos where uploaded_by <> ${buyer.id}`);
  await age('23 hours');
  expect(await stored()).toEqual([sent, unsent].sort());
  const before = files();
  await age('25 hours');
  expect(resultCode(await send(buyer, 'Late', [unsent]))).toBe('validation.failed');
  expect(await stored()).toEqual([sent]);
  expect(files()).toBe(before - 1);
  await app.db.execute(
    sql`update conversations set changed_at = now() - interval '366 days' where id = ${id}`,
  );
  expect(await stored()).toEqual([]);
  expect(files()).toBe(before - 2);
});

test('a deleted account takes its photos along, once no report is open', async () => {
  await talk();
  unwrap(await send(buyer, 'This side', [(await upload(buyer))._id]));
  unwrap(await send(seller, 'Mine', [(await upload(seller))._id]));
  await upload(buyer);
  const reportId = await report();
  const { token } = buyer;
  unwrap(await app.call(contract.deleteOwnAccount, { body: { email: buyer.email }, token }));
  expect(await photosFor(seller)).toHaveLength(1);
  const admin = await app.insertUser('admin');
  const before = files();
  await app.runJobs('purge-contact-data');
  // What was not sent is no evidence.
  expect(files()).toBe(before - 1);
  expect(await photosFor(admin)).toHaveLength(2);
  const closing = { params: { id: reportId }, token: admin.token };
  unwrap(await app.call(contract.closeConversationReport, closing));
  await app.runJobs('purge-contact-data');
  expect(files()).toBe(before - 2);
  expect(await photosFor(seller)).toHaveLength(1);
});
