import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultCode, unwrap } from '../../../test/test-app.ts';
import { reviews, users } from '../../db/schema/index.ts';
import { purgeContactData } from '../accounts/purge-contact-data.ts';
import { createReviewsFixture, good, ofSeller, type ReviewsFixture } from './reviews.fixture.ts';

let app: ReviewsFixture;

beforeAll(async () => {
  app = await createReviewsFixture();
});
afterAll(() => app.close());

test('a profile has what is known of a seller', async () => {
  const seller = await app.insertUser('seller', { name: 'Vera Verified' });
  await app.db.update(users).set({ verified: true }).where(eq(users.id, seller.id));
  expect(await app.profileOf(seller)).toMatchObject({
    name: 'Vera Verified',
    seller: true,
    varified: true,
    place: null,
    completedSales: 0,
    gradeAccuracy: null,
    ratings: { seller: null, buyer: null },
    current: [],
    soldCount: 0,
  });
  await app.insertProduct(seller, { name: 'On offer', location: 'Porto' });
  await app.insertProduct(seller, {
    name: 'Hidden',
    hiddenReasons: ['paused'],
    location: 'Secret',
  });
  await app.insertProduct(seller, { name: 'Removed', removedAt: new Date() });
  const sold = await app.payOrder({ of: seller, product: { name: 'Sold one' } });
  await app.move(sold.orderId, 'meet', 'accept');
  unwrap(await app.write(sold.orderId, app.buyer, { ...good, stars: 5 }));
  unwrap(await app.write(sold.orderId, seller, ofSeller));
  const disputed = await app.payOrder({ of: seller, product: { name: 'Not as described' } });
  await app.move(disputed.orderId, 'meet');
  const dispute = unwrap(
    await app.call(contract.openDispute, {
      params: { id: disputed.orderId },
      body: {
        reason: 'not-as-described',
        text: 'A crack',
        defects: [{ part: 'screen', kind: 'crack' }],
      },
      token: app.buyer.token,
    }),
  );
  const body = { kind: 'partial-refund', refund: 50, reason: 'There is a crack.' } as const;
  const params = { id: dispute.insertedId };
  unwrap(await app.call(contract.decideDispute, { params, body, token: app.admin.token }));
  const profile = await app.profileOf(seller);
  expect(profile).toMatchObject({
    place: 'Lyon, France',
    completedSales: 2,
    gradeAccuracy: { sales: 2, asDescribed: 1 },
    currentCount: 1,
    soldCount: 2,
    ratings: {
      seller: {
        average: 4.17,
        count: 1,
        stars: [0, 0, 0, 0, 1],
        points: { asDescribed: { average: 4.17, count: 1 }, handover: null },
      },
      buyer: null,
    },
  });
  expect(profile.current.map(({ name }) => name)).toEqual(['On offer']);
  expect(JSON.stringify(profile)).not.toContain(seller.email);
  expect(JSON.stringify(profile)).not.toContain('Secret');
  const product = unwrap(await app.call(contract.getProduct, { params: { id: sold.productId } }));
  expect(product.seller).toEqual({
    _id: seller.id,
    photo: null,
    rating: { average: 4.17, count: 1 },
  });
});

test('unknown and deleted people, and buyers without reviews, have no profile', async () => {
  const seller = await app.insertUser('seller');
  const code = async (id: string) =>
    resultCode(await app.call(contract.getProfile, { params: { id } }));
  expect(await code(seller.id)).toBe('ok');
  await app.db.update(users).set({ removedAt: new Date() }).where(eq(users.id, seller.id));
  expect(await code(seller.id)).toBe('profile.not-found');
  expect(await code(app.other.id)).toBe('profile.not-found');
  expect(await code('0199f2c0-1a00-7000-8000-0000000000ff')).toBe('profile.not-found');
  expect(await app.profileOf(app.buyer)).toMatchObject({ name: 'Nora B.', seller: false });
  const hidden = await app.call(contract.listReviews, { params: { id: seller.id }, query: {} });
  expect(resultCode(hidden)).toBe('profile.not-found');
});

test('reviews of a deleted account stay without its name, and lose their text after 30 days', async () => {
  const buyer = await app.insertUser('buyer', { name: 'Leo Leaver' });
  const id = await app.endOrder();
  unwrap(await app.write(id, app.buyer, good));
  const reviewId = unwrap(await app.write(id, app.seller, ofSeller)).insertedId;
  await app.db.insert(reviews).values({
    id: buyer.id,
    orderId: (await app.payOrder()).orderId,
    party: 'buyer',
    authorId: buyer.id,
    subjectId: app.seller.id,
    stars: 3,
    text: 'Written by somebody who left',
    publishedAt: new Date(),
  });
  const shown = async () => (await app.listOf(app.seller)).find(({ _id }) => _id === buyer.id);
  expect(await shown()).toMatchObject({ authorName: 'Leo L.', content: { stars: 3 } });
  await app.db.execute(sql`update users set removed_at = now() - interval '29 days'
    where id = ${buyer.id}`);
  await purgeContactData(app.deps);
  expect(await shown()).toMatchObject({ authorName: null, content: { text: /who left/ } });
  await app.db.execute(sql`update users set removed_at = now() - interval '31 days'
    where id = ${buyer.id}`);
  await purgeContactData(app.deps);
  expect(await shown()).toMatchObject({ authorName: null, content: { stars: 3, text: '' } });
  const [kept] = await app.db.select().from(reviews).where(eq(reviews.id, reviewId));
  expect(kept?.text).toBe(ofSeller.text);
});

test('the list of reviews is paginated, newest first, without gaps', async () => {
  const seller = await app.insertUser('seller');
  const { orderId } = await app.payOrder();
  const rows = Array.from({ length: 45 }, (_, n) => n);
  for (const n of rows) {
    const id = `0199f2c0-1a00-7000-8000-${String(n).padStart(12, '0')}`;
    await app.db.execute(sql`
      insert into orders (id, product_id, seller_id, buyer_id, product_name, image_url, price_cents,
        phone, location, state, expires_at)
      select ${id}, product_id, seller_id, buyer_id, product_name, image_url, price_cents, phone,
        location, 'cancelled', now() from orders where id = ${orderId}`);
    await app.db.insert(reviews).values({
      id,
      orderId: id,
      party: 'buyer',
      authorId: app.buyer.id,
      subjectId: seller.id,
      stars: 5,
      text: `${n}`,
      // Several at the same time.
      publishedAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 4))),
    });
  }
  const texts: (string | undefined)[] = [];
  let before: string | undefined;
  do {
    const query = before === undefined ? {} : { before };
    const page = unwrap(await app.call(contract.listReviews, { params: { id: seller.id }, query }));
    texts.push(...page.reviews.map(({ content }) => content?.text));
    before = page.nextBefore ?? undefined;
  } while (before !== undefined);
  expect(texts).toEqual(rows.map(String).reverse());
});
