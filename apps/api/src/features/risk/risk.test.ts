import {
  addProduct,
  editProduct,
  getListing,
  listMyProducts,
  listOwnDecisions,
  listProducts,
  listRiskyListings,
  type NewProduct,
  reportProduct,
  riskExplanations,
  riskWeights,
  setPrice,
} from '@redial/contract';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  publicUrl,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import {
  auditEntries,
  images,
  orders,
  outbox,
  products,
  riskAssessments,
} from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { createRiskCalls, newProduct } from './risk.fixture.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin');
  await app.runJobs('update-prices');
});
afterAll(() => app.close());

const { knownSeller, list, partsOf, isPublic, review, decide } = createRiskCalls(() => ({
  app,
  admin,
}));

test('a plain listing of a known seller has no risk and is public', async () => {
  const seller = await knownSeller();
  const { id } = await list(seller);
  expect(await partsOf(id)).toEqual([]);
  expect(await isPublic(id)).toBe(true);
  expect(await review(seller, id)).toEqual({ held: false, heldAt: null, reasons: [] });
});

test('a new seller adds to the score, until a sale is completed', async () => {
  const seller = await app.insertUser('seller');
  const { id } = await list(seller);
  expect(await partsOf(id)).toEqual(['new-seller']);
  expect(await isPublic(id)).toBe(true);
});

test('a risky listing is held before anybody sees it, and its seller reads why', async () => {
  const seller = await knownSeller();
  const about = { resalePrice: 99, description: 'As new, call +33 6 12 34 56 78' };
  const { id } = await list(seller, about, true);
  expect(await partsOf(id)).toEqual(['contact-data', 'photo-seen', 'price-low']);
  expect(await isPublic(id)).toBe(false);
  expect(resultCode(await app.call(getListing, { params: { id } }))).toBe('product.not-found');
  expect(resultCode(await app.call(reportProduct, { body: { _id: id } }))).toBe(
    'product.not-found',
  );
  const shown = await review(seller, id);
  expect(shown).toEqual({
    held: true,
    heldAt: expect.any(String),
    reasons: expect.arrayContaining([
      riskExplanations['price-low'],
      riskExplanations['photo-seen'],
      riskExplanations['contact-data'],
    ]),
  });
  // Without the time, whose digits can be those of the score.
  expect(JSON.stringify({ ...shown, heldAt: undefined })).not.toMatch(/score|75/);
  const query = { email: seller.email };
  const [own] = unwrap(await app.call(listMyProducts, { query, token: seller.token }));
  expect(own).toMatchObject({ _id: id, inReview: true });
  await app.runJobs();
  const mails = await app.db
    .select({ subject: sql<string>`payload ->> 'subject'` })
    .from(outbox)
    .where(sql`payload ->> 'to' = ${seller.email}`);
  expect(mails.map(({ subject }) => subject)).toContain(`We check your listing: ${own?.name}`);
});

test('moderators see each part with its weight, the held ones first', async () => {
  const seller = await knownSeller();
  const { id } = await list(seller, { resalePrice: 99 }, true);
  const { listings, holdAbove } = unwrap(await app.call(listRiskyListings, { token: admin.token }));
  expect(holdAbove).toBe(60);
  const found = listings.find(({ _id }) => _id === id);
  expect(found).toMatchObject({ held: true, score: 65 });
  expect(found?.parts.map(({ code, weight }) => [code, weight])).toEqual(
    Object.entries(riskWeights),
  );
  expect(found?.parts.find(({ code }) => code === 'price-low')?.detail).toMatch(
    /^Asks \$99, worth \$\d+ \(\d+%\)\.$/,
  );
  expect(found?.parts.find(({ code }) => code === 'refunds')).toMatchObject({
    applies: false,
    detail: null,
  });
  const holds = listings.map(({ held }) => held);
  expect(holds).toEqual([...holds].sort((a, b) => Number(b) - Number(a)));
});

test('a released listing is public and stays so for the same parts, but not for new ones', async () => {
  const seller = await knownSeller();
  const { id, body } = await list(seller, { resalePrice: 99 }, true);
  expect(resultCode(await decide(id, true))).toBe('ok');
  expect(await isPublic(id)).toBe(true);
  expect(resultCode(await decide(id, true))).toBe('risk.not-held');
  await app.runJobs();
  expect(await isPublic(id)).toBe(true);
  const edit = (about: Partial<NewProduct>) =>
    app.call(editProduct, { params: { id }, body: { ...body, ...about }, token: seller.token });
  unwrap(await edit({ description: 'Still the same phone' }));
  expect(await isPublic(id)).toBe(true);
  unwrap(await edit({ description: 'Write to rana@mail.com' }));
  expect(await isPublic(id)).toBe(false);
  const [entry] = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.targetId, id))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  expect(entry).toMatchObject({
    action: 'held-listing.decided',
    changes: { review: ['held', 'released'] },
    reason: 'Looked at it',
  });
});

