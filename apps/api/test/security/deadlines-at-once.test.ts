import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Steps of the parties and of an admin that come at the same moment as a deadline, and again after it.
 */

let app: ListeningServer;
beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

type Step = () => Promise<{ status: number }>;
interface Order {
  readonly orderId: string;
  readonly disputeId: string;
}

const parcel = { carrier: 'ups', trackingNumber: '1Z5R89390357567127' };
const shipping = {
  name: 'Nora Buyer',
  line1: '1 place Bellecour',
  postalCode: '69002',
  city: 'Lyon',
  country: 'FR',
};

async function must(method: string, path: string, by: TestUser, body: object = {}) {
  const { status, text, json } = await app.send(method, path, by, body);
  if (status !== 200) throw new Error(`${path}: ${text}`);
  return json;
}
const step =
  (by: () => TestUser, path: string, body: object = {}): ((order: Order) => Step) =>
  ({ orderId, disputeId }) =>
  () =>
    app.send('POST', path.replace(':order', orderId).replace(':dispute', disputeId), by(), body);
const buyer = () => app.buyer;
const seller = () => app.seller;
const admin = () => app.admin;

const paid = async (): Promise<Order> => {
  const { orderId } = await app.payOrder();
  await must('PUT', `/api/orders/${orderId}/handover`, app.buyer, {
    method: 'ship',
    address: shipping,
  });
  return { orderId, disputeId: '' };
};
const inTransit = async () => {
  const order = await paid();
  await must('POST', `/api/orders/${order.orderId}/shipment`, app.seller, parcel);
  return order;
};
const delivered = async () => {
  const order = await inTransit();
  await must('POST', `/api/orders/${order.orderId}/receipt`, app.buyer);
  return order;
};
const disputed = async () => {
  const { orderId } = await delivered();
  const body = { reason: 'does-not-work', text: 'It does not charge.' };
  const { insertedId } = await must('POST', `/api/orders/${orderId}/dispute`, app.buyer, body);
  return { orderId, disputeId: `${insertedId}` };
};
const returning = async () => {
  const order = await disputed();
  const decision = { kind: 'return-and-refund', reason: 'It does not work.' };
  await must('POST', `/api/disputes/${order.disputeId}/decision`, app.admin, decision);
  const address = { address: '5 rue de la Paix\n69001 Lyon' };
  await must('PUT', `/api/orders/${order.orderId}/return-address`, app.seller, address);
  return order;
};

const cases: [
  deadline: string,
  begin: () => Promise<Order>,
  steps: ((order: Order) => Step)[],
  ends: string[],
][] = [
  [
    'handover',
    paid,
    [
      step(seller, '/api/orders/:order/shipment', parcel),
      step(seller, '/api/orders/:order/cancellation', { reason: 'other' }),
      step(buyer, '/api/orders/:order/cancellation-request', { reason: 'changed-mind' }),
    ],
    ['refunded', 'in_transit'],
  ],
  [
    'cancellation-response',
    async () => {
      const order = await paid();
      const path = `/api/orders/${order.orderId}/cancellation-request`;
      await must('POST', path, app.buyer, { reason: 'changed-mind' });
      return order;
    },
    [
      step(seller, '/api/orders/:order/shipment', parcel),
      step(seller, '/api/orders/:order/cancellation', { reason: 'other' }),
    ],
    ['refunded', 'in_transit'],
  ],
  [
    'transit',
    inTransit,
    [
      step(buyer, '/api/orders/:order/receipt'),
      step(buyer, '/api/orders/:order/acceptance'),
      step(buyer, '/api/orders/:order/dispute', { reason: 'not-received', text: 'Nothing came.' }),
    ],
    ['delivered', 'completed', 'disputed'],
  ],
  [
    'inspection',
    delivered,
    [
      step(buyer, '/api/orders/:order/acceptance'),
      step(buyer, '/api/orders/:order/dispute', { reason: 'does-not-work', text: 'It is dead.' }),
    ],
    ['completed', 'disputed'],
  ],
  [
    'dispute-end',
    disputed,
    [
      step(admin, '/api/disputes/:dispute/decision', { kind: 'release', reason: 'No defect.' }),
      step(buyer, '/api/disputes/:dispute/proposals', { kind: 'full-refund' }),
    ],
    ['completed', 'refunded', 'disputed'],
  ],
  [
    'return-shipment',
    returning,
    [
      step(buyer, '/api/orders/:order/return-shipment', parcel),
      step(seller, '/api/orders/:order/return-confirmation'),
    ],
    ['completed', 'returning', 'refunded'],
  ],
  [
    'return-confirmation',
    async () => {
      const order = await returning();
      await must('POST', `/api/orders/${order.orderId}/return-shipment`, app.buyer, parcel);
      return order;
    },
    [
      step(seller, '/api/orders/:order/return-confirmation'),
      step(buyer, '/api/orders/:order/return-shipment', parcel),
    ],
    ['refunded'],
  ],
];

/** What left the escrow of an order to whom, in cents. */
async function paidFor(orderId: string) {
  const { rows } = await app.db.execute<{
    refunded: number;
    released: number;
    releases: number;
  }>(sql`
    select (select coalesce(sum(amount_cents), 0)::int from refunds where order_id = ${orderId}) as refunded,
      coalesce(sum(e.amount_cents), 0)::int as released, count(distinct t.id)::int as releases
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.order_id = ${orderId} and t.type = 'release' and e.account = ${`escrow:${orderId}`}`);
  return rows[0];
}

describe('the money of an order goes to one party, once, whatever comes', () => {
  test.each(cases)('at the moment of the deadline %s', async (deadline, begin, steps, ends) => {
    for (const isClockFirst of [true, false]) {
      const order = await begin();
      const acts = steps.map((make) => make(order));
      const people = () => Promise.all(acts.map((act) => act()));
      const clock = () => app.passDeadline(order.orderId, deadline);
      const answers = isClockFirst
        ? (await Promise.all([clock(), people()]))[1]
        : (await Promise.all([people(), clock()]))[0];
      const later = await people();
      // 422: a buyer who confirmed the receipt cannot say that nothing came.
      for (const { status } of [...answers, ...later]) expect([200, 409, 422]).toContain(status);
      await app.runJobs();
      const state = `${await app.stateOf(order.orderId)}`;
      expect(ends).toContain(state);
      const expected = {
        completed: { refunded: 0, released: 34_500, releases: 1 },
        refunded: { refunded: 34_500, released: 0, releases: 0 },
      }[state] ?? { refunded: 0, released: 0, releases: 0 };
      expect(await paidFor(order.orderId)).toEqual(expected);
      const isOver = state === 'completed' || state === 'refunded';
      expect((await app.money(order.orderId)).escrow).toBe(isOver ? 0 : 34_500);
    }
  });
});
