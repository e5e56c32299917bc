import {
  appealDecision,
  createReport,
  decideAppeal,
  decideModeration,
  deleteUser,
  listProducts,
  makeBlindOffer,
  makeOffer,
  type NewDecision,
  openConversation,
  placeOrder,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { orders, products, users } from '../../src/db/schema/index.ts';
import {
  createTradeFixture,
  type TradeFixture,
} from '../../src/features/disputes/trade.fixture.ts';
import { waitForLockWait } from '../lock-waits.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';

/*
 * Reports, listings held for review, decisions of moderators, suspensions, appeals, and automatic answers
 * to offers.
 */

let app: TradeFixture;
let admin: TestUser;

beforeAll(async () => {
  app = await createTradeFixture();
  admin = await app.insertUser('admin');
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
const isListed = async (id: string) =>
  unwrap(await app.call(listProducts, {})).some(({ _id }) => _id === id);

async function report(target: { kind: 'listing' | 'person'; id: string }): Promise<void> {
  const { token } = await app.insertUser('buyer');
  unwrap(await app.call(createReport, { body: { target, reason: 'fraud' }, token }));
}
/** @returns the decision's id */
async function decide(
  target: { kind: 'listing' | 'person'; id: string },
  kind: NewDecision['kind'],
): Promise<string> {
  const days = kind === 'suspend' ? { days: 7 } : {};
  const body = { target, kind, rule: 'no-deception' as const, message: 'Not like this.', ...days };
  return unwrap(await app.call(decideModeration, { body, token: admin.token })).insertedId;
}

describe('a suspension', () => {
  test.each([
    'orders a phone',
    'makes an offer',
    'makes a blind offer',
    'opens a conversation',
  ] as const)('that is decided while the person %s is not overtaken by it', async (action) => {
    const person = await app.insertUser('seller');
    const productId = await app.insertProduct(await app.insertUser('seller'));
    const act = () => {
      const { token } = person;
      if (action === 'orders a phone') {
        return app.call(placeOrder, { body: { productId, ...contact }, token });
      }
      if (action === 'makes an offer') {
        const offer = { price: 1, ...contact };
        return app.call(makeOffer, { params: { id: productId }, body: offer, token });
      }
      if (action === 'makes a blind offer') {
        const limit = { ceiling: 1, ...contact };
        return app.call(makeBlindOffer, { params: { id: productId }, body: limit, token });
      }
      return app.call(openConversation, { body: { productId }, token });
    };
    // The request finds a person who is not suspended, then waits for the decision.
    let request: ReturnType<typeof act> | undefined;
    await app.db.transaction(async (tx) => {
      await tx.update(users).set({ suspended: true }).where(eq(users.id, person.id));
      request = act();
      await waitForLockWait(app.db);
    });
    expect(resultCode(await (request as Promise<never>))).toBe('account.suspended');
  });

  test.each(['seller', 'buyer', 'listing'] as const)(
    'or a hidden listing (of the %s) stops a payment that was on its way',
    async (of) => {
      const [seller, buyer] = [await app.insertUser('seller'), await app.insertUser('buyer')];
      const person = of === 'buyer' ? buyer : seller;
      const price = 300;
      const productId = await app.insertProduct(seller, { resalePriceCents: price * 100 });
      // Somebody has to have reported what is decided about.
      await app.db.update(users).set({ role: 'seller' }).where(eq(users.id, person.id));
      const target =
        of === 'listing'
          ? { kind: 'listing' as const, id: productId }
          : { kind: 'person' as const, id: person.id };
      await report(target);
      const body = { productId, ...contact };
      const placed = await app.call(placeOrder, { body, token: buyer.token });
      const orderId = unwrap(placed).insertedId;
      const intent = await app.server.inject({
        method: 'POST',
        url: '/create-payment-intent',
        headers: { authorization: `Bearer ${buyer.token}` },
        payload: { price, orderId },
      });
      expect(intent.statusCode).toBe(200);
      await decide(target, of === 'listing' ? 'hide' : 'suspend');
      // The card is charged before the job expires the order.
      const { id: transactionId } = await app.pay(intent.json().clientSecret);
      await app.server.inject({
        method: 'POST',
        url: '/payments',
        headers: { authorization: `Bearer ${buyer.token}` },
        payload: { price, transactionId, email: buyer.email, orderId },
      });
      await app.runJobs('expire-orders');
      const [order] = await app.db.select().from(orders).where(eq(orders.id, orderId));
      expect(order?.state).toBe('expired');
    },
  );
});

test('an appeal that is upheld after the account was deleted brings no listing back', async () => {
  const seller = await app.insertUser('seller');
  const productId = await app.insertProduct(seller);
  const target = { kind: 'listing' as const, id: productId };
  await report(target);
  const id = await decide(target, 'remove');
  const body = { text: 'It is mine.' };
  const appealed = await app.call(appealDecision, { params: { id }, body, token: seller.token });
  const appealId = unwrap(appealed).insertedId;
  unwrap(await app.call(deleteUser, { params: { id: seller.id }, token: admin.token }));
  const other = await app.insertUser('admin');
  await app.call(decideAppeal, {
    params: { id: appealId },
    body: { upheld: true, answer: 'Right.' },
    token: other.token,
  });
  expect(await isListed(productId)).toBe(false);
  const [row] = await app.db.select().from(products).where(eq(products.id, productId));
  expect(row?.removedAt).not.toBeNull();
});
