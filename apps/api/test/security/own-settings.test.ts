import * as contract from '@redial/contract';
import { examplePush } from '@redial/contract/openapi';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { images, users } from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Fields that a request may not set, limits that are passed at once, and what strangers learn of an
 * installation.
 */

let app: ListeningServer;

beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('a saved search', () => {
  const body = { name: 'Cheap', search: {}, frequency: 'daily' };
  const saved = async (by: TestUser) =>
    unwrap(await app.call(contract.listSavedSearches, { token: by.token }));

  test('takes no owner, no finds and no unknown filter, at its creation or later', async () => {
    const [own, victim] = [await app.insertUser('buyer'), await app.insertUser('buyer')];
    const more = {
      ...body,
      userId: victim.id,
      _id: newId(),
      found: 99,
      dueAt: '2020-01-01T00:00:00Z',
      lastSentAt: '2020-01-01T00:00:00Z',
      search: { sellerId: victim.id, admin: true, hiddenReasons: ['paused'], status: 'Sold' },
    };
    await app.send('POST', '/api/saved-searches', own, more);
    await app.send('POST', '/api/saved-searches', own, body);
    const [one] = await saved(own);
    expect(one?._id).not.toBe(more._id);
    await app.send('PATCH', `/api/saved-searches/${one?._id}`, own, more);
    await app.send('PUT', `/api/saved-searches/${one?._id}`, own, more);
    expect(await saved(victim)).toEqual([]);
    for (const search of await saved(own)) {
      const text = JSON.stringify(search);
      expect(text).not.toContain(victim.id);
      expect(text).not.toMatch(/2020-01-01|"admin"|"status"|hiddenReasons/);
    }
  });

  test('of somebody else is neither changed, paused, read nor deleted', async () => {
    const [own, other] = [await app.insertUser('buyer'), await app.insertUser('seller')];
    expect((await app.send('POST', '/api/saved-searches', own, body)).status).toBe(200);
    const before = await saved(own);
    const path = `/api/saved-searches/${before[0]?._id}`;
    for (const by of [other, app.admin, undefined]) {
      for (const method of ['PATCH', 'PUT', 'DELETE', 'GET']) {
        const sent =
          method === 'GET' || method === 'DELETE' ? undefined : { ...body, name: 'Mine' };
        const { status, text } = await app.send(method, path, by, sent);
        const isNothing = text.includes('"deletedCount":0');
        expect(isNothing ? 404 : status, `${method} ${text}`).toBeOneOf([401, 404, 405]);
      }
    }
    expect(await saved(own)).toEqual(before);
  });
});

test('photos of profiles that come at once stay within the quota of all pictures', async () => {
  Object.assign(app.settings, { rateLimitScale: 1 });
  const user = await app.insertUser('buyer');
  await app.db.insert(images).values(
    Array.from({ length: 39 }, () => ({
      id: newId(),
      uploadedBy: user.id,
      width: 320,
      height: 320,
      bytes: 1000,
      createdAt: new Date(Date.now() - 2 * 3_600_000),
    })),
  );
  const photo = new Uint8Array(
    await sharp({ create: { width: 400, height: 400, channels: 3, background: '#446688' } })
      .jpeg()
      .toBuffer(),
  );
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => app.send('POST', '/api/account/photo', user, photo)),
  );
  Object.assign(app.settings, { rateLimitScale: 1000 });
  // 40 that are not used, and the last one, which is.
  const taken = answers.filter(({ status }) => status === 200);
  expect(taken.length).toBeGreaterThan(0);
  expect(await app.db.$count(images, eq(images.uploadedBy, user.id))).toBeLessThanOrEqual(41);
  for (const { status } of answers) expect([200, 409, 429, 503]).toContain(status);
});

