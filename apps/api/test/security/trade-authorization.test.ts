import * as contract from '@redial/contract';
import { buildPath, type Endpoint } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  disputeProposals,
  disputes,
  meetings,
  orders,
  returns,
} from '../../src/db/schema/index.ts';
import { transitionOrder } from '../../src/features/orders/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { inTransaction } from '../../src/platform/transaction.ts';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../test-app.ts';
import { contact } from './fixtures.ts';
import { tableChecksum } from './table-checksum.ts';

import {
  type Caller,
  callers,
  paths,
  type Row,
  rows,
  staff,
  type Trade,
} from './trade-authorization-rows.ts';

// An order is placed, paid and carried through several states for each case.
vi.setConfig({ testTimeout: 90_000 });

type Users = Record<Caller, TestUser>;

let app: TestApp;
let users: Users;

beforeAll(async () => {
  app = await createTestApp();
  users = {
    buyer: await app.insertUser('buyer'),
    seller: await app.insertUser('seller'),
    'other buyer': await app.insertUser('buyer'),
    'other seller': await app.insertUser('seller'),
    admin: await app.insertUser('admin'),
    moderator: await app.insertUser('buyer', { staffRole: 'moderator' }),
    support: await app.insertUser('buyer', { staffRole: 'support' }),
  };
});
afterAll(() => app.close());

/** An order between the buyer and the seller in a state, with what belongs to it. */
async function createTrade(
  state: keyof typeof paths,
  handover: 'meet' | 'ship' = 'ship',
): Promise<Trade> {
  const { db, deps } = app;
  const { buyer, seller } = users;
  const { token, email } = buyer;
  const productId = await app.insertProduct(seller);
  const placed = await app.call(contract.placeOrder, { body: { productId, ...contact }, token });
  const { insertedId: orderId } = unwrap(placed);
  const asked = { price: 345, orderId };
  const intent = unwrap(await app.call(contract.createPaymentIntent, { body: asked, token }));
  const { id: transactionId } = await app.pay(intent.clientSecret);
  const body = { price: 345, transactionId, email, orderId };
  unwrap(await app.call(contract.recordPayment, { body, token }));
  await db.update(orders).set({ handover }).where(eq(orders.id, orderId));
  for (const transition of paths[state]) {
    await inTransaction(db, (tx) => transitionOrder(tx, orderId, transition, deps));
  }
  const [disputeId, proposalId, meetingId] = [newId(), newId(), newId()];
  if (state === 'disputed' || state === 'returning') {
    const reason = 'does-not-work';
    await db
      .insert(disputes)
      .values({ id: disputeId, orderId, reason, text: 'It does not ring.', lastStepBy: 'seller' });
    await db
      .insert(disputeProposals)
      .values({ id: proposalId, disputeId, party: 'seller', kind: 'full-refund' });
  }
  if (state === 'returning') {
    await db.insert(returns).values({ orderId, address: 'Rua das Flores 12, Porto' });
  }
  if (state === 'paid' && handover === 'meet') {
    const at = new Date(Date.now() + 86_400_000);
    await db
      .insert(meetings)
      .values({ id: meetingId, orderId, proposedBy: 'buyer', place: 'Gare de Lyon', at });
  }
  return { orderId, disputeId, proposalId, meetingId };
}

async function send(call: Endpoint, input: ReturnType<Row['input']>, { token }: TestUser) {
  const { params, query, body } = input;
  const response = await app.server.inject({
    method: call.method,
    url: buildPath(call, params, query),
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  });
  const code: string = response.statusCode === 200 ? 'ok' : response.json().code;
  return { response, code };
}

test.each(rows)(
  '$call.method $call.path on an order that is $state is for the right users, and changes nothing for others',
  async ({ call, state, handover, input, refusals, otherwise, changes = false, ...row }) => {
    const named = row.allowed.includes('admin')
      ? staff.filter((role) => call.staff?.includes(role))
      : [];
    const allowed = [...row.allowed, ...named].filter((each) => !(refusals && each in refusals));
    const trade = await createTrade(state, handover);
    const before = await tableChecksum(app.db);
    for (const caller of callers.filter((each) => !allowed.includes(each))) {
      const { response, code } = await send(call, input(trade), users[caller]);
      expect(code, caller).toBe(refusals?.[caller] ?? otherwise ?? 'order.not-found');
      expect(response.headers['cache-control'], caller).toContain('no-store');
    }
    expect(await tableChecksum(app.db)).toBe(before);
    for (const caller of allowed) {
      const own = caller === allowed[0] ? trade : await createTrade(state, handover);
      const checksum = await tableChecksum(app.db);
      expect((await send(call, input(own), users[caller])).code, caller).toBe('ok');
      expect((await tableChecksum(app.db)) !== checksum, caller).toBe(changes);
    }
  },
);

test('lists, balances and statements have nothing of others', async () => {
  const { orderId, disputeId } = await createTrade('disputed');
  await createTrade('completed');
  const { rows: names } = await app.db.execute<{ name: string }>(
    sql`select product_name as name from orders where id = ${orderId}`,
  );
  const texts = [orderId, disputeId, names[0]?.name ?? ''];
  const today = new Date().toISOString().slice(0, 10);
  const reads: [Endpoint, ReturnType<Row['input']>, owner: Caller][] = [
    [contract.listSales, {}, 'seller'],
    [contract.listDisputes, {}, 'seller'],
    [contract.getBalance, {}, 'seller'],
    [contract.getBalanceStatement, { query: { from: '2026-01-01', to: today } }, 'seller'],
  ];
  for (const [call, input, owner] of reads) {
    const own = (await send(call, input, users[owner])).response.body;
    const strangers = (await send(call, input, users['other seller'])).response.body;
    expect(own, call.path).not.toBe(strangers);
    for (const text of texts) expect(strangers, call.path).not.toContain(text);
  }
  const balance = await app.call(contract.getBalance, {
    query: {},
    token: users['other seller'].token,
  });
  expect(unwrap(balance)).toMatchObject({ available: 0, inEscrow: 0 });
});

/** Calls about trade that are checked elsewhere, with the place. */
const elsewhere = [
  // Multipart: disputes.test.ts.
  contract.uploadDisputePhoto,
  // Their preconditions are in authorization-matrix.test.ts.
  contract.shareMeeting,
  contract.confirmHandover,
  contract.withdrawHandoverConfirmation,
  contract.resellOrder,
  contract.getOrderSelfTests,
  // Step-up and their states: payouts.test.ts, ledger.test.ts.
  contract.setUpPayoutAccount,
  contract.requestLedgerVerification,
  contract.resumePayouts,
  // The feature's own tests.
  contract.getOrderReviews,
  contract.writeReview,
];

test('every call about trade is here or has its tests elsewhere', () => {
  const isTrade = /^\/api\/(orders|disputes|sales|balance|payout|ledger|chargebacks)/;
  const covered = new Set<Endpoint>([...rows.map(({ call }) => call), ...elsewhere]);
  const missing = contract.allEndpoints
    .filter((call) => isTrade.test(call.path) && !covered.has(call))
    .map(({ method, path }) => `${method} ${path}`);
  expect(missing).toEqual([]);
});
