import { createPaymentIntent, placeOrder, recordPayment } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, type TestApp, type TestPerson, testApp } from '../../../test/app.ts';
import { orders } from '../../db/schema/index.ts';
import { orderTransitions } from './machine.ts';

type State = (typeof states)[number];
const states = orders.state.enumValues;
const transitions = Object.values(orderTransitions);

let shop: TestApp;
let buyer: TestPerson;

beforeAll(async () => {
  shop = await testApp({ settings: { orderHoldMax: 100 } });
  buyer = await shop.person('buyer');
});
afterAll(() => shop.close());

/** An order that has come into a state as orders do. */
async function orderIn(state: State): Promise<string> {
  const { token, email } = buyer;
  const productId = await shop.product(await shop.person('seller'));
  const contact = { phone: '+33 6 12 34 56 78', location: 'Here' };
  const { insertedId: orderId } = answerOf(
    await shop.call(placeOrder, { body: { productId, ...contact }, token }),
  );
  if (state === 'paid') {
    const price = 345;
    const { clientSecret } = answerOf(
      await shop.call(createPaymentIntent, { body: { price, orderId }, token }),
    );
    const { id: transactionId } = await shop.pay(clientSecret);
    answerOf(
      await shop.call(recordPayment, { body: { price, transactionId, email, orderId }, token }),
    );
  } else if (state !== 'unpaid') {
    await shop.db.update(orders).set({ state }).where(eq(orders.id, orderId));
  }
  return orderId;
}

test('every state is reached, and all but the first are final', () => {
  const reached = new Set<State>(['unpaid', ...transitions.map(({ to }) => to)]);
  expect([...reached].sort()).toEqual([...states].sort());
  expect(new Set(transitions.map(({ from }) => from))).toEqual(new Set(['unpaid']));
});

const pairs = states.flatMap((from) =>
  states.filter((to) => to !== from && to !== 'paid').map((to) => ({ from, to })),
);

test.each(pairs)('the database agrees with the table on $from → $to', async ({ from, to }) => {
  const id = await orderIn(from);
  const legal = transitions.some((one) => one.from === from && one.to === to);
  const change = shop.db.update(orders).set({ state: to }).where(eq(orders.id, id));
  if (legal) await change;
  else await expect(change).rejects.toMatchObject({ cause: { code: '23514' } });
  const [now] = await shop.db.select().from(orders).where(eq(orders.id, id));
  expect(now?.state).toBe(legal ? to : from);
});
