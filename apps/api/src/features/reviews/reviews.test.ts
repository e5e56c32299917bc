import type { ReviewContent } from '@redial/contract';
import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultCode, type TestUser, unwrap } from '../../../test/test-app.ts';
import { domainEvents, outbox, reviews, users } from '../../db/schema/index.ts';
import { deadlineHandlers } from '../../deadline-handlers.ts';
import { purgeContactData } from '../accounts/purge-contact-data.ts';
import { createTradeFixture, type TradeFixture } from '../disputes/trade.fixture.ts';
import { fireDeadlines } from '../orders/fire-deadlines.ts';

let app: TradeFixture;

beforeAll(async () => {
  app = await createTradeFixture();
});
afterAll(() => app.close());

const good: ReviewContent = {
  stars: 5,
  text: 'Just as described.',
  points: { asDescribed: 5, communication: 4 },
};
const ofSeller: ReviewContent = { stars: 4, text: 'On time.', points: { communication: 5 } };

async function endOrder(...transitions: Parameters<TradeFixture['move']>[1][]): Promise<string> {
  const { orderId } = await app.payOrder();
  await app.move(
    orderId,
    ...(transitions.length > 0 ? transitions : (['meet', 'accept'] as const)),
  );
  return orderId;
}

const write = (id: string, { token }: TestUser, body: ReviewContent) =>
  app.call(contract.writeReview, { params: { id }, body, token });
const read = async (id: string, { token }: TestUser) =>
  unwrap(await app.call(contract.getOrderReviews, { params: { id }, token }));
const listOf = async ({ id }: { id: string }) =>
  unwrap(await app.call(contract.listReviews, { params: { id }, query: {} })).reviews;
const profileOf = async ({ id }: { id: string }) =>
  unwrap(await app.call(contract.getProfile, { params: { id } }));

/** The published reviews about both parties of the fixture that are about an order's phone. */
async function publishedOf(orderId: string) {
  const rows = await app.db.select().from(reviews).where(eq(reviews.orderId, orderId));
  const ids = new Set(rows.map(({ id }) => id));
  const shown = [
    ...(await listOf(app.seller)),
    ...(await listOf(app.buyer).catch(() => [])),
  ].filter(({ _id }) => ids.has(_id));
  return shown.map(({ by }) => by).sort();
}

/** Moves the end of an order into the past. */
const age = (orderId: string, interval: string) =>
  app.db.execute(sql`update order_deadlines set due_at = due_at - ${interval}::interval
    where order_id = ${orderId} and kind = 'review'`);

/** Runs the job of the deadlines, without the deliveries that it triggers. */
const fire = () => fireDeadlines(app.deps, deadlineHandlers);

test('the reviews of an order are published together when both are in', async () => {
  const id = await endOrder();
  const mine = unwrap(await write(id, app.buyer, good)).insertedId;
  expect(await publishedOf(id)).toEqual([]);
  const seen = await read(id, app.seller);
  expect(seen).toMatchObject({ party: 'seller', own: null, otherWritten: true, other: null });
  expect(JSON.stringify(seen)).not.toContain(good.text);
  unwrap(await write(id, app.seller, ofSeller));
  expect(await publishedOf(id)).toEqual(['buyer', 'seller']);
  expect(await read(id, app.seller)).toMatchObject({
    closesAt: null,
    own: ofSeller,
    other: { ...good, _id: mine },
  });
  expect(resultCode(await write(id, app.buyer, { ...good, stars: 1 }))).toBe('review.published');
  expect((await read(id, app.buyer)).own).toMatchObject(good);
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
    expect(resultCode(await write(insertedId, app.buyer, good))).toBe('review.not-open');
    return;
  }
  expect(resultCode(await write(orderId, app.buyer, good))).toBe('review.not-open');
  expect(resultCode(await write(orderId, app.seller, ofSeller))).toBe('review.not-open');
  expect(await read(orderId, app.buyer)).toMatchObject({ closesAt: null, own: null });
});

