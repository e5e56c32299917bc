import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reviews, users } from '../../src/db/schema/index.ts';
import {
  createReviewsFixture,
  type ReviewsFixture,
} from '../../src/features/reviews/reviews.fixture.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';

/*
 * Moderators who decide appeals that concern them, and what an appeal brings back.
 */

let app: ReviewsFixture;

beforeAll(async () => {
  app = await createReviewsFixture();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const moderator = () => app.insertUser('buyer', { staffRole: 'moderator' });
const decide = async (body: contract.NewDecision, { token }: TestUser): Promise<string> =>
  unwrap(await app.call(contract.decideModeration, { body, token })).insertedId;
const appeal = async (id: string, { token }: TestUser): Promise<string> => {
  const body = { text: 'It was as I wrote.' };
  return unwrap(await app.call(contract.appealDecision, { params: { id }, body, token }))
    .insertedId;
};
const judge = async (id: string, upheld: boolean, { token }: TestUser) => {
  const body = { upheld, answer: 'So be it.' };
  return resultCode(await app.call(contract.decideAppeal, { params: { id }, body, token }));
};
const because = { rule: 'respect', message: 'Not like this.' } as const;

describe('an appeal is not decided', () => {
  const reject = (id: string, by: TestUser) => judge(id, false, by);

  test('by the moderator whom the removed review is about', async () => {
    const { seller, buyer } = app;
    await app.db.update(users).set({ staffRole: 'moderator' }).where(eq(users.id, buyer.id));
    const orderId = await app.endOrder();
    unwrap(
      await app.write(orderId, seller, { stars: 1, text: 'Rude.', points: { communication: 1 } }),
    );
    const ofOrder = eq(reviews.orderId, orderId);
    await app.db.update(reviews).set({ publishedAt: new Date() }).where(ofOrder);
    const [review] = await app.db.select().from(reviews).where(ofOrder);
    const target = { kind: 'review', id: review?.id ?? '' } as const;
    const { token } = await app.insertUser('buyer');
    unwrap(await app.call(contract.createReport, { body: { target, reason: 'offensive' }, token }));
    const decisionId = await decide({ target, kind: 'remove', ...because }, await moderator());
    const id = await appeal(decisionId, seller);
    expect(await reject(id, buyer)).toBe('moderation.person-protected');
    expect(await reject(id, await moderator())).toBe('ok');
  });

  test('by the moderator who is the partner of the reported conversation', async () => {
    const [partner, seller] = [await moderator(), await app.insertUser('seller')];
    const body = { productId: await app.insertProduct(seller) };
    const { token } = partner;
    const { insertedId: id } = unwrap(await app.call(contract.openConversation, { body, token }));
    const report = { params: { id }, body: { reason: 'Insults.' }, token };
    unwrap(await app.call(contract.reportConversation, report));
    const target = { kind: 'conversation', id } as const;
    const suspend = { target, kind: 'suspend', days: 7, personId: seller.id, ...because } as const;
    const appealId = await appeal(await decide(suspend, await moderator()), seller);
    expect(await reject(appealId, partner)).toBe('moderation.person-protected');
    expect(await reject(appealId, await moderator())).toBe('ok');
  });
});

test('an appeal that is upheld puts no phone of a suspended seller on the market before the suspension ends', async () => {
  const [seller, buyer] = [await app.insertUser('seller'), await app.insertUser('buyer')];
  const id = await app.insertProduct(seller);
  unwrap(await app.call(contract.reportProduct, { body: { _id: id } }));
  const remove = { target: { kind: 'listing', id }, kind: 'remove', ...because } as const;
  const removal = await appeal(await decide(remove, await moderator()), seller);
  const target = { kind: 'person', id: seller.id } as const;
  const admin = await app.insertUser('admin');
  const suspension = await decide({ target, kind: 'suspend', days: 7, ...because }, admin);
  expect(await judge(removal, true, await moderator())).toBe('ok');
  const order = async () => {
    const { token, email } = buyer;
    const given = { productId: id, phone: '+1 202 555 0123', location: 'Lyon' };
    const body = { ...given, productName: '', img: '', buyerName: '', email, price: 1 };
    return resultCode(await app.call(contract.placeOrder, { body, token }));
  };
  expect(await order()).toBe('product.not-found');
  expect(await judge(await appeal(suspension, seller), true, await moderator())).toBe('ok');
  expect(await order()).toBe('ok');
});
