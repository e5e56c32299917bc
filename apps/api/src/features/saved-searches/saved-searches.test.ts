import * as contract from '@redial/contract';
import { type AlertFrequency, type FacetQuery, maxSavedSearches } from '@redial/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  newProductInput,
  publicUrl,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import {
  domainEvents,
  images,
  outbox,
  products,
  riskAssessments,
  savedSearchAlerts,
  savedSearches,
  savedSearchMatches,
  users,
} from '../../db/schema/index.ts';
import { sendSearchAlerts } from '../mail/index.ts';
import { nextAlertAt } from './alert-times.ts';
import { matchListing, purgeSavedSearches } from './index.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  app.setNow(undefined);
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
  await app.db.delete(domainEvents);
  await app.db.delete(outbox);
  await app.db.delete(savedSearches);
  app.sentMails.splice(0);
});
afterAll(() => app.close());

const iphones = { brand: 'Iphone' } as const;

async function save(
  user: TestUser,
  search: FacetQuery,
  frequency: AlertFrequency = 'instant',
  name = 'My search',
): Promise<string> {
  const body = { name, search, frequency };
  return unwrap(await app.call(contract.saveSearch, { body, token: user.token })).insertedId;
}
const list = async ({ token }: TestUser) =>
  unwrap(await app.call(contract.listSavedSearches, { token }));
const change = (
  { token }: TestUser,
  id: string,
  body: { name?: string; search?: FacetQuery; frequency?: AlertFrequency; paused?: boolean },
) => app.call(contract.changeSavedSearch, { params: { id }, body, token });

/** Lists a phone and tells the saved searches. */
async function add(about: Parameters<TestApp['insertProduct']>[1] = {}): Promise<string> {
  const productId = await app.insertProduct(seller, about);
  await matchListing(app.deps, { type: 'product.listed', productId });
  return productId;
}
async function mailsTo({ email }: TestUser) {
  await app.runJobs('send-search-alerts', 'dispatch-outbox');
  return app.sentMails.splice(0).filter(({ to }) => to === email);
}

