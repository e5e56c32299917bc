import { createReport, type NewReport, removeReview, reportProduct } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, resultCode, type TestApp, type TestUser } from '../../../test/test-app.ts';
import { orders, reports, reviews } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { eraseReportTexts } from './erase-report-texts.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
});
afterAll(() => app.close());

const report = (body: NewReport, caller?: TestUser) =>
  app.call(createReport, { body, ...(caller ? { token: caller.token } : {}) });
const storedAbout = (target: Partial<Record<'productId' | 'userId' | 'reviewId', string>>) => {
  const [[column, id] = []] = Object.entries(target);
  if (!column || !id) throw new Error('no target');
  return app.db
    .select()
    .from(reports)
    .where(eq(reports[column as 'productId'], id));
};

/** A published review of the buyer about the seller. */
async function insertReview(): Promise<string> {
  const [orderId, id] = [newId(), newId()];
  await app.db.insert(orders).values({
    id: orderId,
    productId: await app.insertProduct(seller),
    sellerId: seller.id,
    buyerId: buyer.id,
    productName: 'iPhone 13',
    imageUrl: '/images/x.jpg',
    priceCents: 34_500,
    phone: '+33 6 12 34 56 78',
    location: 'Here',
    expiresAt: new Date(),
    state: 'cancelled',
  });
  await app.db.insert(reviews).values({
    id,
    orderId,
    party: 'buyer',
    authorId: buyer.id,
    subjectId: seller.id,
    stars: 1,
    text: 'Bad',
    publishedAt: new Date(),
  });
  return id;
}

test.each(['listing', 'person', 'review'] as const)(
  'users and visitors report a %s once each, with a reason and a text, and nobody the own one',
  async (kind) => {
    const own = kind === 'review' ? buyer : seller;
    const other = kind === 'review' ? seller : buyer;
    const id =
      kind === 'listing'
        ? await app.insertProduct(seller)
        : kind === 'person'
          ? seller.id
          : await insertReview();
    const body: NewReport = { target: { kind, id }, reason: 'spam', text: ' Look at it. ' };
    expect(resultCode(await report(body, own))).toBe('report.own');
    const twice = await Promise.all([report(body, other), report(body, other)]);
    expect(twice.map(resultCode).sort()).toEqual(['ok', 'report.duplicate']);
    expect(resultCode(await report(body))).toBe('ok');
    expect(resultCode(await report({ ...body, reason: 'other' }))).toBe('report.duplicate');
    const column = { listing: 'productId', person: 'userId', review: 'reviewId' }[kind];
    const stored = await storedAbout({ [column]: id });
    expect(stored.map(({ reason, text, state }) => ({ reason, text, state }))).toEqual(
      Array(2).fill({ reason: 'spam', text: 'Look at it.', state: 'open' }),
    );
    expect(stored.map(({ reporter }) => reporter).join()).not.toContain('127.0.0.1');
  },
);

test('the report of the specification has no reason, and counts as the one of its reporter', async () => {
  const id = await app.insertProduct(seller);
  const { token } = buyer;
  expect(resultCode(await app.call(reportProduct, { body: { _id: id }, token }))).toBe('ok');
  expect(await storedAbout({ productId: id })).toMatchObject([{ reason: 'unspecified' }]);
  const body: NewReport = { target: { kind: 'listing', id }, reason: 'stolen' };
  expect(resultCode(await report(body, buyer))).toBe('report.duplicate');
});

test('what others cannot see cannot be reported', async () => {
  const about = (kind: NewReport['target']['kind'], id: string): NewReport => ({
    target: { kind, id },
    reason: 'other',
  });
  const hidden = await app.insertProduct(seller, { hiddenReasons: ['paused'] });
  expect(resultCode(await report(about('listing', hidden)))).toBe('product.not-found');
  const sold = await app.insertProduct(seller, { status: 'Sold' });
  expect(resultCode(await report(about('listing', sold)))).toBe('product.sold');
  const nobody = await app.insertUser('buyer');
  expect(resultCode(await report(about('person', nobody.id)))).toBe('profile.not-found');
  const reviewId = await insertReview();
  const admin = await app.insertUser('admin');
  await app.call(removeReview, {
    params: { id: reviewId },
    body: { reason: 'Insult' },
    token: admin.token,
  });
  expect(resultCode(await report(about('review', reviewId)))).toBe('review.not-found');
});

test('a deleted account leaves its reports without what it wrote', async () => {
  const reporter = await app.insertUser('buyer');
  const id = await app.insertProduct(seller);
  await report({ target: { kind: 'listing', id }, reason: 'fraud', text: 'Secret' }, reporter);
  await inTransaction(app.db, (tx) => eraseReportTexts(tx, reporter.id));
  expect(await storedAbout({ productId: id })).toMatchObject([{ reason: 'fraud', text: null }]);
});
