import { createHmac } from 'node:crypto';
import { getListing, getNotificationSettings } from '@redial/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createUnsubscribeLinks } from '../../src/features/notifications/unsubscribe.ts';
import { type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Links of mails, what sellers declare, and figures that should name nobody.
 */

let app: ListeningServer;

beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('a link that stops mails', () => {
  const settingsOf = async ({ token }: TestUser) =>
    unwrap(await app.call(getNotificationSettings, { token }));
  const tokenOf = async ({ id: userId }: TestUser) => {
    const { endpoint } = await createUnsubscribeLinks(app.settings, { userId, scope: 'orders' });
    return new URL(endpoint).searchParams.get('token') ?? '';
  };
  const follow = (token: string) =>
    app.send('POST', `/api/unsubscribe?token=${encodeURIComponent(token)}`);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('is not changed to another person, kind or algorithm', async () => {
    const [own, victim] = [await app.insertUser('buyer'), await app.insertUser('buyer')];
    const before = await settingsOf(victim);
    const [header = '', payload = '', signature = ''] = (await tokenOf(own)).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const ofVictim = encode({ ...claims, sub: victim.id });
    const none = encode({ alg: 'none' });
    const signed = (key: string, parts = `${header}.${ofVictim}`) =>
      `${parts}.${createHmac('sha256', key).update(parts).digest('base64url')}`;
    for (const token of [
      `${header}.${ofVictim}.${signature}`,
      `${header}.${encode({ ...claims, scope: 'daily' })}.${signature}`,
      `${none}.${ofVictim}.`,
      `${none}.${ofVictim}.${signature}`,
      signed(''),
      signed('secret'),
      signed(app.settings.imeiSecret),
      signed(app.settings.publicUrl),
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `${header}.${payload}.${signature.slice(1)}`,
      `${header}.${payload}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      victim.token,
      victim.id,
      `${victim.token.split('.').slice(0, 2).join('.')}.${signature}`,
    ]) {
      const { status, text } = await follow(token);
      expect([400, 422], text).toContain(status);
    }
    expect(await settingsOf(victim)).toEqual(before);
    expect(await settingsOf(own)).toEqual(before);
  });

  test('stops the mails of its own person and kind, once and again', async () => {
    const [own, victim] = [await app.insertUser('buyer'), await app.insertUser('buyer')];
    const before = await settingsOf(victim);
    const token = await tokenOf(own);
    for (let n = 0; n < 2; n++) expect((await follow(token)).status).toBe(200);
    const changed = (await settingsOf(own)).kinds.filter(
      (kind, n) => JSON.stringify(kind) !== JSON.stringify(before.kinds[n]),
    );
    expect(changed).toMatchObject([{ kind: 'orders', mail: 'off' }]);
    expect(await settingsOf(victim)).toEqual(before);
  });
});

test('a listing takes no defects of odd shapes, places and numbers', async () => {
  const id = await app.insertProduct(app.seller);
  const mark = { part: 'back', kind: 'hairline', visibleFrom: 'closer-than-20cm', side: 'back' };
  const at = { ...mark, x: 0.5, y: 0.5 };
  const path = `/api/listings/${id}/defects`;
  expect((await app.send('PUT', path, app.seller, { defects: [at] })).status).toBe(200);
  const listing = async () => unwrap(await app.call(getListing, { params: { id } }));
  const before = await listing();
  for (const defects of [
    { length: 1, 0: at },
    [null],
    [[at]],
    ['x'],
    [mark],
    [{ ...at, x: -0.01 }],
    [{ ...at, y: 1.01 }],
    [{ ...at, x: '0.5' }],
    [{ ...at, x: 1e308 }],
    [{ ...at, sizeMm: 0 }],
    [{ ...at, sizeMm: -1 }],
    [{ ...at, sizeMm: 201 }],
    [{ ...at, kind: '__proto__' }],
    [{ ...at, part: 'constructor' }],
    [{ ...at, kind: 'burn-in' }],
    [{ ...at, note: 'x'.repeat(201) }],
    [{ ...at, photo: 'javascript:alert(1)' }],
    [{ ...at, photo: 'https://evil.example/x.jpg' }],
    Array(41).fill(at),
    Array(5000).fill(at),
  ]) {
    const { status } = await app.send('PUT', path, app.seller, { defects });
    expect([400, 413, 422], JSON.stringify(defects).slice(0, 80)).toContain(status);
  }
  for (const by of [app.buyer, app.admin, await app.insertUser('seller')]) {
    expect((await app.send('PUT', path, by, { defects: [] })).status).toBe(403);
  }
  expect(await listing()).toEqual(before);
});

test('figures of moderation and of the overview name nobody, and no listing', async () => {
  const name = 'Unmistakable Person';
  const seller = await app.insertUser('seller', { name });
  const reporter = await app.insertUser('buyer', { name: 'Unmistakable Reporter' });
  const id = await app.insertProduct(seller, { name: 'Unmistakable iPhone' });
  const target = { kind: 'listing', id };
  const report = { target, reason: 'offensive', text: 'Unmistakable words' };
  expect((await app.send('POST', '/api/reports', reporter, report)).status).toBe(200);
  const decision = { target, kind: 'hide', rule: 'respect', message: 'Unmistakable message' };
  const decided = await app.send('POST', '/api/moderation/decisions', app.admin, decision);
  expect(decided.status, decided.text).toBe(200);
  const staff = [
    await app.insertUser('buyer', { staffRole: 'moderator' }),
    await app.insertUser('buyer', { staffRole: 'support' }),
    app.admin,
  ];
  const read = [
    await app.send('GET', '/api/transparency'),
    ...(await Promise.all(
      staff.flatMap((by) => [
        app.send('GET', '/api/overview', by),
        app.send('GET', '/api/overview/figures?days=7', by),
      ]),
    )),
  ];
  for (const { status, text } of read) {
    expect(status).toBe(200);
    expect(text).not.toMatch(/Unmistakable|@mail\.com/);
    for (const one of [seller.id, reporter.id, id]) expect(text).not.toContain(one);
  }
  for (const by of [seller, reporter, undefined]) {
    expect((await app.send('GET', '/api/overview', by)).status).toBeOneOf([401, 403]);
  }
});