test('a review can be written until the last moment of 14 days, and not after, also if the job is late', async () => {
  const id = await endOrder();
  const { closesAt } = await read(id, app.buyer);
  expect(Date.parse(closesAt ?? '') - Date.now()).toBeGreaterThan(13.9 * 86_400_000);
  await age(id, '13 days 23:59:00');
  unwrap(await write(id, app.buyer, good));
  await fire();
  expect(await publishedOf(id)).toEqual([]);
  unwrap(await write(id, app.buyer, { ...good, stars: 3 }));
  await age(id, '2 minutes');
  expect(resultCode(await write(id, app.seller, ofSeller))).toBe('review.not-open');
  expect(resultCode(await write(id, app.buyer, { ...good, stars: 1 }))).toBe('review.not-open');
  expect(await publishedOf(id)).toEqual([]);
  await fire();
  expect(await publishedOf(id)).toEqual(['buyer']);
  expect((await read(id, app.seller)).other).toMatchObject({ stars: 3 });
  expect(resultCode(await write(id, app.seller, ofSeller))).toBe('review.not-open');
  expect(resultCode(await write(id, app.buyer, { ...good, stars: 1 }))).toBe('review.published');
  await fire();
  expect(await publishedOf(id)).toEqual(['buyer']);
});

test('the time for reviews does not start again if a completed order is charged back', async () => {
  const id = await endOrder();
  await age(id, '10 days');
  const before = (await read(id, app.buyer)).closesAt;
  await app.move(id, 'loseChargeback');
  expect((await read(id, app.buyer)).closesAt).toBe(before);
  await age(id, '14 days');
  await fire();
  const other = await endOrder();
  await age(other, '14 days');
  await fire();
  await app.move(other, 'loseChargeback');
  expect(resultCode(await write(other, app.buyer, good))).toBe('review.not-open');
});

test('a refunded order can be reviewed, and the order names it as the next step', async () => {
  const id = await endOrder('cancelSale');
  const details = async ({ token }: TestUser) =>
    unwrap(await app.call(contract.getOrderDetails, { params: { id }, token }));
  expect(await details(app.buyer)).toMatchObject({ actions: ['review'], nextAction: 'review' });
  expect((await details(app.seller)).actions).toEqual(['relist', 'review']);
  unwrap(await write(id, app.buyer, { stars: 2, text: '', points: {} }));
  expect(await details(app.buyer)).toMatchObject({ actions: [], nextAction: null });
  expect((await details(app.admin)).actions).toEqual([]);
});

test('repeated and simultaneous calls leave one review per party, published once', async () => {
  const id = await endOrder();
  const [first, second] = await Promise.all([
    write(id, app.buyer, good),
    write(id, app.buyer, good),
  ]);
  expect(unwrap(first).insertedId).toBe(unwrap(second).insertedId);
  const both = await endOrder();
  const results = await Promise.all([
    write(both, app.buyer, good),
    write(both, app.seller, ofSeller),
    write(both, app.buyer, good),
    write(both, app.seller, ofSeller),
  ]);
  expect(new Set(results.map((result) => unwrap(result).insertedId)).size).toBe(2);
  expect(await publishedOf(both)).toEqual(['buyer', 'seller']);
  const { rows } = await app.db.execute(sql`
    select e.type from domain_events e join reviews r on r.id::text = e.payload ->> 'reviewId'
    where r.order_id = ${both} and e.type = 'review.published'`);
  expect(rows).toHaveLength(2);
});

test('only the parties read and write the reviews of an order, and each about its own points', async () => {
  const id = await endOrder();
  for (const user of [app.other, app.admin]) {
    expect(resultCode(await write(id, user, good))).toBe('order.not-found');
    const params = { id };
    const { token } = user;
    expect(resultCode(await app.call(contract.getOrderReviews, { params, token }))).toBe(
      'order.not-found',
    );
  }
  expect(resultCode(await write(id, app.seller, good))).toBe('validation.failed');
  expect(resultCode(await write(id, app.buyer, { ...good, stars: 6 }))).toBe('request.invalid');
  expect(resultCode(await write(id, app.buyer, { ...good, stars: 0 }))).toBe('request.invalid');
  expect(resultCode(await write(id, app.buyer, { ...good, stars: 4.5 }))).toBe('request.invalid');
  const long = { ...good, text: 'x'.repeat(1001) };
  expect(resultCode(await write(id, app.buyer, long))).toBe('request.invalid');
});

test('the person whom a published review is about replies once', async () => {
  const id = await endOrder();
  const reviewId = unwrap(await write(id, app.buyer, good)).insertedId;
  const reply = ({ token }: TestUser, text = 'Thank you!') =>
    app.call(contract.replyToReview, { params: { id: reviewId }, body: { text }, token });
  expect(resultCode(await reply(app.seller))).toBe('review.not-found');
  unwrap(await write(id, app.seller, ofSeller));
  expect(resultCode(await reply(app.buyer))).toBe('review.not-found');
  expect(resultCode(await reply(app.other))).toBe('review.not-found');
  const results = await Promise.all([reply(app.seller), reply(app.seller)]);
  expect(results.map((result) => unwrap(result).modifiedCount).sort()).toEqual([0, 1]);
  expect(resultCode(await reply(app.seller, 'Something else'))).toBe('review.replied');
  const shown = (await listOf(app.seller)).find(({ _id }) => _id === reviewId);
  expect(shown?.reply?.text).toBe('Thank you!');
});

