import { allEndpoints, replyToReview } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reviews } from '../../src/db/schema/index.ts';
import {
  createReviewsFixture,
  good,
  ofSeller,
  type ReviewsFixture,
} from '../../src/features/reviews/reviews.fixture.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';

/*
 * Reviews that only their author may know yet, and published ones.
 */

let app: ReviewsFixture;

beforeAll(async () => {
  app = await createReviewsFixture();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const bad = { stars: 1, text: 'Unmistakable blame', points: { asDescribed: 1, communication: 1 } };
const praise = { ...good, text: 'Unmistakable praise' };
const rowsOf = (orderId: string) =>
  app.db.select().from(reviews).where(eq(reviews.orderId, orderId));
const reviewOf = async (orderId: string) =>
  (await rowsOf(orderId)).find(({ party }) => party === 'buyer');

describe('a review that is not published', () => {
  /** A stream that does not end, and what has an entry for each export. */
  const unlike = ['/api/events', '/api/account/activity'];

  /** Every response of the contract to a call that reads something, for each of some ids. */

  async function readAll(ids: readonly string[], by?: TestUser): Promise<Record<string, string>> {
    const headers = by ? { authorization: `Bearer ${by.token}` } : {};
    const urls = allEndpoints
      .filter(({ method }) => method === 'GET')
      .flatMap(({ path }) =>
        path.includes(':id') ? ids.map((id) => path.replace(':id', id)) : path,
      )
      .filter((path) => !path.includes(':') && !unlike.includes(path));
    const found: Record<string, string> = {};
    for (const url of urls) {
      const email = by ? `?email=${encodeURIComponent(by.email)}` : '';
      const { statusCode, payload } = await app.server.inject({ url: url + email, headers });
      // Each export is an event of the account.
      found[url] = `${statusCode} ${payload.replace(/"activity":\[[^\]]*\]/, '')}`;
    }
    return found;
  }

  test('changes nothing that the other party or the public reads, whatever it says', {
    timeout: 60_000,
  }, async () => {
    const orderId = await app.endOrder();
    const now = new Date();
    app.setNow(now);
    const { insertedId: reviewId } = unwrap(await app.write(orderId, app.buyer, praise));
    await app.runJobs('dispatch-outbox');
    const [row] = await rowsOf(orderId);
    const ids = [orderId, reviewId, app.seller.id, app.buyer.id];
    const everything = async () => [await readAll(ids, app.seller), await readAll(ids)];
    const before = await everything();
    const said = [app.sentMails.length, app.sentPushes.length];
    expect(unwrap(await app.write(orderId, app.buyer, bad)).insertedId).toBe(reviewId);
    await app.runJobs('dispatch-outbox');
    expect((await rowsOf(orderId))[0]?.stars).not.toBe(row?.stars);
    expect(await everything()).toEqual(before);
    expect([app.sentMails.length, app.sentPushes.length]).toEqual(said);
    expect(JSON.stringify([before, app.sentMails, app.sentPushes])).not.toContain('Unmistakable');
    // The author reads it, so these calls would show it.
    expect(JSON.stringify(await readAll(ids, app.buyer))).toContain('Unmistakable blame');
    app.setNow(undefined);
    unwrap(await app.write(orderId, app.seller, ofSeller));
    expect(JSON.stringify(await readAll(ids))).toContain('Unmistakable blame');
  });

  test('cannot be removed, replied to or reported by its id', async () => {
    const orderId = await app.endOrder();
    const { insertedId: id } = unwrap(await app.write(orderId, app.buyer, praise));
    const moderator = await app.insertUser('buyer', { staffRole: 'moderator' });
    for (const [by, path, payload] of [
      [app.seller, `/api/reviews/${id}/reply`, { text: 'x' }],
      [moderator, `/api/reviews/${id}/reply`, { text: 'x' }],
      [moderator, `/api/reviews/${id}/removal`, { reason: 'x' }],
      [app.seller, '/api/reports', { target: { kind: 'review', id }, reason: 'offensive' }],
    ] as const) {
      const { statusCode } = await app.server.inject({
        method: 'POST',
        url: path,
        headers: { authorization: `Bearer ${by.token}` },
        payload,
      });
      expect(statusCode, path).toBe(404);
    }
    expect(await reviewOf(orderId)).toMatchObject({ reply: null, removedAt: null });
  });
});

describe('a published review', () => {
  test('is not changed by a write in the moment of the publication', async () => {
    for (let round = 0; round < 5; round++) {
      const orderId = await app.endOrder();
      unwrap(await app.write(orderId, app.buyer, praise));
      const [published, ...changes] = await Promise.all([
        app.write(orderId, app.seller, ofSeller),
        app.write(orderId, app.buyer, bad),
        app.write(orderId, app.buyer, { ...bad, stars: 2 }),
      ]);
      unwrap(published);
      const codes = changes.map(resultCode);
      for (const code of codes) expect(['ok', 'review.published']).toContain(code);
      const made = [1, 2].filter((_, n) => codes[n] === 'ok');
      const { other } = await app.read(orderId, app.seller);
      expect(other?.publishedAt).not.toBeNull();
      expect(made.length > 0 ? made : [5]).toContain(other?.content?.stars);
      const late = { ...bad, stars: 4 };
      expect(resultCode(await app.write(orderId, app.buyer, late))).toBe('review.published');
      expect((await app.read(orderId, app.seller)).other).toEqual(other);
    }
  });

  test('is not changed afterwards: by its author, a reply, a removal, or the other side of the order', async () => {
    const orderId = await app.endOrder();
    const { insertedId: id } = unwrap(await app.write(orderId, app.buyer, praise));
    unwrap(await app.write(orderId, app.seller, ofSeller));
    const contentOf = async () => {
      const row = await reviewOf(orderId);
      return { stars: row?.stars, text: row?.text, party: row?.party, subject: row?.subjectId };
    };
    const before = await contentOf();
    const change = async () => [
      resultCode(await app.write(orderId, app.buyer, bad)),
      resultCode(await app.write(orderId, app.buyer, { ...praise, text: '' })),
      resultCode(await app.write(orderId, app.seller, { ...ofSeller, stars: 1 })),
    ];
    const refused = ['review.published', 'review.published', 'review.published'];
    expect(await change()).toEqual(refused);
    const reply = { params: { id }, body: { text: 'Thanks' }, token: app.seller.token };
    unwrap(await app.call(replyToReview, reply));
    expect(await change()).toEqual(refused);
    const { statusCode } = await app.server.inject({
      method: 'POST',
      url: `/api/reviews/${id}/removal`,
      headers: { authorization: `Bearer ${app.admin.token}` },
      payload: { reason: 'Spam' },
    });
    expect(statusCode).toBe(200);
    // A review that was removed is not written anew.
    expect(await change()).toEqual(refused);
    expect(await contentOf()).toEqual(before);
    expect(await rowsOf(orderId)).toHaveLength(2);
  });

  test('has one reply, by the person whom it is about, also of several at once', async () => {
    const orderId = await app.endOrder();
    const { insertedId: id } = unwrap(await app.write(orderId, app.buyer, praise));
    const { insertedId: ofBuyer } = unwrap(await app.write(orderId, app.seller, ofSeller));
    const reply = ({ token }: TestUser, text: string, reviewId = id) =>
      app.call(replyToReview, { params: { id: reviewId }, body: { text }, token });
    const others = [
      app.buyer,
      app.other,
      app.admin,
      await app.insertUser('seller'),
      await app.insertUser('buyer', { staffRole: 'moderator' }),
      await app.insertUser('buyer', { staffRole: 'support' }),
    ];
    for (const other of others) {
      expect(resultCode(await reply(other, 'I was there.'))).toBe('review.not-found');
    }
    // Nor does a party reply to the own review of the other one.
    expect(resultCode(await reply(app.seller, 'x', ofBuyer))).toBe('review.not-found');
    const texts = ['First', 'Second', 'Third', 'Fourth'];
    const codes = (await Promise.all(texts.map((text) => reply(app.seller, text)))).map(resultCode);
    expect(codes.toSorted()).toEqual(['ok', 'review.replied', 'review.replied', 'review.replied']);
    const kept = texts[codes.indexOf('ok')];
    expect(resultCode(await reply(app.seller, 'Fifth'))).toBe('review.replied');
    const shown = (await app.listOf(app.seller)).find(({ _id }) => _id === id);
    expect(shown?.reply?.text).toBe(kept);
    for (const text of ['', ' ', '\u200b', 'x'.repeat(5000)]) {
      expect(['validation.failed', 'request.invalid']).toContain(
        resultCode(await reply(app.buyer, text, ofBuyer)),
      );
    }
  });
});
