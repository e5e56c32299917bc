import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../src/db/schema/index.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createReviewServer, type ReviewServer } from './review-server.fixture.ts';

/*
 * A twelfth round of attacks: what banned people publish, and what appeals bring back.
 */

let app: ReviewServer;
beforeAll(async () => {
  app = await createReviewServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('a banned person', () => {
  const ban = ({ id }: TestUser) =>
    app.db.update(users).set({ suspended: true }).where(eq(users.id, id));

  test('publishes no review and no reply, and does not become a seller', async () => {
    const endOrder = async () => {
      const { orderId: id } = await app.payOrder();
      await app.move(id, 'meet', 'accept');
      return id;
    };
    const [first, second] = [await endOrder(), await endOrder()];
    const write = (id: string, { token }: TestUser) =>
      app.call(contract.writeReview, {
        params: { id },
        body: { stars: 1, text: 'No.', points: { communication: 1 } },
        token,
      });
    const { insertedId: review } = unwrap(await write(first, app.buyer));
    unwrap(await write(first, app.seller));
    await ban(app.seller);
    await ban(app.buyer);
    const results = [
      await write(second, app.seller),
      await app.call(contract.replyToReview, {
        params: { id: review },
        body: { text: 'A lie.' },
        token: app.seller.token,
      }),
      await app.call(contract.becomeSeller, { token: app.buyer.token }),
    ];
    await app.db.update(users).set({ suspended: false });
    expect(results.map(resultCode)).toEqual([
      'account.suspended',
      'account.suspended',
      'account.suspended',
    ]);
  });
});
