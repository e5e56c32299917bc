import {
  estimatePrice,
  getHandover,
  placeOrder,
  revealContact,
  setListingImei,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createTradeFixture,
  type TradeFixture,
} from '../../src/features/disputes/trade.fixture.ts';
import { recordSales } from '../../src/features/models/record-sales.ts';
import { newId } from '../../src/platform/ids.ts';
import { issueToken } from '../../src/platform/tokens.ts';
import { createTestApp, unwrap } from '../test-app.ts';
import { createTestIdentity, validPassword } from '../test-identity.ts';
import { findViolations } from './invariants.ts';

/*
 * Tokens used for another purpose, invented prices of models, limits by network, and the spelling of ids.
 */

let app: TradeFixture;

beforeAll(async () => {
  app = await createTradeFixture();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

/** The secret of the installation, which the identity provider and the API share. */
const secret = 'a secret of the tests, long enough to sign with';

describe('tokens', () => {
  test('of the marketplace do not confirm an e-mail address that nobody has confirmed', async () => {
    const { signUp, get, post, publicUrl, verifications, close } = await createTestIdentity({
      secret,
    });
    try {
      const { token: session, user } = (await signUp()).body;
      const { sid, exp } = JSON.parse(
        Buffer.from(
          (await get('/token', session)).body.token.split('.')[1] ?? '',
          'base64url',
        ).toString(),
      );
      const token = await issueToken(
        {
          settings: { sessionSecret: secret, previousSessionSecrets: [], publicUrl },
          clock: { now: () => new Date() },
        },
        { uid: user.id, email: user.email, sessionId: sid, authTime: exp - 900 },
      );
      expect((await post('/verify-email', { token })).status).toBe(401);
      expect((await get('/get-session', session)).body.user.emailVerified).toBe(false);
      // The mailed link works.
      await post('/send-verification-email', {}, session);
      const mailed = verifications[0]?.token;
      expect((await post('/verify-email', { token: mailed })).status).toBe(200);
      expect((await get('/get-session', session)).body.user.emailVerified).toBe(true);
    } finally {
      await close();
    }
  });
});

test('a sign-in while its account is deleted fails as with a wrong password', async () => {
  const { signUp, post, database, close } = await createTestIdentity();
  try {
    const { email } = (await signUp()).body.user;
    await database.executeAsOwner(`
      create function identity.delete_first() returns trigger language plpgsql as $$
        begin delete from identity."user" where id = new.user_id; return new; end $$;
      create trigger delete_first before insert on identity.session
        for each row execute function identity.delete_first()`);
    const { status, body } = await post('/sign-in/email', { email, password: validPassword });
    expect([status, body.code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD']);
  } finally {
    await close();
  }
});

describe('what a model is worth', () => {
  const estimate = async (model: string) =>
    unwrap(await app.call(estimatePrice, { body: { model, condition: 'good' } }));
  const idOf = async (slug: string) => {
    const { rows } = await app.db.execute<{ id: number }>(
      sql`select id from models where slug = ${slug}`,
    );
    return rows[0]?.id ?? 0;
  };

  test('is not decided by a buyer and a seller who agree on the price of many sales', async () => {
    const before = await estimate('galaxy-s21-5g');
    const modelId = await idOf('galaxy-s21-5g');
    for (let n = 0; n < 6; n++) {
      const { orderId, productId } = await app.payOrder();
      await app.db.execute(
        sql`update products set model_id = ${modelId}, condition = 'good' where id = ${productId}`,
      );
      await app.move(orderId, 'meet');
      expect(unwrap(await app.accept(orderId)).modifiedCount).toBe(1);
    }
    await recordSales(app.db);
    const { rows } = await app.db.execute(sql`select 1 from sales where model_id = ${modelId}`);
    expect(rows).toHaveLength(6);
    expect(await estimate('galaxy-s21-5g')).toEqual(before);
  });

  test('does not follow sales for a dollar', async () => {
    const before = await estimate('galaxy-s22');
    expect(before.basis).toBe('curve');
    const modelId = await idOf('galaxy-s22');
    for (const cents of [100, 100, 100, 100, 100, 9_999_900]) {
      await app.db.execute(sql`
        insert into sales (id, model_id, storage_gb, condition, price_cents, sold_on, days_listed)
        values (${newId()}, ${modelId}, 128, 'good', ${cents}, current_date, 1)`);
    }
    expect(await estimate('galaxy-s22')).toEqual(before);
  });
});

describe('limits', () => {
  test.each([
    ['IPv4', (port: number) => `203.0.113.7:${port}`],
    ['IPv6', (port: number) => `[2001:db8::7]:${port}`],
  ])('count a client once whose proxy adds the port to its %s address', async (_family, from) => {
    const limited = await createTestApp({
      settings: { rateLimitScale: 0.01, trustedProxies: ['127.0.0.1'] },
    });
    try {
      const url = await limited.server.listen({ host: '127.0.0.1', port: 0 });
      const statusFrom = async (forwarded: string) =>
        (await fetch(`${url}/api/client-config`, { headers: { 'x-forwarded-for': forwarded } }))
          .status;
      const statuses = [];
      for (let port = 4001; port <= 4007; port++) statuses.push(await statusFrom(from(port)));
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
      // What the client itself sent stands before, and another one has a limit of its own.
      expect(await statusFrom(`198.51.100.1:80, ${from(4008)}`)).toBe(429);
      expect(await statusFrom('203.0.113.8:4001')).toBe(200);
    } finally {
      await limited.close();
    }
  });

  test('of trying IMEIs on listings hold for a network, not only for an account', async () => {
    const limited = await createTestApp({ settings: { rateLimitScale: 0.05 } });
    try {
      const codes = [];
      for (let n = 0; n < 4; n++) {
        const seller = await limited.insertUser('seller');
        const id = await limited.insertProduct(seller);
        const set = await limited.call(setListingImei, {
          params: { id },
          body: { imeis: ['490154203237518'] },
          token: seller.token,
        });
        codes.push(set.ok ? 'ok' : set.error.code);
      }
      expect(codes).toEqual([
        'ok',
        'device.already-listed',
        'device.already-listed',
        'rate.limited',
      ]);
    } finally {
      await limited.close();
    }
  });
});

describe('ids', () => {
  test('have one spelling, so that handover codes, limits and caches have one each', async () => {
    const { orderId } = await app.payOrder();
    const { token } = app.buyer;
    const read = (id: string) => app.call(getHandover, { params: { id }, token });
    expect((await read(orderId)).ok).toBe(true);
    const productId = await app.insertProduct(app.seller);
    for (const respell of [
      (id: string) => id.toUpperCase(),
      (id: string) => id.replace(/[a-f]/, (letter) => letter.toUpperCase()),
      (id: string) => `urn:uuid:${id}`,
    ]) {
      const body = { productId: respell(productId), phone: '+33 6 12 34 56 78', location: 'Paris' };
      for (const answer of [
        await read(respell(orderId)),
        await app.call(revealContact, { params: { id: respell(productId) }, token }),
        await app.call(placeOrder, { body, token }),
      ]) {
        expect(answer).toMatchObject({ ok: false, error: { code: 'request.invalid' } });
      }
    }
  });
});
