import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { resultCode, type TestUser, unwrap } from '../../../test/test-app.ts';
import { domainEvents, outbox, reviews, users } from '../../db/schema/index.ts';
import { createReviewsFixture, good, ofSeller, type ReviewsFixture } from './reviews.fixture.ts';

let app: ReviewsFixture;

beforeAll(async () => {
  app = await createReviewsFixture();
});
afterAll(() => app.close());

test('the reviews of an order are published together when both are in', async () => {
  const id = await app.endOrder();
  const mine = unwrap(await app.write(id, app.buyer, good)).insertedId;
  expect(await app.publishedOf(id)).toEqual([]);
  const seen = await app.read(id, app.seller);
  expect(seen).toMatchObject({ party: 'seller', own: null, otherWritten: true, other: null });
  expect(JSON.stringify(seen)).not.toContain(good.text);
  unwrap(await app.write(id, app.seller, ofSeller));
  expect(await app.publishedOf(id)).toEqual(['buyer', 'seller']);
  expect(await app.read(id, app.seller)).toMatchObject({
    closesAt: null,
    own: ofSeller,
    other: { content: good, _id: mine },
  });
  expect(resultCode(await app.write(id, app.buyer, { ...good, stars: 1 }))).toBe(
    'review.published',
  );
  expect((await app.read(id, app.buyer)).own).toMatchObject(good);
});

test.each([
  ['before the payment', 'unpaid'],
  ['while it is held', 'paid'],
  ['while it is inspected', 'delivered'],
  ['in a dispute', 'disputed'],
] as const)('an order cannot be reviewed %s', async (_when, state) => {
  const { orderId } = state === 'disputed' ? await app.payAndDispute() : await app.payOrder();
  if (state === 'delivered') await app.move(orderId, 'meet');
  if (state === 'unpaid') {
    const product = await app.insertProduct(app.seller, { resalePriceCents: 34_500 });
    const body = { productId: product, phone: '+33 6 12 34 56 78', location: 'Here' };
    const { token } = app.buyer;
    const { insertedId } = unwrap(await app.call(contract.placeOrder, { body, token }));
    expect(resultCode(await app.write(insertedId, app.buyer, good))).toBe('review.not-open');
    return;
  }
  expect(resultCode(await app.write(orderId, app.buyer, good))).toBe('review.not-open');
  expect(resultCode(await app.write(orderId, app.seller, ofSeller))).toBe('review.not-open');
  expect(await app.read(orderId, app.buyer)).toMatchObject({ closesAt: null, own: null });
});

test('a review can be written until the last moment of 14 days, and not after, also if the job is late', async () => {
  const id = await app.endOrder();
  const { closesAt } = await app.read(id, app.buyer);
  expect(Date.parse(closesAt ?? '') - Date.now()).toBeGreaterThan(13.9 * 86_400_000);
  await app.age(id, '13 days 23:59:00');
  unwrap(await app.write(id, app.buyer, good));
  await app.fire();
  expect(await app.publishedOf(id)).toEqual([]);
  unwrap(await app.write(id, app.buyer, { ...good, stars: 3 }));
  await app.age(id, '2 minutes');
  expect(resultCode(await app.write(id, app.seller, ofSeller))).toBe('review.not-open');
  expect(resultCode(await app.write(id, app.buyer, { ...good, stars: 1 }))).toBe('review.not-open');
  expect(await app.publishedOf(id)).toEqual([]);
  await app.fire();
  expect(await app.publishedOf(id)).toEqual(['buyer']);
  expect((await app.read(id, app.seller)).other).toMatchObject({ content: { stars: 3 } });
  expect(resultCode(await app.write(id, app.seller, ofSeller))).toBe('review.not-open');
  expect(resultCode(await app.write(id, app.buyer, { ...good, stars: 1 }))).toBe(
    'review.published',
  );
  await app.fire();
  expect(await app.publishedOf(id)).toEqual(['buyer']);
});

test('the time for reviews does not start again if a completed order is charged back', async () => {
  const id = await app.endOrder();
  await app.age(id, '10 days');
  const before = (await app.read(id, app.buyer)).closesAt;
  await app.move(id, 'loseChargeback');
  expect((await app.read(id, app.buyer)).closesAt).toBe(before);
  await app.age(id, '14 days');
  await app.fire();
  const other = await app.endOrder();
  await app.age(other, '14 days');
  await app.fire();
  await app.move(other, 'loseChargeback');
  expect(resultCode(await app.write(other, app.buyer, good))).toBe('review.not-open');
});

