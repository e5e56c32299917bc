import { createPaymentIntent, placeOrder, recordPayment } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { orders } from '../../db/schema/index.ts';
import { orderTransitions } from './state-machine.ts';

type State = (typeof states)[number];
const states = orders.state.enumValues;
const transitions = Object.values(orderTransitions);

let app: TestApp;
let buyer: TestUser;

beforeAll(async () => {
  app = await createTestApp({ settings: { orderHoldMax: 100 } });
  buyer = await app.insertUser('buyer');
});
afterAll(() => app.close());

/** Creates an order in a state. */
async function createOrder(state: State): Promise<string> {
  const { token, email } = buyer;
  const productId = await app.insertProduct(await app.insertUser('seller'));
  const contact = { phone: '+33 6 12 34 56 78', location: 'Here' };
  const { insertedId: orderId } = unwrap(
    await app.call(placeOrder, { body: { productId, ...contact }, token }),
  );
  if (state === 'paid') {
    const price = 345;
    const { clientSecret } = unwrap(
      await app.call(createPaymentIntent, { body: { price, orderId }, token }),
    );
    const { id: transactionId } = await app.pay(clientSecret);
    unwrap(
      await app.call(recordPayment, { body: { price, transactionId, email, orderId }, token }),
    );
  } else if (state !== 'unpaid') {
    await app.db.update(orders).set({ state }).where(eq(orders.id, orderId));
  }
  return orderId;
}

test('every state is reachable, and all but the first are final', () => {
  const reached = new Set<State>(['unpaid', ...transitions.map(({ to }) => to)]);
  expect([...reached].sort()).toEqual([...states].sort());
  expect(new Set(transitions.map(({ from }) => from))).toEqual(new Set(['unpaid']));
});

const pairs = states.flatMap((from) =>
  states.filter((to) => to !== from && to !== 'paid').map((to) => ({ from, to })),
);

test.each(pairs)(
  'the database agrees with the transition table on $from → $to',
  async ({ from, to }) => {
    const id = await createOrder(from);
    const legal = transitions.some((one) => one.from === from && one.to === to);
    const change = app.db.update(orders).set({ state: to }).where(eq(orders.id, id));
    if (legal) await change;
    else await expect(change).rejects.toMatchObject({ cause: { code: '23514' } });
    const [now] = await app.db.select().from(orders).where(eq(orders.id, id));
    expect(now?.state).toBe(legal ? to : from);
  },
);
