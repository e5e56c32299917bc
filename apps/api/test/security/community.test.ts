import {
  createSelfTestLink,
  exportAuditLog,
  getHandover,
  selfTestKinds,
  verifySeller,
} from '@redial/contract';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { codeOf, enrol } from '../../src/adapters/identity/two-factor.fixture.ts';
import {
  createTradeFixture,
  type TradeFixture,
} from '../../src/features/disputes/trade.fixture.ts';
import { newId } from '../../src/platform/ids.ts';
import { newProductInput, type TestUser, unwrap } from '../test-app.ts';
import { createTestIdentity, validPassword } from '../test-identity.ts';
import { findViolations } from './invariants.ts';

/*
 * Offers, two-factor sign-in, conversations, contact data in texts, self-tests, handovers, saved searches
 * and the audit log.
 */

let app: TradeFixture;

beforeAll(async () => {
  app = await createTradeFixture();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

/** A request without the typed client, which would not send odd values. */
async function send(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  url: string,
  by?: TestUser,
  body?: unknown,
) {
  const response = await app.server.inject({
    method,
    url,
    headers: {
      ...(by ? { authorization: `Bearer ${by.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const json = response.headers['content-type']?.includes('json') ? response.json() : undefined;
  return { status: response.statusCode, text: response.body, json };
}
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort();
const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
const makeOffer = (productId: string, by: TestUser, about: object) =>
  send('POST', `/api/listings/${productId}/offers`, by, { ...contact, ...about });
const answer = (offerId: string, step: string, by: TestUser, body?: object) =>
  send('POST', `/api/offers/${offerId}/${step}`, by, body);

describe('offers', () => {
  test.each([0, -1, 0.5, 345.01, 300.001, 1e-7, 1e308, 99.999_999, '300', null, true, [300], {}])(
    'of %j dollars are refused, and as counter-offers, too',
    async (price) => {
      const productId = await app.insertProduct(app.seller, { resalePriceCents: 34_500 });
      const refused = await makeOffer(productId, app.buyer, { price });
      expect([400, 422]).toContain(refused.status);
      const { insertedId } = (await makeOffer(productId, app.buyer, { price: 300 })).json;
      const countered = await answer(insertedId, 'counter', app.seller, { price: price as number });
      expect([400, 422]).toContain(countered.status);
    },
  );

  test('take no state, person or order from a request', async () => {
    const productId = await app.insertProduct(app.seller);
    const { insertedId } = (
      await makeOffer(productId, app.buyer, {
        price: 200,
        state: 'accepted',
        madeBy: 'seller',
        buyerId: app.other.id,
        orderId: newId(),
        expiresAt: '2099-01-01T00:00:00Z',
      })
    ).json;
    const [offer] = (await send('GET', '/api/offers', app.buyer)).json;
    expect(offer).toMatchObject({
      _id: insertedId,
      madeBy: 'buyer',
      state: 'open',
      order: null,
    });
    expect((await send('GET', '/api/offers', app.other)).json).toEqual([]);
    expect(offer.expiresAt < '2099').toBe(true);
  });

  test('are answered once, whichever answers come at the same time', async () => {
    const productId = await app.insertProduct(app.seller, { resalePriceCents: 34_500 });
    const { insertedId } = (await makeOffer(productId, app.buyer, { price: 200 })).json;
    const answers = await Promise.all([
      answer(insertedId, 'acceptance', app.seller),
      answer(insertedId, 'decline', app.seller),
      answer(insertedId, 'counter', app.seller, { price: 250 }),
      answer(insertedId, 'withdrawal', app.buyer),
    ]);
    expect(statuses(answers)).toEqual([200, 409, 409, 409]);
  });

  test('on a phone that its seller hides are neither made, accepted nor countered', async () => {
    const productId = await app.insertProduct(app.seller);
    const { insertedId } = (await makeOffer(productId, app.buyer, { price: 200 })).json;
    expect((await send('POST', `/api/products/${productId}/pause`, app.seller)).status).toBe(200);
    expect((await makeOffer(productId, app.other, { price: 200 })).status).toBe(404);
    expect((await answer(insertedId, 'acceptance', app.seller)).status).toBeGreaterThan(403);
    const countered = await answer(insertedId, 'counter', app.seller, { price: 210 });
    expect(countered.status).toBeGreaterThan(403);
  });

  test('are paid at their price, whatever price the buyer sends', async () => {
    const productId = await app.insertProduct(app.seller, { resalePriceCents: 34_500 });
    const { insertedId } = (await makeOffer(productId, app.buyer, { price: 150 })).json;
    const orderId = (await answer(insertedId, 'acceptance', app.seller)).json.insertedId;
    for (const price of [1, 149.99, 345, '150']) {
      const asked = await send('POST', '/create-payment-intent', app.buyer, { price, orderId });
      expect([400, 409, 422]).toContain(asked.status);
    }
    const sales = await send('GET', '/api/sales', app.seller);
    expect(sales.text).not.toMatch(/12 34 56|Gare de Lyon/);
  });
});

describe('a second factor', () => {
  async function createAccount() {
    const identity = await createTestIdentity({ trustProxy: true });
    onTestFinished(() => identity.close());
    const { token } = (await identity.signUp()).body;
    const { secret, recoveryCodes } = await enrol(identity, token);
    const account = { email: 'rana@mail.com', password: validPassword };
    const signIn = async () => (await identity.post('/sign-in/email', account)).body.challenge;
    const verify = (body: object) => identity.post('/two-factor/verify', body);
    return { ...identity, token, secret, signIn, verify, recoveryCode: recoveryCodes[0] ?? '' };
  }

  test('is not passed with odd codes and challenges', async () => {
    const { signIn, verify, token, recoveryCode: code, secret } = await createAccount();
    const challenge = await signIn();
    for (const body of [
      { challenge, code: [code] },
      { challenge: [challenge], code },
      { challenge, code: { $ne: '' } },
      { challenge: token, code },
      { challenge: `${challenge}x`, code },
      { challenge: null, code },
      { code },
      { challenge, code: '%' },
      { challenge, code: `${await codeOf(secret)}\u0000` },
      { challenge, code: code.repeat(100) },
    ]) {
      const { status } = await verify(body);
      expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
      expect(status, JSON.stringify(body)).toBeLessThan(500);
    }
  }, 180_000);

  test('takes five wrong codes of a challenge, also of thirty that come at once', async () => {
    const { signIn, verify, secret } = await createAccount();
    const challenge = await signIn();
    const wrong = await Promise.all(
      Array.from({ length: 30 }, (_, n) => verify({ challenge, code: String(900_000 + n) })),
    );
    expect(wrong.filter(({ body }) => body.code === 'INVALID_CODE').length).toBeLessThanOrEqual(5);
    for (let n = 0; n < 6; n++) await verify({ challenge, code: String(800_000 + n) });
    const late = await verify({ challenge, code: await codeOf(secret) });
    expect(late.status).toBeGreaterThanOrEqual(400);
  }, 180_000);

  test('is set up with a secret of the server, not of the request', async () => {
    const { signUp, post, close } = await createTestIdentity();
    onTestFinished(close);
    const { token } = (await signUp()).body;
    const own = 'A'.repeat(32);
    const { status, body } = await post('/two-factor/set-up', { secret: own }, token);
    expect(status).toBe(200);
    expect(body.secret).not.toBe(own);
  });
});

describe('conversations', () => {
  const open = async (productId: string, by: TestUser) =>
    (await send('POST', '/api/conversations', by, { productId })).json.insertedId as string;
  const write = (id: string, by: TestUser, text: unknown, clientId: string = newId()) =>
    send('POST', `/api/conversations/${id}/messages`, by, { clientId, text });

  test('tell nothing about a message whose id another person sends', async () => {
    const productId = await app.insertProduct(app.seller);
    const stranger = await app.insertUser('buyer');
    const [mine, other] = [await open(productId, app.other), await open(productId, stranger)];
    const clientId = newId();
    expect((await write(mine, app.other, 'between us', clientId)).status).toBe(200);
    for (const [id, by] of [
      [mine, app.seller],
      [other, stranger],
    ] as const) {
      expect((await write(id, by, 'x', clientId)).text).not.toContain('between us');
    }
  });

  test('hide a number of several messages on each page of them', async () => {
    const buyer = await app.insertUser('buyer');
    const id = await open(await app.insertProduct(app.seller), buyer);
    for (const text of ['202', '555', '0117']) await write(id, buyer, text);
    for (const query of ['', '?after=1', '?after=2', '?before=2', '?before=3', '?before=4']) {
      const page = await send('GET', `/api/conversations/${id}/messages${query}`, app.seller);
      const texts = page.json.messages.map(({ text }: { text: string }) => text).join(' ');
      expect(texts, query).not.toMatch(/202|555|0117/);
    }
    const list = await send('GET', '/api/conversations', app.seller);
    const own = list.json.conversations.find(({ _id }: { _id: string }) => _id === id);
    expect(own.lastMessage.text).not.toContain('0117');
  });

  test('are closed for a blocked person on every phone of the other, as are offers', async () => {
    const buyer = await app.insertUser('buyer');
    const seller = await app.insertUser('seller');
    const [first, second] = [await app.insertProduct(seller), await app.insertProduct(seller)];
    const conversationId = await open(first, buyer);
    await send('POST', '/api/blocks', seller, { conversationId });
    expect((await write(conversationId, buyer, 'x')).status).toBe(409);
    expect((await makeOffer(second, buyer, { price: 100 })).status).toBe(403);
    const opened = await send('POST', '/api/conversations', buyer, { productId: second });
    if (opened.json?.insertedId) {
      expect((await write(opened.json.insertedId, buyer, 'x')).status).toBe(409);
    }
  });
});

describe('contact data', () => {
  test.each([
    '202 555 0117',
    '2 0 2 5 5 5 0 1 1 7',
    '202/555/0117',
    '𝟐𝟎𝟐𝟓𝟓𝟓𝟎𝟏𝟏𝟕',
    '２０２５５５０１１７',
    '٢٠٢٥٥٥٠١١٧',
    '2\u200b0\u200b2\u200b5\u200b5\u200b5\u200b0\u200b1\u200b1\u200b7',
    'rana@mail.com',
    'rana＠mail．com',
    'https://shop.example/x',
    'wa.me/12025550117',
  ])('as %j is neither read nor found, in whichever text of a listing', async (text) => {
    const body = newProductInput({
      name: `Phone ${text}`,
      description: `Kept in a case. ${text}`,
      location: `Porto ${text}`,
    });
    const productId = await app.insertProduct(app.seller);
    const { img } = (await send('GET', `/api/products/${productId}`)).json;
    const changed = await send('PATCH', `/api/products/${productId}`, app.seller, { ...body, img });
    expect(changed.status).toBe(200);
    for (const path of [
      `/api/products/${productId}`,
      `/allproducts?limit=50`,
      `/allproducts?q=${encodeURIComponent(text)}`,
      `/api/products/suggestions?q=${encodeURIComponent('Phone')}`,
    ]) {
      expect((await send('GET', path)).text, path).not.toContain(text);
    }
  });
});

describe('self-tests', () => {
  test('take nothing but results, once', async () => {
    const productId = await app.insertProduct(app.seller);
    const created = await app.call(createSelfTestLink, {
      params: { id: productId },
      token: app.seller.token,
    });
    const { token } = unwrap(created);
    const result = (kind: (typeof selfTestKinds)[number]) => ({
      test: kind,
      outcome: 'passed',
      note: 'call 2025550117',
    });
    const body = { results: selfTestKinds.map(result), by: 'buyer', productId: newId() };
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => send('POST', `/api/self-tests/${token}`, undefined, body)),
    );
    expect(statuses(sent)).toEqual([200, 409, 409, 409, 409, 409]);
    const { json, text } = await send('GET', `/api/listings/${productId}/self-test`);
    expect(json.report).toMatchObject({ productId, by: 'seller' });
    const [, payload = ''] = json.report.jws.split('.');
    expect(text + Buffer.from(payload, 'base64url').toString()).not.toContain('2025550117');
    expect((await send('GET', '/api/self-test-keys')).text).not.toContain('"d":');
  });
});

test('a handover counts wrong codes that come at once, and locks after five', async () => {
  const { orderId } = await app.payOrder();
  const { token } = app.seller;
  const { code } = unwrap(await app.call(getHandover, { params: { id: orderId }, token }));
  const guesses = Array.from({ length: 20 }, (_, n) => String(100_000 + n));
  const tried = await Promise.all(
    guesses
      .filter((guess) => guess !== code)
      .map((guess) =>
        send('POST', `/api/orders/${orderId}/handover-confirmation`, app.buyer, { code: guess }),
      ),
  );
  expect(tried.filter(({ status }) => status === 200)).toHaveLength(5);
});

test('at most fifty searches are saved, also of seventy at once', async () => {
  const user = await app.insertUser('buyer');
  const body = { name: 'Cheap', search: {}, frequency: 'daily' };
  await Promise.all(
    Array.from({ length: 70 }, () => send('POST', '/api/saved-searches', user, body)),
  );
  expect((await send('GET', '/api/saved-searches', user)).json).toHaveLength(50);
});

test('the file of the audit log has no names that start formulas, and is for admins', async () => {
  const seller = await app.insertUser('seller', { name: '=HYPERLINK("https://shop.example")' });
  const { token } = app.admin;
  unwrap(await app.call(verifySeller, { params: { email: seller.email }, token }));
  const day = new Date().toISOString().slice(0, 10);
  const query = { from: day, to: day };
  const csv = unwrap(await app.call(exportAuditLog, { query, token }));
  expect(csv).toContain('seller.verified');
  expect(csv).not.toContain('HYPERLINK');
  expect(csv).not.toMatch(/(^|[,;\t])"?\s*[=+@]/m);
  for (const by of [app.buyer, app.seller, undefined]) {
    const path = `/api/audit-log/entries.csv?from=${day}&to=${day}`;
    expect([401, 403]).toContain((await send('GET', path, by)).status);
  }
});
