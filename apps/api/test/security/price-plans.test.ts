import { type NewPricePlan, setPricePlan } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  favourites,
  models,
  pricePlans,
  products,
  riskAssessments,
  users,
} from '../../src/db/schema/index.ts';
import { lowerPrices } from '../../src/features/selling/lower-prices.ts';
import { createTestApp, resultCode, type TestApp, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';

/*
 * Plans that lower a price.
 */

let app: TestApp;
let seller: TestUser;
let start: Date;

beforeAll(async () => {
  app = await createTestApp();
  await app.runJobs('update-prices');
  seller = await app.insertUser('seller');
  // No part of the risk score but the price.
  const longAgo = sql`now() - interval '90 days'`;
  await app.db.update(users).set({ createdAt: longAgo }).where(eq(users.id, seller.id));
});
beforeEach(() => {
  start = new Date();
  app.setNow(start);
});
afterEach(async () => {
  app.setNow(undefined);
  expect(await findViolations(app.db)).toEqual([]);
});
afterAll(() => app.close());

const plan = (id: string, about: Partial<NewPricePlan> = {}, { token } = seller) =>
  app.call(setPricePlan, {
    params: { id },
    body: { step: 320, intervalDays: 1, floor: 80, ...about },
    token,
  });
const stateOf = async (id: string) => {
  const [row] = await app.db.select().from(products).where(eq(products.id, id));
  return { price: (row?.resalePriceCents ?? 0) / 100, hiddenReasons: row?.hiddenReasons };
};
const inHours = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
const send = async (method: 'GET' | 'PUT' | 'DELETE', url: string, by?: TestUser, body?: object) =>
  app.server.inject({
    method,
    url,
    headers: by ? { authorization: `Bearer ${by.token}` } : {},
    ...(body ? { payload: body } : {}),
  });

/** A phone that is worth about what it costs. */
async function listPhone() {
  const [model] = await app.db
    .select({ id: models.id })
    .from(models)
    .where(eq(models.slug, 'galaxy-s24'));
  return app.insertProduct(seller, {
    name: 'Galaxy S24 128 GB',
    modelId: model?.id ?? null,
    storageGb: 128,
    condition: 'good',
    resalePriceCents: 40_000,
  });
}

describe('a plan that lowers the price', () => {
  test('lowers none past the review of risky listings, and nobody is notified of the low price', async () => {
    Object.assign(app.settings, { holdListingsAbove: 20 });
    const [bait, honest] = [await listPhone(), await listPhone()];
    unwrap(await plan(bait));
    unwrap(await plan(honest, { step: 20, floor: 300 }));
    const buyer = await app.insertUser('buyer');
    await app.db.insert(favourites).values([
      { userId: buyer.id, productId: bait },
      { userId: buyer.id, productId: honest },
    ]);
    app.sentMails.length = 0;
    app.setNow(inHours(24));
    await app.runJobs('lower-prices', 'dispatch-outbox');
    expect(await stateOf(honest)).toEqual({ price: 380, hiddenReasons: [] });
    expect(await stateOf(bait)).toEqual({ price: 80, hiddenReasons: ['review'] });
    const [assessment] = await app.db
      .select()
      .from(riskAssessments)
      .where(eq(riskAssessments.productId, bait));
    expect(assessment?.parts).toMatchObject([{ code: 'price-low' }]);
    expect((await send('GET', `/api/products/${bait}`)).statusCode).toBe(404);
    const mails = app.sentMails.filter(({ to }) => to === buyer.email);
    expect(mails.map(({ text }) => [text.includes('380'), text.includes('$80')])).toEqual([
      [true, false],
    ]);
    Object.assign(app.settings, { holdListingsAbove: 60 });
  });

  test('is neither hurried nor repeated by setting it again and again', async () => {
    const id = await listPhone();
    for (const [hours, step] of [
      [0, 20],
      [12, 30],
      [23, 20],
      [46, 25],
    ] as const) {
      app.setNow(inHours(hours));
      unwrap(await plan(id, { step, floor: 300 }, { ...seller, token: await tokenNow() }));
      await Promise.all([lowerPrices(app.deps), lowerPrices(app.deps)]);
      expect((await stateOf(id)).price, `after ${hours} hours`).toBe(400);
    }
    app.setNow(inHours(70));
    await Promise.all([lowerPrices(app.deps), lowerPrices(app.deps), lowerPrices(app.deps)]);
    expect((await stateOf(id)).price).toBe(375);
  });

  test('is neither set, ended nor read by others, and its lowest price is in nothing that they read', async () => {
    const id = await listPhone();
    const body = { step: 17.17, intervalDays: 3, floor: 311.43 };
    unwrap(await plan(id, body));
    const others = [
      await app.insertUser('buyer'),
      await app.insertUser('seller'),
      await app.insertUser('admin'),
      await app.insertUser('buyer', { staffRole: 'moderator' }),
      await app.insertUser('buyer', { staffRole: 'support' }),
    ];
    const path = `/api/listings/${id}/price-plan`;
    for (const other of others) {
      for (const [method, sent] of [['GET'], ['DELETE'], ['PUT', { ...body, floor: 1 }]] as const) {
        const { statusCode } = await send(method, path, other, sent);
        expect(statusCode, `${method} by ${other.role}`).toBe(403);
      }
    }
    for (const by of [undefined, ...others]) {
      for (const url of [
        `/api/listings/${id}`,
        `/api/products/${id}`,
        '/allproducts',
        `/api/listings/${id}/blind-offers`,
        `/api/listings/${id}/favourite-offers`,
        `/api/sellers/${seller.id}`,
        `/api/people/${seller.id}`,
        '/api/account/data',
      ]) {
        const { payload } = await send('GET', url, by);
        expect(payload, url).not.toMatch(/311\.?43|17\.?17/);
      }
    }
    expect((await send('GET', path, seller)).json().plan).toMatchObject(body);
    const [row] = await app.db.select().from(pricePlans).where(eq(pricePlans.productId, id));
    expect(row).toMatchObject({ floorCents: 31_143, stepCents: 1717 });
  });

  test('does nothing to a phone that was ordered in the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await listPhone();
      unwrap(await plan(id, { step: 20, floor: 300 }));
      const buyer = await app.insertUser('buyer');
      app.setNow(inHours(24));
      const order = { productId: id, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
      const token = await tokenNow(buyer);
      const [placed] = await Promise.all([
        app.server.inject({
          method: 'POST',
          url: '/orders',
          headers: { authorization: `Bearer ${token}` },
          payload: order,
        }),
        lowerPrices(app.deps),
      ]);
      expect(placed.statusCode).toBe(200);
      const url = `/orders/${placed.json().insertedId}`;
      const { price } = (await send('GET', url, { ...buyer, token })).json();
      expect((await stateOf(id)).price).toBe(price);
      app.setNow(start);
    }
  });

  test('takes no step, interval or lowest price that it does not know', async () => {
    const id = await listPhone();
    const whole = { step: 20, intervalDays: 7, floor: 300 };
    for (const odd of [
      { ...whole, step: '20' },
      { ...whole, floor: null },
      { ...whole, floor: -1 },
      { ...whole, step: 1e308 },
      { ...whole, intervalDays: '7' },
      { ...whole, intervalDays: 0.000_1 },
      { step: 20, floor: 300 },
      [whole],
    ]) {
      const { statusCode } = await send('PUT', `/api/listings/${id}/price-plan`, seller, odd);
      expect([400, 422], JSON.stringify(odd)).toContain(statusCode);
    }
    const more = { ...whole, nextAt: '2020-01-01T00:00:00Z', productId: await listPhone() };
    await send('PUT', `/api/listings/${id}/price-plan`, seller, more);
    await lowerPrices(app.deps);
    expect((await stateOf(id)).price).toBe(400);
    expect(resultCode(await plan(id, { floor: 400 }))).toBe('validation.failed');
  });
});

/** A token that is valid by the clock of the application. */
async function tokenNow({ email, uid }: TestUser = seller): Promise<string> {
  const { idToken } = app.createIdentity({ email, uid });
  const response = await app.server.inject({
    method: 'POST',
    url: '/jwt',
    headers: { authorization: `Bearer ${idToken}` },
    payload: { email },
  });
  return response.json().token;
}