test('a phone that a seller lists is announced at once, with a way to stop these mails', async () => {
  await save(buyer, { q: 'galaxy s23', maxPrice: 400 }, 'instant', 'S23 under 400');
  const { pathname } = new URL(newProductInput().img);
  const [id = ''] = pathname.match(/[0-9a-f-]{36}/) ?? [];
  const size = { width: 960, height: 960 };
  await app.db
    .insert(images)
    .values({ id, uploadedBy: seller.id, ...size })
    .onConflictDoNothing();
  const added = await app.call(contract.addProduct, {
    body: newProductInput(),
    token: seller.token,
  });
  const { insertedId } = unwrap(added);
  await app.runJobs();
  const [mail, ...more] = app.sentMails.filter(({ to }) => to === buyer.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('A new phone for your search: S23 under 400');
  expect(mail?.text).toContain(`${publicUrl}/products/${insertedId}`);
  expect(mail?.text).toMatch(/Galaxy S23, 256\sGB, excellent condition, \$389\.50/);
  // The seller's words are not in the mail.
  expect(mail?.text).not.toContain('Cream');
  expect(mail?.unsubscribeUrl).toContain('/api/unsubscribe?token=');
  const { notifications } = unwrap(
    await app.call(contract.listNotifications, { query: {}, token: buyer.token }),
  );
  expect(notifications).toMatchObject([
    { kind: 'searches', path: `/products/${insertedId}`, subject: { id: insertedId } },
  ]);
  const url = new URL(mail?.unsubscribeUrl ?? '');
  const clicked = await app.server.inject({
    method: 'POST',
    url: url.pathname + url.search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(clicked.json()).toEqual({ kinds: ['searches'] });
});

test('saved searches are listed newest first with what they have found, for their user only', async () => {
  const [one, two] = [await save(buyer, iphones), await save(buyer, { q: 'pixel' }, 'weekly')];
  await add();
  await add();
  const listed = await list(buyer);
  expect(listed.map(({ _id, found }) => [_id, found])).toEqual([
    [two, 0],
    [one, 2],
  ]);
  expect(listed[1]).toMatchObject({ search: iphones, frequency: 'instant', paused: false });
  expect(await list(seller)).toEqual([]);
  expect(resultCode(await change(seller, one, { paused: true }))).toBe('saved-search.not-found');
  const remove = ({ token }: TestUser) =>
    app.call(contract.deleteSavedSearch, { params: { id: one }, token });
  expect(unwrap(await remove(seller)).deletedCount).toBe(0);
  expect(unwrap(await remove(buyer)).deletedCount).toBe(1);
  expect(unwrap(await remove(buyer)).deletedCount).toBe(0);
  expect(await list(buyer)).toHaveLength(1);
});

test('there are as many saved searches as the maximum, also for two calls at once', async () => {
  for (let n = 1; n < maxSavedSearches; n++) await save(buyer, iphones);
  const body = { name: 'One more', search: iphones, frequency: 'daily' } as const;
  const two = await Promise.all(
    [1, 2].map(() => app.call(contract.saveSearch, { body, token: buyer.token })),
  );
  expect(two.map(resultCode).sort()).toEqual(['ok', 'saved-search.too-many']);
});

test('a phone is found once, whatever is delivered twice, and not by its seller', async () => {
  await save(buyer, iphones);
  await save(seller, iphones);
  const productId = await add();
  const event = { type: 'product.listed', productId } as const;
  await Promise.all([1, 2, 3].map(() => matchListing(app.deps, event)));
  expect(await app.db.$count(savedSearchMatches)).toBe(1);
  const [first] = await Promise.all([mailsTo(buyer), sendSearchAlerts(app.deps)]);
  expect(first).toHaveLength(1);
  await matchListing(app.deps, event);
  expect(await mailsTo(buyer)).toEqual([]);
});

test('the phones of a busy hour are one alert, those that are gone left out', async () => {
  const id = await save(buyer, iphones);
  const sold = await add();
  await add({ resalePriceCents: 30_000 });
  await add({ resalePriceCents: 20_000 });
  await app.db.update(products).set({ status: 'Sold' }).where(eq(products.id, sold));
  const [mail] = await mailsTo(buyer);
  expect(mail?.subject).toBe('2 new phones for your search: My search');
  expect(mail?.text.indexOf('$200')).toBeLessThan(mail?.text.indexOf('$300') ?? 0);
  expect(mail?.text).toContain(`${publicUrl}/search?brand=Iphone&sort=newest`);
  await add();
  expect(await mailsTo(buyer)).toEqual([]);
  app.setNow(new Date(Date.now() + 11 * 60_000));
  expect(await mailsTo(buyer)).toHaveLength(1);
  expect((await list(buyer))[0]).toMatchObject({ _id: id, found: 4 });
});

test('a phone that an order holds when an alert is due is announced by the next one, if it returns', async () => {
  app.setNow(new Date('2026-11-22T09:00:00Z'));
  await save(buyer, iphones, 'daily');
  const [held, sold] = [await add(), await add()];
  const set = (id: string, about: Partial<typeof products.$inferInsert>) =>
    app.db.update(products).set(about).where(eq(products.id, id));
  for (const id of [held, sold]) await set(id, { status: 'Sold' });
  app.setNow(new Date('2026-11-22T13:00:00Z'));
  expect(await mailsTo(buyer)).toEqual([]);
  await set(held, { status: 'Available' });
  await set(sold, { isPaid: true });
  expect(await mailsTo(buyer)).toEqual([]);
  app.setNow(new Date('2026-11-23T13:00:00Z'));
  expect((await mailsTo(buyer)).map(({ subject }) => subject)).toEqual([
    'A new phone for your search: My search',
  ]);
  app.setNow(new Date('2026-11-24T13:00:00Z'));
  expect(await mailsTo(buyer)).toEqual([]);
});

test('daily alerts are due at the next 13:00 UTC, weekly ones on the next Monday', async () => {
  const at = (frequency: AlertFrequency, now: string) =>
    nextAlertAt(frequency, new Date(now), null).toISOString();
  expect(at('daily', '2026-11-23T12:59:59Z')).toBe('2026-11-23T13:00:00.000Z');
  expect(at('daily', '2026-11-23T13:00:00Z')).toBe('2026-11-24T13:00:00.000Z');
  // A Monday.
  expect(at('weekly', '2026-11-23T12:00:00Z')).toBe('2026-11-23T13:00:00.000Z');
  expect(at('weekly', '2026-11-23T14:00:00Z')).toBe('2026-11-30T13:00:00.000Z');
  app.setNow(new Date('2026-11-25T12:30:00Z'));
  buyer = await app.insertUser('buyer');
  await save(buyer, iphones, 'daily');
  const other = await app.insertUser('buyer');
  const weekly = await save(other, iphones, 'weekly');
  await add();
  expect(await mailsTo(buyer)).toEqual([]);
  app.setNow(new Date('2026-11-25T13:00:01Z'));
  expect(await mailsTo(buyer)).toHaveLength(1);
  expect(await mailsTo(other)).toEqual([]);
  // A change to alerts at once applies to what has been found.
  unwrap(await change(other, weekly, { frequency: 'instant' }));
  expect(await mailsTo(other)).toHaveLength(1);
});

test('a paused search finds nothing, and is not made up for', async () => {
  const id = await save(buyer, iphones);
  await add();
  expect(unwrap(await change(buyer, id, { paused: true })).modifiedCount).toBe(1);
  expect(unwrap(await change(buyer, id, { paused: true })).modifiedCount).toBe(0);
  expect(await mailsTo(buyer)).toEqual([]);
  const missed = await add();
  unwrap(await change(buyer, id, { paused: false }));
  await matchListing(app.deps, { type: 'product.changed', productId: missed });
  expect(await mailsTo(buyer)).toEqual([]);
  await add();
  expect(await mailsTo(buyer)).toHaveLength(1);
});

test('with another search, what was found for the one before is dropped', async () => {
  const id = await save(buyer, iphones);
  await add();
  unwrap(await change(buyer, id, { search: { brand: 'Xiaomi' }, name: 'Xiaomi' }));
  expect(await mailsTo(buyer)).toEqual([]);
  await add();
  expect(await mailsTo(buyer)).toEqual([]);
  await add({ category: 'Xiaomi', name: 'Redmi Note 12' });
  expect((await mailsTo(buyer)).map(({ subject }) => subject)).toEqual([
    'A new phone for your search: Xiaomi',
  ]);
});

test('a price that falls into the range is news, a change of a known phone is not', async () => {
  const id = await app.insertProduct(seller, {
    resalePriceCents: 50_000,
    postedAt: new Date(Date.now() - 86_400_000),
  });
  await save(buyer, { ...iphones, maxPrice: 400 });
  const other = await app.insertUser('buyer');
  await save(other, iphones);
  const setPrice = async (resalePrice: number) => {
    const { token } = seller;
    unwrap(await app.call(contract.setPrice, { params: { id }, body: { resalePrice }, token }));
    await app.runJobs('dispatch-outbox');
  };
  await setPrice(450);
  expect(await mailsTo(buyer)).toEqual([]);
  await setPrice(390);
  expect(await mailsTo(buyer)).toHaveLength(1);
  await setPrice(380);
  expect(await mailsTo(buyer)).toEqual([]);
  expect(await mailsTo(other)).toEqual([]);
});

test('details that a seller states later lead to the searches that ask for them', async () => {
  await save(buyer, { ...iphones, storage: 512 });
  const id = await app.insertProduct(seller, { storageGb: null });
  await matchListing(app.deps, { type: 'product.listed', productId: id });
  expect(await mailsTo(buyer)).toEqual([]);
  const { token } = seller;
  unwrap(
    await app.call(contract.changeListing, { params: { id }, body: { storageGb: 512 }, token }),
  );
  await app.runJobs('dispatch-outbox');
  expect(await mailsTo(buyer)).toHaveLength(1);
});

test('hidden phones are not found until they are shown again', async () => {
  await save(buyer, iphones);
  const id = await app.insertProduct(seller, {
    hiddenReasons: ['paused'],
    postedAt: new Date(Date.now() + 1000),
  });
  await matchListing(app.deps, { type: 'product.listed', productId: id });
  expect(await mailsTo(buyer)).toEqual([]);
  unwrap(await app.call(contract.resumeProduct, { params: { id }, token: seller.token }));
  await app.runJobs('dispatch-outbox');
  expect(await mailsTo(buyer)).toHaveLength(1);
});

test('a phone that is hidden when its alert runs is announced once it is shown again', async () => {
  const search = await save(buyer, { ...iphones, maxPrice: 400 });
  const before = { postedAt: new Date(Date.now() - 86_400_000) };
  const paused = await add({ ...before, resalePriceCents: 30_000 });
  const gone = await add({ ...before, resalePriceCents: 20_000 });
  const params = { id: paused };
  unwrap(await app.call(contract.pauseProduct, { params, token: seller.token }));
  await app.db.update(products).set({ removedAt: new Date() }).where(eq(products.id, gone));
  expect(await mailsTo(buyer)).toEqual([]);
  // Nothing runs until it returns.
  expect(await app.db.$count(savedSearchAlerts)).toBe(0);
  const isPending = and(
    eq(savedSearchMatches.savedSearchId, search),
    isNull(savedSearchMatches.alertedAt),
  );
  expect(await app.db.$count(savedSearchMatches, isPending)).toBe(1);
  unwrap(await app.call(contract.resumeProduct, { params, token: seller.token }));
  await app.runJobs('dispatch-outbox');
  expect((await mailsTo(buyer)).map(({ subject }) => subject)).toEqual([
    'A new phone for your search: My search',
  ]);
  await matchListing(app.deps, { type: 'product.changed', productId: paused });
  expect(await mailsTo(buyer)).toEqual([]);
});

test('a listing that is released from review is new to searches that were saved while it was held', async () => {
  const admin = await app.insertUser('admin');
  const hold = async (id: string) => {
    await app.db
      .update(products)
      .set({ hiddenReasons: ['review'] })
      .where(eq(products.id, id));
    await app.db
      .insert(riskAssessments)
      .values({ productId: id, score: 90, parts: [], heldAt: new Date() });
  };
  const postedAt = new Date(Date.now() - 86_400_000);
  const atOnce = await app.insertProduct(seller, { postedAt, resalePriceCents: 10_000 });
  await hold(atOnce);
  const shownBefore = await app.insertProduct(seller, { postedAt, resalePriceCents: 20_000 });
  const early = await app.insertUser('buyer');
  await save(early, iphones);
  await hold(shownBefore);
  const late = await app.insertUser('buyer');
  await save(late, iphones);
  for (const id of [atOnce, shownBefore]) {
    const body = { released: true, reason: 'The photos are real' };
    const params = { id };
    unwrap(await app.call(contract.decideHeldListing, { params, body, token: admin.token }));
  }
  await app.runJobs('dispatch-outbox', 'send-search-alerts', 'dispatch-outbox');
  const pricesTo = ({ email }: TestUser) =>
    app.sentMails.filter(({ to }) => to === email).map(({ text }) => text.match(/\$[12]00/g));
  expect(pricesTo(late)).toEqual([['$100', '$200']]);
  expect(pricesTo(early)).toEqual([['$100']]);
  // Who saves the search afterwards has seen them, also if they are changed.
  const after = await app.insertUser('buyer');
  await save(after, iphones);
  await matchListing(app.deps, { type: 'product.changed', productId: atOnce });
  expect(await mailsTo(after)).toEqual([]);
});

test('removed users get no alerts, and their searches are deleted; finds go once a phone is gone', async () => {
  const leaver = await app.insertUser('buyer');
  await save(leaver, iphones);
  const id = await save(buyer, iphones);
  const [gone] = [await add(), await add()];
  await app.db.update(users).set({ removedAt: new Date() }).where(eq(users.id, leaver.id));
  expect(await mailsTo(leaver)).toEqual([]);
  await app.db.update(products).set({ removedAt: new Date() }).where(eq(products.id, gone));
  await app.db.update(savedSearchMatches).set({ foundAt: sql`now() - interval '31 days'` });
  await purgeSavedSearches(app.db, 30);
  const left = await app.db.select({ id: savedSearches.id }).from(savedSearches);
  expect(left).toEqual([{ id }]);
  expect(await app.db.$count(savedSearchMatches)).toBe(1);
});
