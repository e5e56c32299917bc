import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { liveEvents, messagePhotos } from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestUser } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Conversations after a block, before an answer, and of others.
 */

let app: ListeningServer;
let seller: TestUser;
let buyer: TestUser;
let id: string;
let photo: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  app = await createListeningServer();
  photo = new Uint8Array(
    await sharp({ create: { width: 80, height: 60, channels: 3, background: '#335577' } })
      .jpeg()
      .toBuffer(),
  );
});
beforeEach(async () => {
  [seller, buyer] = [await app.insertUser('seller'), await app.insertUser('buyer')];
  const productId = await app.insertProduct(seller);
  id = (await app.send('POST', '/api/conversations', buyer, { productId })).json.insertedId;
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const write = (by: TestUser, text: unknown, more: object = {}) =>
  app.send('POST', `/api/conversations/${id}/messages`, by, { clientId: newId(), text, ...more });
const upload = (by: TestUser) => app.send('POST', `/api/conversations/${id}/photos`, by, photo);
const type = (by: TestUser) => app.send('POST', `/api/conversations/${id}/typing`, by, {});
const read = (by: TestUser) => app.send('GET', `/api/conversations/${id}/messages`, by);
const photosOf = () => app.db.$count(messagePhotos, eq(messagePhotos.conversationId, id));

test('after a block nothing reaches the other one: text, photos from before, or signs of writing', async () => {
  await write(buyer, 'Does it have scratches?');
  await write(seller, 'No.');
  const photos = [(await upload(buyer)).json.insertedId];
  expect(photos[0]).toBeDefined();
  const blocked = await app.send('POST', '/api/blocks', seller, { conversationId: id });
  expect(blocked.status).toBe(200);
  const before = (await read(seller)).text;
  const countEvents = () => app.db.$count(liveEvents, eq(liveEvents.userId, seller.id));
  const eventsBefore = await countEvents();
  const attempts = [
    await write(buyer, 'Still here'),
    await write(buyer, '', { photos }),
    await upload(buyer),
    await app.send('DELETE', `/api/blocks/${blocked.json.insertedId}`, buyer),
  ];
  for (const { status, text } of attempts) expect([403, 404, 409], text).toContain(status);
  await type(buyer);
  expect((await read(seller)).text).toBe(before);
  expect(await countEvents()).toBe(eventsBefore);
  await type(seller);
  expect((await read(buyer)).text).not.toContain('"partnerTyping":true');
  expect(await photosOf()).toBe(1);
});

test('no photo is taken before the other one has written, also of ten at once', async () => {
  await write(buyer, 'Look at this');
  const early = await Promise.all(Array.from({ length: 10 }, () => upload(buyer)));
  for (const { json } of early) expect(json.code).toBe('conversation.photos-too-early');
  expect(await photosOf()).toBe(0);
  await write(seller, 'At what?');
  expect((await upload(buyer)).status).toBe(200);
});

test('nobody else writes, reads, marks, reports or blocks in it, also to read it as an admin', async () => {
  await write(buyer, 'Between us');
  const others = [
    await app.insertUser('buyer'),
    await app.insertUser('seller'),
    app.admin,
    await app.insertUser('buyer', { staffRole: 'moderator' }),
    await app.insertUser('buyer', { staffRole: 'support' }),
  ];
  const path = `/api/conversations/${id}`;
  for (const other of others) {
    for (const [method, url, body] of [
      ['GET', `${path}/messages`],
      ['POST', `${path}/messages`, { clientId: newId(), text: 'x' }],
      ['POST', `${path}/read`, { upTo: 1 }],
      ['POST', `${path}/typing`, {}],
      ['POST', `${path}/report`, { reason: 'Let me read it.', category: 'spam' }],
      ['POST', '/api/blocks', { conversationId: id }],
    ] as const) {
      const { status, text } = await app.send(method, url, other, body);
      expect(status, `${method} ${url}`).toBe(404);
      expect(text).not.toContain('Between us');
    }
    expect((await upload(other)).status).toBe(404);
  }
  const { json } = await read(seller);
  expect(json.messages).toHaveLength(1);
  expect(json.messages[0]).toMatchObject({ text: 'Between us' });
});

test('odd numbers, ids and texts are refused and change nothing', async () => {
  await write(buyer, 'First');
  const before = (await read(seller)).json.messages;
  for (const body of [
    { clientId: newId(), text: 'a\u0000b' },
    { clientId: newId(), text: { toString: 'x' } },
    { clientId: newId(), text: 'x'.repeat(100_000) },
    { clientId: newId(), text: '\u200b' },
    { clientId: '../../x', text: 'x' },
    { clientId: newId(), text: 'x', photos: '*' },
    { clientId: newId(), text: 'x', photos: [null] },
    { text: 'x' },
  ]) {
    const { status } = await app.send('POST', `/api/conversations/${id}/messages`, buyer, body);
    expect([400, 413, 422], JSON.stringify(body).slice(0, 60)).toContain(status);
  }
  for (const query of ['before=1e30', 'after=-1', 'before=x', 'after=99999999999999999999']) {
    const { status } = await app.send('GET', `/api/conversations/${id}/messages?${query}`, buyer);
    expect(status, query).toBeLessThan(500);
  }
  for (const upTo of [1e30, -1, 1.5, '1', null]) {
    const { status } = await app.send('POST', `/api/conversations/${id}/read`, seller, { upTo });
    expect([400, 422], String(upTo)).toContain(status);
  }
  expect((await read(seller)).json.messages).toEqual(before);
});
