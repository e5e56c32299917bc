import {
  closeConversationReport,
  createReport,
  decideModeration,
  deleteUser,
  openConversation,
  releaseHeldBalance,
  removePhotoOfUser,
  removeReview,
  reportConversation,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reviews, users } from '../../src/db/schema/index.ts';
import {
  createReviewsFixture,
  good,
  type ReviewsFixture,
} from '../../src/features/reviews/reviews.fixture.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';

/*
 * Admins and moderators who are the other party of an order whose money is held.
 */

let app: ReviewsFixture;

beforeAll(async () => {
  app = await createReviewsFixture();
  await app.db.update(users).set({ staffRole: 'moderator' }).where(eq(users.id, app.buyer.id));
  await app.payOrder();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('a moderator who trades with somebody', () => {
  const moderator = () => app.insertUser('buyer', { staffRole: 'moderator' });

  test('closes no report of their conversation', async () => {
    const { token } = await app.insertUser('buyer');
    const body = { productId: await app.insertProduct(app.seller) };
    const { insertedId: id } = unwrap(await app.call(openConversation, { body, token }));
    const about = { params: { id }, body: { reason: 'Insults.' }, token };
    const { insertedId: reportId } = unwrap(await app.call(reportConversation, about));
    const close = async (as: TestUser) =>
      resultCode(
        await app.call(closeConversationReport, { params: { id: reportId }, token: as.token }),
      );
    expect(await close(app.buyer)).toBe('moderation.person-protected');
    expect(await close(await moderator())).toBe('ok');
  });

  test('removes no photo of them', async () => {
    const [photoUrl, reason] = ['https://images.redial.test/face.webp', 'A number is on it.'];
    await app.db.update(users).set({ photoUrl }).where(eq(users.id, app.seller.id));
    const remove = async ({ token }: TestUser) =>
      resultCode(
        await app.call(removePhotoOfUser, {
          params: { id: app.seller.id },
          body: { reason },
          token,
        }),
      );
    expect(await remove(app.buyer)).toBe('moderation.person-protected');
    expect(await remove(await moderator())).toBe('ok');
  });

  test('removes no review by them', async () => {
    const { orderId } = await app.payOrder({ of: await app.insertUser('seller') });
    await app.move(orderId, 'meet', 'accept');
    unwrap(await app.write(orderId, app.buyer, good));
    await app.db
      .update(reviews)
      .set({ publishedAt: new Date() })
      .where(eq(reviews.orderId, orderId));
    const [review] = await app.db.select().from(reviews).where(eq(reviews.orderId, orderId));
    const remove = async ({ token }: TestUser) =>
      resultCode(
        await app.call(removeReview, {
          params: { id: review?.id ?? '' },
          body: { reason: 'Insults.' },
          token,
        }),
      );
    const setRole = (role: 'admin' | 'seller') =>
      app.db.update(users).set({ role }).where(eq(users.id, app.seller.id));
    await setRole('admin');
    const refused = await remove(app.seller);
    await setRole('seller');
    expect(refused).toBe('review.own');
    expect(await remove(await moderator())).toBe('ok');
  });
});

test.each(['buyer', 'seller'] as const)(
  'an admin who is the %s of a paid order does not delete the other party, which would refund it',
  async (party) => {
    const seller = await app.insertUser('seller');
    const { orderId } = await app.payOrder({ of: seller });
    const [own, other] = party === 'buyer' ? [app.buyer, seller] : [seller, app.buyer];
    const [before] = await app.db.select().from(users).where(eq(users.id, own.id));
    const { role = 'buyer', staffRole = null } = before ?? {};
    const change = (values: Partial<typeof users.$inferInsert>) =>
      app.db.update(users).set(values).where(eq(users.id, own.id));
    await change({ role: 'admin', staffRole: null });
    const about = { params: { id: other.id }, token: own.token };
    const refused = resultCode(await app.call(deleteUser, about));
    await change({ role, staffRole });
    expect(refused).toBe('moderation.person-protected');
    expect(await app.stateOf(orderId)).toBe('paid');
  },
);

test('an admin does not release the held balance of a seller from whom the admin has bought', async () => {
  const seller = await app.insertUser('seller');
  const admin = await app.insertUser('admin');
  const { orderId } = await app.payOrder({ of: seller });
  // Orders that were not handed over would be refunded.
  await app.move(orderId, 'meet');
  const target = { kind: 'person', id: seller.id } as const;
  unwrap(await app.call(createReport, { body: { target, reason: 'fraud' } }));
  const ban = { target, kind: 'ban', rule: 'no-deception', message: 'Not like this.' } as const;
  const { insertedId: id } = unwrap(
    await app.call(decideModeration, { body: ban, token: admin.token }),
  );
  const release = async ({ token }: TestUser) =>
    resultCode(
      await app.call(releaseHeldBalance, {
        params: { id },
        body: { reason: 'All have what they paid for.' },
        token,
      }),
    );
  const setRole = (role: 'admin' | 'buyer', staffRole: 'moderator' | null) =>
    app.db.update(users).set({ role, staffRole }).where(eq(users.id, app.buyer.id));
  await setRole('admin', null);
  const refused = await release(app.buyer);
  await setRole('buyer', 'moderator');
  expect(refused).toBe('moderation.person-protected');
  expect(await release(admin)).toBe('ok');
});