test('the public reads no contact data in a review or a reply, the parties read all of it', async () => {
  const id = await endOrder();
  const text = 'Great seller, write to rana.ahmed@mail.com';
  const reviewId = unwrap(await write(id, app.buyer, { ...good, text })).insertedId;
  unwrap(await write(id, app.seller, ofSeller));
  unwrap(
    await app.call(contract.replyToReview, {
      params: { id: reviewId },
      body: { text: 'Or call +33 6 12 34 56 78' },
      token: app.seller.token,
    }),
  );
  const shown = JSON.stringify((await listOf(app.seller)).find(({ _id }) => _id === reviewId));
  expect(shown).toContain('Great seller');
  expect(shown).not.toContain('rana.ahmed');
  expect(shown).not.toContain('34 56');
  expect((await read(id, app.seller)).other?.text).toBe(text);
  expect((await read(id, app.buyer)).own?.text).toBe(text);
});

test('a moderator removes a published review with a reason, and a placeholder stays', async () => {
  const id = await endOrder();
  const reviewId = unwrap(
    await write(id, app.buyer, { ...good, text: 'He lives at 5 Elm St' }),
  ).insertedId;
  const remove = ({ token }: TestUser, reason = 'A private address') =>
    app.call(contract.removeReview, { params: { id: reviewId }, body: { reason }, token });
  expect(resultCode(await remove(app.admin))).toBe('review.not-found');
  unwrap(await write(id, app.seller, ofSeller));
  expect(resultCode(await remove(app.seller))).toBe('role.forbidden');
  app.setNow(new Date(Date.now() + 16 * 60_000));
  expect(resultCode(await remove(app.admin))).toBe('session.step-up-required');
  app.setNow(undefined);
  const before = (await profileOf(app.seller)).ratings.seller?.count ?? 0;
  expect(unwrap(await remove(app.admin)).modifiedCount).toBe(1);
  expect(unwrap(await remove(app.admin, 'Again')).modifiedCount).toBe(0);
  const shown = (await listOf(app.seller)).find(({ _id }) => _id === reviewId);
  expect(shown).toMatchObject({ content: null, reply: null, removedAt: expect.any(String) });
  expect(JSON.stringify(await read(id, app.seller))).not.toContain('private address');
  expect((await read(id, app.buyer)).own?.removalReason).toBe('A private address');
  expect((await profileOf(app.seller)).ratings.seller?.count ?? 0).toBe(before - 1);
  const [row] = await app.db.select().from(reviews).where(eq(reviews.id, reviewId));
  expect(row).toMatchObject({ removedBy: app.admin.id, removalReason: 'A private address' });
});

test('the database refuses to change or delete a published review', async () => {
  const id = await endOrder();
  unwrap(await write(id, app.buyer, good));
  unwrap(await write(id, app.seller, ofSeller));
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

test('a profile has what is known of a seller', async () => {
  const seller = await app.insertUser('seller', { name: 'Vera Verified' });
  await app.db.update(users).set({ verified: true }).where(eq(users.id, seller.id));
  expect(await profileOf(seller)).toMatchObject({
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
  unwrap(await write(sold.orderId, app.buyer, { ...good, stars: 5 }));
  unwrap(await write(sold.orderId, seller, ofSeller));
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
  const profile = await profileOf(seller);
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
  expect(product.seller).toEqual({ _id: seller.id, rating: { average: 4.17, count: 1 } });
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
  expect(await profileOf(app.buyer)).toMatchObject({ name: 'Nora B.', seller: false });
  const hidden = await app.call(contract.listReviews, { params: { id: seller.id }, query: {} });
  expect(resultCode(hidden)).toBe('profile.not-found');
});

test('reviews of a deleted account stay without its name, and lose their text after 30 days', async () => {
  const buyer = await app.insertUser('buyer', { name: 'Leo Leaver' });
  const id = await endOrder();
  unwrap(await write(id, app.buyer, good));
  const reviewId = unwrap(await write(id, app.seller, ofSeller)).insertedId;
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
  const shown = async () => (await listOf(app.seller)).find(({ _id }) => _id === buyer.id);
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
  const id = await endOrder();
  await mailed();
  const reviewId = unwrap(await write(id, app.buyer, good)).insertedId;
  expect(await mailed()).toEqual(['seller: You have a review to read']);
  unwrap(await write(id, app.seller, ofSeller));
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