test('a parcel has no link but that of its carrier, whatever its number and carrier are called', async () => {
  const { orderId } = await app.payOrder();
  const address = {
    name: 'Nora',
    line1: '1 rue',
    postalCode: '69002',
    city: 'Lyon',
    country: 'FR',
  };
  const way = { method: 'ship', address };
  expect((await app.send('PUT', `/api/orders/${orderId}/handover`, app.buyer, way)).status).toBe(
    200,
  );
  const ship = (sent: object) =>
    app.send('POST', `/api/orders/${orderId}/shipment`, app.seller, sent);
  for (const trackingNumber of [
    'javascript:alert(1)',
    'https://evil.example/1Z999AA10123456784',
    '1Z999AA10123456784&x=//evil.example',
    '"><script>alert(1)</script>',
    '../../evil',
    '1Z999AA10123456784\r\nX: y',
  ]) {
    for (const carrier of ['ups', 'other', 'dhl', 'javascript:alert(1)']) {
      const sent = await ship({ carrier, carrierName: 'Velo', trackingNumber });
      expect([400, 422], `${carrier} ${trackingNumber}`).toContain(sent.status);
    }
  }
  const carrierName = 'javascript:alert(1)';
  const trackingUrl = 'https://evil.example';
  const sent = await ship({ carrier: 'other', carrierName, trackingNumber: 'AB1234', trackingUrl });
  expect(sent.status).toBe(200);
  const { text } = await app.send('GET', `/api/orders/${orderId}`, app.buyer);
  expect(text).toContain('"trackingUrl":null');
  expect(text).not.toContain('evil.example');
});

test('a browser is subscribed with its own keys, at a push service, or not at all', async () => {
  const { keys } = examplePush.subscription;
  const endpoint = 'https://push.test/word';
  const { p256dh, auth } = keys;
  for (const sent of [
    { endpoint, keys: { p256dh: 'A'.repeat(87), auth } },
    { endpoint, keys: { p256dh: `B${'_'.repeat(86)}`, auth } },
    { endpoint, keys: { p256dh: p256dh.slice(1), auth } },
    { endpoint, keys: { p256dh, auth: '' } },
    { endpoint, keys: { p256dh, auth: [auth] } },
    { endpoint, keys: { p256dh: { toString: 'x' }, auth } },
    { endpoint, keys: null },
    { endpoint: [endpoint], keys },
    { endpoint: `https://push.test/${'x'.repeat(5000)}`, keys },
    { endpoint: 'https://push.test.evil.example/word', keys },
    { endpoint: 'file:///etc/passwd', keys },
  ]) {
    const { status, text } = await app.send('PUT', '/api/push-subscriptions', app.buyer, sent);
    expect([400, 422], `${JSON.stringify(sent).slice(0, 150)} ${text}`).toContain(status);
  }
  const { subscriptions } = (await app.send('GET', '/api/push-subscriptions', app.buyer)).json;
  expect(subscriptions).toEqual([]);
});

test('documents and checks of health tell nothing of the installation and its people', async () => {
  const { sessionSecret, imeiSecret } = app.settings;
  const secrets = [sessionSecret, imeiSecret, 'webhook secret', app.admin.email, app.database.url];
  for (const path of ['/openapi.json', '/docs', '/healthz', '/readyz', '/api/client-config']) {
    const { status, text } = await app.send('GET', path);
    expect([200, 503], path).toContain(status);
    for (const secret of secrets) expect(text, path).not.toContain(secret);
    expect(text, path).not.toMatch(/node_modules|\/work\/|postgres(ql)?:\/\/|"stack"/);
  }
  for (const path of [
    '/metrics',
    '/debug',
    '/health',
    '/.env',
    '/.git/config',
    '/package.json',
    '/server.js',
    '/identity/metrics',
    '/api/metrics',
    '/admin',
  ]) {
    const { status, text } = await app.send('GET', path);
    expect(status, path).toBe(404);
    expect(text, path).not.toContain('process_');
  }
});

test('a name that a person takes has one line and shows something, whatever is sent', async () => {
  const user = await app.insertUser('seller');
  for (const name of [
    'Nora\r\nBcc: all@mail.com',
    'Nora\u0085Redial',
    'Nora\u2028Redial',
    'Nora\u2029Redial',
    'Nora\u0000',
    '\u202eadmin',
    '\u001b[2JNora',
    'x'.repeat(10_000),
    { toString: 'x' },
    ['Nora'],
    '',
    ' ',
  ]) {
    const { status } = await app.send('PUT', '/api/account/profile', user, { name });
    expect([400, 422], JSON.stringify(name).slice(0, 40)).toContain(status);
    const product = { name, phone: '+33 6 12 34 56 78', location: name };
    const productId = await app.insertProduct(app.seller);
    const order = await app.send('POST', '/orders', user, { ...product, productId });
    expect([400, 422], JSON.stringify(name).slice(0, 40)).toContain(order.status);
  }
  const [row] = await app.db.select().from(users).where(eq(users.id, user.id));
  expect(row?.name).toBe(user.name);
});
