import { placeOrder } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderDeadlines, orders, payments } from '../../src/db/schema/index.ts';
import { fireDeadlines } from '../../src/features/orders/fire-deadlines.ts';
import {
  createProviderFixture,
  type ProviderFixture,
} from '../../src/features/payments/provider-changes.fixture.ts';
import { newId } from '../../src/platform/ids.ts';
import { unwrap } from '../test-app.ts';

/*
 * What fails again and again, more of it than a job takes at a time: payments that the provider does not
 * know, as after a change of its account, and deadlines.
 */

const stuckOrders = 201;

let app: ProviderFixture;
let stuck: string[];

beforeAll(async () => {
  app = await createProviderFixture();
  stuck = await insertStuckOrders();
  // The limit of unpaid orders is that of a buyer.
  app.buyer = await app.insertUser('buyer');
}, 180_000);
afterAll(() => app.close());

/** Unpaid orders whose hold has ended before all others, with payments that nobody can cancel. */
async function insertStuckOrders(): Promise<string[]> {
  const { orderId } = await app.confirmedOrder();
  const [order] = await app.db.select().from(orders).where(eq(orders.id, orderId));
  const [payment] = await app.db.select().from(payments).where(eq(payments.orderId, orderId));
  if (!order || !payment) throw new Error('there is no order');
  const longAgo = sql`now() - interval '2 days'`;
  const copies = [];
  for (let n = 0; n < stuckOrders; n++) {
    copies.push({ ...order, id: newId(), productId: await app.insertProduct(app.seller) });
  }
  await app.db.insert(orders).values(copies.map((copy) => ({ ...copy, expiresAt: longAgo })));
  await app.db.insert(payments).values(
    copies.map(({ id }, n) => ({
      ...payment,
      id: newId(),
      orderId: id,
      intentId: `pi_${String(n).padStart(24, '0')}`,
      changedAt: longAgo,
    })),
  );
  return copies.map(({ id }) => id);
}

test('payments that the provider does not know keep no other order from expiring', async () => {
  const body = { productId: await app.insertProduct(app.seller), phone: '+33 6 12 34 56 78' };
  const { insertedId: orderId } = unwrap(
    await app.call(placeOrder, { body: { ...body, location: 'Lyon' }, token: app.buyer.token }),
  );
  await app.db
    .update(orders)
    .set({ expiresAt: sql`now() - interval '1 hour'` })
    .where(eq(orders.id, orderId));
  await app.runJobs('expire-orders');
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'expired' });
  const [first = ''] = stuck;
  expect(await app.orderOf(first)).toMatchObject({ state: 'unpaid' });
});

test('payments that the provider does not know keep no other payment from being found', async () => {
  const { orderId } = await app.confirmedOrder();
  await app.db
    .update(payments)
    .set({ changedAt: sql`now() - interval '1 hour'` })
    .where(eq(payments.orderId, orderId));
  for (let run = 0; run < 2; run++) await app.runJobs('reconcile-payments');
  expect(await app.orderOf(orderId)).toMatchObject({ state: 'paid' });
});

test('deadlines that fail at one time are each tried once in a run', async () => {
  const dueAt = sql`'2026-01-01 00:00:00.000123Z'::timestamptz`;
  await app.db
    .insert(orderDeadlines)
    .values(stuck.map((orderId) => ({ orderId, kind: 'review', dueAt })));
  let tries = 0;
  const review = async () => {
    tries++;
    throw new Error('not now');
  };
  expect(await fireDeadlines(app.deps, { review })).toBe(0);
  expect(tries).toBe(stuck.length);
});
