import {
  appealDecision,
  closeConversationReport,
  createReport,
  decideAppeal,
  decideModeration,
  type NewDecision,
  openConversation,
  reportConversation,
  reportProduct,
  resolveReport,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reports, reviews, users } from '../../src/db/schema/index.ts';
import {
  createReviewsFixture,
  type ReviewsFixture,
} from '../../src/features/reviews/reviews.fixture.ts';
import { newId } from '../../src/platform/ids.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';

/*
 * Admins and moderators who are concerned by what they decide about.
 */

let app: ReviewsFixture;

beforeAll(async () => {
  app = await createReviewsFixture();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('nobody who is concerned decides:', () => {
  const moderator = () => app.insertUser('buyer', { staffRole: 'moderator' });
  const decide = async (
    about: Partial<NewDecision> & Pick<NewDecision, 'target' | 'kind'>,
    { token }: TestUser,
  ) => {
    const reasons =
      about.kind === 'dismiss'
        ? {}
        : { rule: 'respect' as const, message: 'Not like this.', days: 7 };
    return resultCode(await app.call(decideModeration, { body: { ...reasons, ...about }, token }));
  };
  const report = async (target: { kind: 'review'; id: string }) => {
    const { token } = await app.insertUser('buyer');
    unwrap(await app.call(createReport, { body: { target, reason: 'offensive' }, token }));
  };

  test('a moderator dismisses no report of themselves', async () => {
    const actor = await moderator();
    const target = { kind: 'person', id: actor.id } as const;
    await app.db.insert(reports).values({ id: newId(), userId: actor.id, reporter: 'user:x' });
    expect(await decide({ target, kind: 'dismiss' }, actor)).toBe('moderation.person-protected');
    expect(await decide({ target, kind: 'dismiss' }, await moderator())).toBe('ok');
  });

  // The last one suspends the seller.
  test.each(['dismiss', 'remove', 'suspend'] as const)(
    'a moderator does not %s as the person whom a review is about',
    async (kind) => {
      const { seller, buyer } = app;
      await app.db.update(users).set({ staffRole: 'moderator' }).where(eq(users.id, buyer.id));
      const orderId = await app.endOrder();
      unwrap(
        await app.write(orderId, seller, { stars: 1, text: 'Rude.', points: { communication: 1 } }),
      );
      await app.db
        .update(reviews)
        .set({ publishedAt: new Date() })
        .where(eq(reviews.orderId, orderId));
      const [review] = await app.db.select().from(reviews).where(eq(reviews.orderId, orderId));
      const target = { kind: 'review', id: review?.id ?? '' } as const;
      await report(target);
      expect(await decide({ target, kind }, buyer)).toBe('moderation.person-protected');
      expect(await decide({ target, kind }, await moderator())).toBe('ok');
    },
  );

  test('a moderator neither dismisses the report of a conversation of theirs, nor suspends the partner', async () => {
    const actor = await moderator();
    const seller = await app.insertUser('seller');
    const body = { productId: await app.insertProduct(seller) };
    const { insertedId: id } = unwrap(
      await app.call(openConversation, { body, token: actor.token }),
    );
    const about = { params: { id }, body: { reason: 'Insults.' }, token: seller.token };
    const { insertedId: reportId } = unwrap(await app.call(reportConversation, about));
    const target = { kind: 'conversation', id } as const;
    const personId = seller.id;
    expect(await decide({ target, kind: 'dismiss' }, actor)).toBe('moderation.person-protected');
    expect(await decide({ target, kind: 'suspend', personId }, actor)).toBe(
      'moderation.person-protected',
    );
    const close = async ({ token }: TestUser) =>
      resultCode(await app.call(closeConversationReport, { params: { id: reportId }, token }));
    expect(await close(actor)).toBe('moderation.person-protected');
    expect(await close(await moderator())).toBe('ok');
  });

  test('an admin dismisses no report of a phone that they sold before', async () => {
    const seller = await app.insertUser('seller');
    const id = await app.insertProduct(seller);
    await app.db.update(users).set({ role: 'admin' }).where(eq(users.id, seller.id));
    unwrap(await app.call(reportProduct, { body: { _id: id } }));
    const resolve = async ({ token }: TestUser) =>
      resultCode(await app.call(resolveReport, { params: { id }, query: { keep: true }, token }));
    expect(await resolve(seller)).toBe('moderation.person-protected');
    expect(await resolve(await moderator())).toBe('ok');
  });

  test('a moderator does not uphold an appeal of their own', async () => {
    const [actor, admin] = [await moderator(), await app.insertUser('admin')];
    const target = { kind: 'person', id: actor.id } as const;
    const body = {
      target,
      kind: 'suspend',
      days: 1,
      rule: 'respect',
      message: 'Because.',
    } as const;
    const { insertedId: id } = unwrap(
      await app.call(decideModeration, { body, token: admin.token }),
    );
    const { token } = actor;
    const { insertedId: appealId } = unwrap(
      await app.call(appealDecision, { params: { id }, body: { text: 'No.' }, token }),
    );
    // The suspension is over, and the appeal is open.
    await app.db.execute(sql`update users set suspended = false where id = ${actor.id}`);
    const judge = async (as: TestUser) =>
      resultCode(
        await app.call(decideAppeal, {
          params: { id: appealId },
          body: { upheld: true, answer: 'Yes.' },
          token: as.token,
        }),
      );
    expect(await judge(actor)).toBe('moderation.person-protected');
    expect(await judge(await moderator())).toBe('ok');
  });
});