test('a refunded order can be reviewed, and the order names it as the next step', async () => {
  const id = await app.endOrder('cancelSale');
  const details = async ({ token }: TestUser) =>
    unwrap(await app.call(contract.getOrderDetails, { params: { id }, token }));
  expect(await details(app.buyer)).toMatchObject({ actions: ['review'], nextAction: 'review' });
  expect((await details(app.seller)).actions).toEqual(['relist', 'review']);
  unwrap(await app.write(id, app.buyer, { stars: 2, text: '', points: {} }));
  expect(await details(app.buyer)).toMatchObject({ actions: [], nextAction: null });
  expect((await details(app.admin)).actions).toEqual([]);
});

test('repeated and simultaneous calls leave one review per party, published once', async () => {
  const id = await app.endOrder();
  const [first, second] = await Promise.all([
    app.write(id, app.buyer, good),
    app.write(id, app.buyer, good),
  ]);
  expect(unwrap(first).insertedId).toBe(unwrap(second).insertedId);
  const both = await app.endOrder();
  const results = await Promise.all([
    app.write(both, app.buyer, good),
    app.write(both, app.seller, ofSeller),
    app.write(both, app.buyer, good),
    app.write(both, app.seller, ofSeller),
  ]);
  expect(new Set(results.map((result) => unwrap(result).insertedId)).size).toBe(2);
  expect(await app.publishedOf(both)).toEqual(['buyer', 'seller']);
  const { rows } = await app.db.execute(sql`
    select e.type from domain_events e join reviews r on r.id::text = e.payload ->> 'reviewId'
    where r.order_id = ${both} and e.type = 'review.published'`);
  expect(rows).toHaveLength(2);
});

test('only the parties read and write the reviews of an order, and each about its own points', async () => {
  const id = await app.endOrder();
  for (const user of [app.other, app.admin]) {
    expect(resultCode(await app.write(id, user, good))).toBe('order.not-found');
    const params = { id };
    const { token } = user;
    expect(resultCode(await app.call(contract.getOrderReviews, { params, token }))).toBe(
      'order.not-found',
    );
  }
  expect(resultCode(await app.write(id, app.seller, good))).toBe('validation.failed');
  expect(resultCode(await app.write(id, app.buyer, { ...good, stars: 6 }))).toBe('request.invalid');
  expect(resultCode(await app.write(id, app.buyer, { ...good, stars: 0 }))).toBe('request.invalid');
  expect(resultCode(await app.write(id, app.buyer, { ...good, stars: 4.5 }))).toBe(
    'request.invalid',
  );
  const long = { ...good, text: 'x'.repeat(1001) };
  expect(resultCode(await app.write(id, app.buyer, long))).toBe('request.invalid');
});

test('the person whom a published review is about replies once', async () => {
  const id = await app.endOrder();
  const reviewId = unwrap(await app.write(id, app.buyer, good)).insertedId;
  const reply = ({ token }: TestUser, text = 'Thank you!') =>
    app.call(contract.replyToReview, { params: { id: reviewId }, body: { text }, token });
  expect(resultCode(await reply(app.seller))).toBe('review.not-found');
  unwrap(await app.write(id, app.seller, ofSeller));
  expect(resultCode(await reply(app.buyer))).toBe('review.not-found');
  expect(resultCode(await reply(app.other))).toBe('review.not-found');
  const results = await Promise.all([reply(app.seller), reply(app.seller)]);
  expect(results.map((result) => unwrap(result).modifiedCount).sort()).toEqual([0, 1]);
  expect(resultCode(await reply(app.seller, 'Something else'))).toBe('review.replied');
  const shown = (await app.listOf(app.seller)).find(({ _id }) => _id === reviewId);
  expect(shown?.reply?.text).toBe('Thank you!');
});

test('the public reads no contact data in a review or a reply, the parties read all of it', async () => {
  const id = await app.endOrder();
  const text = 'Great seller, write to rana.ahmed@mail.com';
  const reviewId = unwrap(await app.write(id, app.buyer, { ...good, text })).insertedId;
  unwrap(await app.write(id, app.seller, ofSeller));
  unwrap(
    await app.call(contract.replyToReview, {
      params: { id: reviewId },
      body: { text: 'Or call +33 6 12 34 56 78' },
      token: app.seller.token,
    }),
  );
  const shown = JSON.stringify((await app.listOf(app.seller)).find(({ _id }) => _id === reviewId));
  expect(shown).toContain('Great seller');
  expect(shown).not.toContain('rana.ahmed');
  expect(shown).not.toContain('34 56');
  expect((await app.read(id, app.seller)).other?.content?.text).toBe(text);
  expect((await app.read(id, app.buyer)).own?.text).toBe(text);
});

