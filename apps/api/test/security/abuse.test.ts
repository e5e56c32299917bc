import { createServer } from 'node:http';
import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { payments, products, users } from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { signingKey } from '../../src/platform/tokens.ts';
import {
  createTestApp,
  newProductInput,
  publicUrl,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../test-app.ts';
import { contact, insertImage, loadOrderState, postWebhook } from './fixtures.ts';
import { findViolations } from './invariants.ts';
import { tableChecksum } from './table-checksum.ts';

let app: TestApp;
let admin: TestUser;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin', { email: 'Keeper@mail.com' });
  seller = await app.insertUser('seller');
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function paidIntent(buyer: TestUser) {
  const productId = await app.insertProduct(seller);
  const { token } = buyer;
  const placed = await app.call(contract.placeOrder, { body: { productId, ...contact }, token });
  const { insertedId: orderId } = unwrap(placed);
  const body = { price: 345, orderId };
  const asked = await app.call(contract.createPaymentIntent, { body, token });
  const { id } = await app.pay(unwrap(asked).clientSecret);
  return { orderId, productId, intentId: id };
}

test('T2: an identity with an admin’s email address is not an admin and learns nothing about the admin', async () => {
  const hijacker = app.createIdentity({ email: 'keeper@MAIL.com' });
  const { email, idToken } = hijacker;
  const { token } = unwrap(
    await app.call(contract.exchangeToken, { body: { email }, token: idToken }),
  );
  const before = await tableChecksum(app.db);
  const flag = await app.call(contract.getAdminFlag, { params: { email }, token });
  expect(unwrap(flag)).toEqual({ isAdmin: false });
  expect(resultCode(await app.call(contract.listBuyers, { token }))).toBe(
    'account.profile-missing',
  );
  const record = { name: 'K', email, role: 'seller' as const };
  const made = await app.call(contract.createUser, { body: record, token: idToken });
  expect(resultCode(made)).toBe('account.email-taken');
  expect(await tableChecksum(app.db)).toBe(before);
});

test('T3: users cannot create an account for another user’s email address', async () => {
  const { idToken, uid } = app.createIdentity();
  const body = { name: 'Eve', email: seller.email, role: 'seller' as const };
  expect(resultCode(await app.call(contract.createUser, { body, token: idToken }))).toBe(
    'account.not-owner',
  );
  expect(await app.db.select().from(users).where(eq(users.identityUid, uid))).toEqual([]);
});

test.each([
  '\u212aeeper@mail.com',
  'keeper@mail.com\u0000',
  'keeper\u200b@mail.com',
  'ｋeeper@mail.com',
  'KEEPER@mail.com,b@mail.com',
])('T5: %j does not match the email address that it resembles', async (email) => {
  const buyer = await app.insertUser('buyer');
  const asked = [
    await app.call(contract.listOrders, { query: { email }, token: buyer.token }),
    await app.call(contract.listMyProducts, { query: { email }, token: seller.token }),
    await app.call(contract.getAdminFlag, { params: { email }, token: buyer.token }),
  ];
  expect(asked.map(resultCode)).toEqual(Array(3).fill('account.not-owner'));
  const { idToken } = app.createIdentity({ email: 'keeper@mail.com' });
  const token = await app.call(contract.exchangeToken, { body: { email }, token: idToken });
  expect(resultCode(token)).toBe('account.not-owner');
});

test('T12: a webhook with a signature of another body, another secret or out of order changes nothing', async () => {
  const buyer = await app.insertUser('buyer');
  const { orderId, intentId } = await paidIntent(buyer);
  const message = (type: string) => ({
    id: `evt_${newId()}`,
    type: `payment_intent.${type}`,
    data: { object: { object: 'payment_intent', id: intentId } },
  });
  const before = await tableChecksum(app.db);
  const forged = await postWebhook(app, message('succeeded'), { secret: 'another secret' });
  const altered = await postWebhook(app, message('succeeded'), { signed: '{"id":"evt_1"}' });
  const early = await postWebhook(app, message('succeeded'), {
    at: new Date(Date.now() + 301_000),
  });
  expect([forged, altered, early].map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
  expect(await tableChecksum(app.db)).toBe(before);
  expect((await postWebhook(app, message('succeeded'))).statusCode).toBe(200);
  expect((await postWebhook(app, message('canceled'))).statusCode).toBe(200);
  expect((await postWebhook(app, message('payment_failed'))).statusCode).toBe(200);
  expect((await loadOrderState(app, orderId)).order?.state).toBe('paid');
});

test('T14: HEAD requests and cookies change nothing, even for an admin', async () => {
  const params = { id: newId(), email: seller.email, categoryName: 'Iphone' };
  const before = await tableChecksum(app.db);
  const reads = contract.allEndpoints.filter(({ method }) => method === 'GET');
  for (const call of reads) {
    const url = contract.buildPath(call, params, { email: seller.email });
    await app.server.inject({ method: 'HEAD', url, headers: bearer(admin.token) });
    await app.server.inject({ url, headers: { cookie: `redial-token=${admin.token}` } });
  }
  expect(await tableChecksum(app.db)).toBe(before);
});

test('T17, T18: image URLs are never fetched, and markup stays text in JSON', async () => {
  let asked = 0;
  const outside = createServer((_request, response) => {
    asked++;
    response.end();
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const { port } = outside.address() as { port: number };
  const list = (about: object) =>
    app.call(contract.addProduct, { body: newProductInput(about), token: seller.token });
  for (const img of [
    `http://127.0.0.1:${port}/a.jpg`,
    `${publicUrl}@127.0.0.1:${port}/a.jpg`,
    'data:text/html,x',
    ' javascript:alert(1)',
  ]) {
    expect(resultCode(await list({ img }))).toBe('validation.failed');
  }
  await new Promise((resolve) => outside.close(resolve));
  expect(asked).toBe(0);
  const name = '<img src=x onerror=alert(1)>';
  unwrap(await list({ img: await insertImage(app, seller), name }));
  const response = await app.server.inject({
    url: '/allproducts?limit=1',
    headers: { accept: 'text/html' },
  });
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['x-content-type-options']).toBe('nosniff');
  expect(response.json()[0].name).toBe(name);
});

const key = (sessionSecret = app.deps.settings.sessionSecret) => signingKey({ sessionSecret });
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
/** A token signed by Redial that expired less than a minute ago and claims the admin role. */
const tokenFor = (
  { uid, email, sessionId = '' }: TestUser,
  header: { alg: string; kid?: string } = { alg: 'HS256' },
) =>
  new SignJWT({ email, role: 'admin', auth_time: inSeconds(0), sid: sessionId })
    .setProtectedHeader(header)
    .setSubject(uid)
    .setIssuer(publicUrl)
    .setAudience('redial')
    .setIssuedAt()
    .setExpirationTime(inSeconds(-50));

const forgeries: [string, () => Promise<string>][] = [
  ['signed with another secret', () => tokenFor(admin).sign(key('x'.repeat(40)))],
  ['of another algorithm', () => tokenFor(admin, { alg: 'HS512' }).sign(key())],
  [
    'whose key id points elsewhere',
    () => tokenFor(admin, { alg: 'HS256', kid: '../../dev/null' }).sign(key('\u0000'.repeat(32))),
  ],
  ['for another audience', () => tokenFor(admin).setAudience('other').sign(key())],
  [
    'that ran out 61 seconds ago',
    () => tokenFor(admin).setExpirationTime(inSeconds(-61)).sign(key()),
  ],
  ['that is not valid yet', () => tokenFor(admin).setNotBefore(inSeconds(120)).sign(key())],
];

test.each(forgeries)('T20: a token %s is rejected', async (_what, forge) => {
  const token = await forge();
  expect(resultCode(await app.call(contract.listBuyers, { token }))).toBe('token.invalid');
});

test('T20: clock skew of one minute is tolerated, and a role claim in a token is ignored', async () => {
  const buyer = await app.insertUser('buyer');
  const mine = await tokenFor(admin).sign(key());
  expect(resultCode(await app.call(contract.listBuyers, { token: mine }))).toBe('ok');
  const pretended = await tokenFor(buyer).sign(key());
  expect(resultCode(await app.call(contract.listBuyers, { token: pretended }))).toBe(
    'role.forbidden',
  );
});

test('T22: other users’ resources are indistinguishable from missing ones', async () => {
  const buyer = await app.insertUser('buyer');
  const other = await app.insertUser('buyer');
  const { orderId, productId, intentId } = await paidIntent(buyer);
  const responses = async (id: string, email: string) => {
    const asked: [string, object?][] = [
      [`GET /orders/${id}`],
      [`POST /orders/delete/${id}`, { productId }],
      ['POST /create-payment-intent', { price: 345, orderId: id }],
      ['POST /payments', { price: 345, transactionId: intentId, email: other.email, orderId: id }],
      [`GET /users/admin/${email}`],
      [`GET /users/sellers/${email}`],
      [`GET /orders?email=${email}`],
    ];
    return Promise.all(
      asked.map(async ([line, payload]) => {
        const [method = 'GET', url = ''] = line.split(' ');
        const headers = bearer(other.token);
        const response = await app.server.inject({
          method: method as 'GET',
          url,
          headers,
          ...(payload ? { payload } : {}),
        });
        return [response.statusCode, response.payload];
      }),
    );
  };
  expect(await responses(orderId, buyer.email)).toEqual(
    await responses(newId(), 'nobody@mail.com'),
  );
});

test('T25: long paths, deeply nested bodies and a thousand parameters are rejected quickly', async () => {
  const began = performance.now();
  const deep = `{"_id":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
  const responses = [
    await app.server.inject({ url: `/allproducts/${'a'.repeat(5000)}` }),
    await app.server.inject({
      url: `/allproducts?${'limit=1&'.repeat(1000)}q=${'a'.repeat(5000)}`,
    }),
    await app.server.inject({
      method: 'POST',
      url: '/allproducts/report',
      headers: { 'content-type': 'application/json' },
      payload: deep,
    }),
  ];
  for (const { statusCode } of responses) expect([400, 404, 413, 414]).toContain(statusCode);
  expect(performance.now() - began).toBeLessThan(1000);
});

test('T27: a cookie is never accepted as an ID token', async () => {
  const { idToken, email } = app.createIdentity();
  const response = await app.server.inject({
    method: 'POST',
    url: '/jwt',
    headers: { cookie: `better-auth.session_token=${idToken}` },
    payload: { email },
  });
  expect(response.statusCode).toBe(401);
});

test('T10, T29: a payment that arrives after the hold expired, with all webhooks lost, is refunded once', async () => {
  const buyer = await app.insertUser('buyer');
  const { orderId } = await paidIntent(buyer);
  // Simulates a provider that acknowledged the cancellation although it captured the payment.
  await app.db.execute(sql`update orders set state = 'expired' where id = ${orderId}`);
  await app.db.execute(sql`insert into order_events (order_id, kind, amount_cents)
    values (${orderId}, 'order.expired', 34500)`);
  await app.db.execute(sql`update products set status = 'Available'
    where id = (select product_id from orders where id = ${orderId})`);
  await app.db
    .update(payments)
    .set({ changedAt: sql`now() - interval '2 minutes'` })
    .where(eq(payments.orderId, orderId));
  await app.runJobs('reconcile-payments');
  await app.runJobs('reconcile-payments', 'dispatch-outbox');
  const { order, product, intents } = await loadOrderState(app, orderId);
  expect(order?.state).toBe('expired');
  expect(product).toMatchObject({ status: 'Available', isPaid: false });
  expect(intents.map(({ refundedCents }) => refundedCents)).toEqual([34_500]);
});

test('two hundred concurrent orders for five products sell each of them once', async () => {
  const phones = await Promise.all(Array.from({ length: 5 }, () => app.insertProduct(seller)));
  const crowd = await Promise.all(Array.from({ length: 40 }, () => app.insertUser('buyer')));
  const results = await Promise.all(
    crowd.flatMap(({ token }) =>
      phones.map((productId) =>
        app.call(contract.placeOrder, { body: { productId, ...contact }, token }),
      ),
    ),
  );
  const codes = results.map(resultCode);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(5);
  expect(codes.filter((code) => code === 'product.sold')).toHaveLength(195);
  const sold = await app.db.select().from(products).where(eq(products.status, 'Sold'));
  for (const id of phones) expect(sold.some((one) => one.id === id)).toBe(true);
});