test('a refused listing is removed, and its seller is notified', async () => {
  const seller = await knownSeller();
  const { id } = await list(seller, { resalePrice: 99 }, true);
  unwrap(await decide(id, false));
  expect(resultCode(await app.call(getListing, { params: { id }, token: seller.token }))).toBe(
    'product.not-found',
  );
  await app.runJobs();
  const mails = await app.db
    .select({ subject: sql<string>`payload ->> 'subject'` })
    .from(outbox)
    .where(sql`payload ->> 'to' = ${seller.email}`);
  const subjects = mails.map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Taken down: '))).toHaveLength(1);
  const { decisions } = unwrap(await app.call(listOwnDecisions, { token: seller.token }));
  expect(decisions).toMatchObject([{ kind: 'remove', target: { kind: 'listing', id } }]);
  const [decision] = decisions;
  expect(decision?.canAppealUntil).toEqual(expect.any(String));
});

test('of two decisions at once, one counts', async () => {
  const seller = await knownSeller();
  const { id } = await list(seller, { resalePrice: 99 }, true);
  const other = await app.insertUser('admin');
  const results = await Promise.all([decide(id, true), decide(id, false, other)]);
  expect(results.map(resultCode).sort()).toEqual(['ok', 'risk.not-held']);
});

test('a price that is lowered afterwards holds the listing', async () => {
  const seller = await knownSeller();
  const { id } = await list(seller, {}, true);
  expect(await isPublic(id)).toBe(true);
  const body = { resalePrice: 99 };
  unwrap(await app.call(setPrice, { params: { id }, body, token: seller.token }));
  expect(await isPublic(id)).toBe(false);
});

test('an ordered phone is not hidden', async () => {
  const seller = await knownSeller();
  const { id } = await list(seller, {}, true);
  await app.db
    .update(products)
    .set({ status: 'Sold', resalePriceCents: 9900 })
    .where(eq(products.id, id));
  await app.runJobs();
  const [row] = await app.db.select().from(products).where(eq(products.id, id));
  expect(row?.hiddenReasons).toEqual([]);
});

test('many refunds of a seller add to the score', async () => {
  const seller = await knownSeller();
  const buyer = await app.insertUser('buyer');
  const sell = async (state: 'refunded' | 'completed') => {
    const productId = await app.insertProduct(seller, { status: 'Sold' });
    await app.database.executeAsOwner('alter table orders disable trigger user');
    await app.database.executeAsOwner(
      'alter table orders drop constraint if exists orders_paid_payment',
    );
    await app.db.insert(orders).values({
      id: newId(),
      productId,
      sellerId: seller.id,
      buyerId: buyer.id,
      productName: 'A phone',
      imageUrl: '/a.jpg',
      priceCents: 34_500,
      phone: '0612345678',
      location: 'Here',
      state,
      paidPaymentId: newId(),
      expiresAt: new Date(),
    });
  };
  await sell('refunded');
  await sell('refunded');
  expect(await partsOf((await list(seller)).id)).toEqual([]);
  await sell('refunded');
  expect(await partsOf((await list(seller)).id)).toEqual(['refunds']);
  for (let n = 0; n < 7; n++) await sell('completed');
  expect(await partsOf((await list(seller)).id)).toEqual([]);
});

test('listings without a score get one by the job, which holds none of them', async () => {
  const seller = await app.insertUser('seller');
  const id = await app.insertProduct(seller, { imageUrl: '/images/none-960.jpg' });
  await app.runJobs('assess-listings');
  expect(await partsOf(id)).toContain('new-seller');
  expect(await isPublic(id)).toBe(true);
});

test('scores are deleted 90 days after the listing is no longer on offer', async () => {
  const seller = await knownSeller();
  const { id } = await list(seller);
  const isKept = async (days: number, about: Partial<typeof products.$inferInsert>) => {
    await app.db.update(products).set(about).where(eq(products.id, id));
    await app.db
      .update(riskAssessments)
      .set({ assessedAt: sql`now() - make_interval(days => ${days})` })
      .where(eq(riskAssessments.productId, id));
    await app.runJobs('purge-contact-data');
    return (await partsOf(id)) !== undefined;
  };
  expect(await isKept(91, { removedAt: null })).toBe(true);
  expect(await isKept(89, { removedAt: new Date() })).toBe(true);
  expect(await isKept(91, { removedAt: new Date() })).toBe(false);
});

test('with a limit of 100 nothing is held', async () => {
  const open = await createTestApp({ settings: { holdListingsAbove: 100 } });
  try {
    const seller = await open.insertUser('seller');
    const imageId = newId();
    await open.db
      .insert(images)
      .values({ id: imageId, uploadedBy: seller.id, width: 960, height: 960 });
    const body = newProduct(`${publicUrl}/images/${imageId}-960.jpg`, { resalePrice: 1 });
    const { insertedId } = unwrap(await open.call(addProduct, { body, token: seller.token }));
    const shown = unwrap(await open.call(listProducts, {}));
    expect(shown.some(({ _id }) => _id === insertedId)).toBe(true);
  } finally {
    await open.close();
  }
});