test('the public reads no contact data in the name of an author', async () => {
  const id = await app.endOrder();
  await app.db.update(users).set({ name: '+33612345678' }).where(eq(users.id, app.buyer.id));
  onTestFinished(async () => {
    await app.db.update(users).set({ name: 'A buyer' }).where(eq(users.id, app.buyer.id));
  });
  const reviewId = unwrap(await app.write(id, app.buyer, good)).insertedId;
  unwrap(await app.write(id, app.seller, ofSeller));
  expect((await app.listOf(app.seller)).find(({ _id }) => _id === reviewId)).toMatchObject({
    authorName: '+•••••',
  });
});

test('a moderator removes a published review with a reason, and a placeholder stays', async () => {
  const id = await app.endOrder();
  const reviewId = unwrap(
    await app.write(id, app.buyer, { ...good, text: 'He lives at 5 Elm St' }),
  ).insertedId;
  const remove = ({ token }: TestUser, reason = 'A private address') =>
    app.call(contract.removeReview, { params: { id: reviewId }, body: { reason }, token });
  expect(resultCode(await remove(app.admin))).toBe('review.not-found');
  unwrap(await app.write(id, app.seller, ofSeller));
  expect(resultCode(await remove(app.seller))).toBe('role.forbidden');
  app.setNow(new Date(Date.now() + 16 * 60_000));
  expect(resultCode(await remove(app.admin))).toBe('session.step-up-required');
  app.setNow(undefined);
  const before = (await app.profileOf(app.seller)).ratings.seller?.count ?? 0;
  expect(unwrap(await remove(app.admin)).modifiedCount).toBe(1);
  expect(unwrap(await remove(app.admin, 'Again')).modifiedCount).toBe(0);
  const shown = (await app.listOf(app.seller)).find(({ _id }) => _id === reviewId);
  expect(shown).toMatchObject({ content: null, reply: null, removedAt: expect.any(String) });
  const { other } = await app.read(id, app.seller);
  expect(other).toMatchObject({ content: null, reply: null, removedAt: expect.any(String) });
  expect(JSON.stringify(other)).not.toMatch(/private address|Elm St/);
  expect((await app.read(id, app.buyer)).own?.removalReason).toBe('A private address');
  expect((await app.profileOf(app.seller)).ratings.seller?.count ?? 0).toBe(before - 1);
  const [row] = await app.db.select().from(reviews).where(eq(reviews.id, reviewId));
  expect(row).toMatchObject({ removedBy: app.admin.id, removalReason: 'A private address' });
});

test('the database refuses to change or delete a published review', async () => {
  const id = await app.endOrder();
  unwrap(await app.write(id, app.buyer, good));
  unwrap(await app.write(id, app.seller, ofSeller));
  for (const change of [
    'stars = 1',
    "text = 'Bad'",
    'published_at = null',
    'author_id = subject_id',
  ]) {
    const update = app.db.execute(`update reviews set ${change} where order_id = '${id}'`);
    await expect(update, change).rejects.toThrow();
  }
  await expect(app.db.execute(`delete from reviews where order_id = '${id}'`)).rejects.toThrow();
});

test('each step of a review notifies the one whom it concerns', async () => {
  // Deliver only what this test causes.
  await app.db.delete(domainEvents);
  await app.db.delete(outbox);
  app.sentMails.splice(0);
  const mailed = async () => {
    await app.runJobs('dispatch-outbox');
    return app.sentMails.splice(0).map(({ to, subject }) => {
      const name = to === app.seller.email ? 'seller' : to === app.buyer.email ? 'buyer' : to;
      return `${name}: ${subject.split(':')[0]}`;
    });
  };
  const id = await app.endOrder();
  await mailed();
  const reviewId = unwrap(await app.write(id, app.buyer, good)).insertedId;
  expect(await mailed()).toEqual(['seller: You have a review to read']);
  unwrap(await app.write(id, app.seller, ofSeller));
  expect((await mailed()).sort()).toEqual([
    'buyer: A review about you is published',
    'seller: A review about you is published',
  ]);
  const params = { id: reviewId };
  const reply = { params, body: { text: 'Thanks' }, token: app.seller.token };
  unwrap(await app.call(contract.replyToReview, reply));
  expect(await mailed()).toEqual(['buyer: A reply to your review']);
  const removal = { params, body: { reason: 'Spam' }, token: app.admin.token };
  unwrap(await app.call(contract.removeReview, removal));
  expect(await mailed()).toEqual(['buyer: Your review was removed']);
});
