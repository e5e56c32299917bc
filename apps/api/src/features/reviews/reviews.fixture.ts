import type { ReviewContent } from '@redial/contract';
import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { type TestUser, unwrap } from '../../../test/test-app.ts';
import { reviews } from '../../db/schema/index.ts';
import { deadlineHandlers } from '../../deadline-handlers.ts';
import { createTradeFixture, type TradeFixture } from '../disputes/trade.fixture.ts';
import { fireDeadlines } from '../orders/fire-deadlines.ts';

/** A review by a buyer. */
export const good: ReviewContent = {
  stars: 5,
  text: 'Just as described.',
  points: { asDescribed: 5, communication: 4 },
};
/** A review by a seller. */
export const ofSeller: ReviewContent = { stars: 4, text: 'On time.', points: { communication: 5 } };

/** The API with orders that have ended, and their reviews. */
export async function createReviewsFixture() {
  const app = await createTradeFixture();

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

  return { ...app, endOrder, write, read, listOf, profileOf, publishedOf, age, fire };
}

export type ReviewsFixture = Awaited<ReturnType<typeof createReviewsFixture>>;
