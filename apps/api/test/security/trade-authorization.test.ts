import * as contract from '@redial/contract';
import { buildPath, type Endpoint, type OrderState } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  disputeProposals,
  disputes,
  meetings,
  orders,
  returns,
} from '../../src/db/schema/index.ts';
import { type OrderTransition, transitionOrder } from '../../src/features/orders/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { inTransaction } from '../../src/platform/transaction.ts';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../test-app.ts';
import { contact } from './fixtures.ts';
import { tableChecksum } from './table-checksum.ts';

// An order is placed, paid and carried through several states for each case.
vi.setConfig({ testTimeout: 90_000 });

const staff = ['moderator', 'support'] as const;
const callers = ['buyer', 'seller', 'other buyer', 'other seller', 'admin', ...staff] as const;
type Caller = (typeof callers)[number];
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

/** The states of orders on which calls are tried, and how one gets there from `paid`. */
const paths = {
  paid: [],
  in_transit: ['ship'],
  delivered: ['ship', 'receive'],
  disputed: ['ship', 'receive', 'dispute'],
  returning: ['ship', 'receive', 'dispute', 'resolveWithReturn'],
  completed: ['ship', 'receive', 'accept'],
} as const satisfies Partial<Record<OrderState, readonly OrderTransition[]>>;

interface Trade {
  readonly orderId: string;
  readonly disputeId: string;
  /** A proposal of the seller. */
  readonly proposalId: string;
  /** A proposal of the buyer. */
  readonly meetingId: string;
}

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

interface Row {
  readonly call: Endpoint;
  readonly state: keyof typeof paths;
  readonly handover?: 'meet' | 'ship';
  readonly input: (trade: Trade) => {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: object;
  };
  /** The users for whom the call succeeds. */
  readonly allowed: readonly Caller[];
  /** The code for others; by default those of an order that does not exist for them. */
  readonly refusals?: Partial<Record<Caller, string>>;
  readonly otherwise?: string;
  readonly changes?: boolean;
}

const order = ({ orderId: id }: Trade) => ({ params: { id } });
const dispute = ({ disputeId: id }: Trade) => ({ params: { id } });
const address = {
  name: 'Nora Bell',
  line1: 'Rue 4',
  postalCode: '69003',
  city: 'Lyon',
  country: 'France',
};
const parcel = { carrier: 'ups', trackingNumber: '1Z5R89390357567127' };
const parties: readonly Caller[] = ['buyer', 'seller'];
const sellers: readonly Caller[] = ['seller', 'other seller'];
const noDispute = { otherwise: 'dispute.not-found' };
const sellersOnly = { otherwise: 'role.forbidden', allowed: sellers };
const adminsOnly: Pick<Row, 'allowed' | 'otherwise'> = {
  otherwise: 'role.forbidden',
  allowed: ['admin'],
};
const period = { query: { from: '2026-01-01', to: '2026-01-31' } };

const rows: Row[] = [
  // Orders.
  { call: contract.getOrderDetails, state: 'paid', input: order, allowed: [...parties, 'admin'] },
  {
    call: contract.chooseHandover,
    state: 'paid',
    input: (trade) => ({ ...order(trade), body: { method: 'ship', address } }),
    allowed: ['buyer'],
    changes: true,
  },
  {
    call: contract.requestCancellation,
    state: 'paid',
    input: (trade) => ({ ...order(trade), body: { reason: 'found-another' } }),
    allowed: ['buyer'],
    changes: true,
  },
  {
    call: contract.cancelSale,
    state: 'paid',
    input: (trade) => ({ ...order(trade), body: { reason: 'not-available' } }),
    allowed: ['seller'],
    changes: true,
  },
  {
    call: contract.shipOrder,
    state: 'paid',
    input: (trade) => ({ ...order(trade), body: parcel }),
    allowed: ['seller'],
    changes: true,
  },
  {
    call: contract.confirmReceipt,
    state: 'in_transit',
    input: order,
    allowed: ['buyer'],
    changes: true,
  },
  {
    call: contract.acceptOrder,
    state: 'delivered',
    input: order,
    allowed: ['buyer'],
    changes: true,
  },
  { call: contract.getReceipt, state: 'paid', input: order, allowed: ['buyer', 'admin'] },
  {
    call: contract.getResaleDraft,
    state: 'completed',
    input: order,
    allowed: ['buyer'],
  },
  // Handover.
  {
    call: contract.getHandover,
    state: 'paid',
    handover: 'meet',
    input: (trade) => ({ ...order(trade), query: {} }),
    allowed: parties,
  },
  {
    call: contract.proposeMeeting,
    state: 'paid',
    handover: 'meet',
    input: (trade) => ({
      ...order(trade),
      body: { place: 'Perrache', at: new Date(Date.now() + 172_800_000).toISOString() },
    }),
    allowed: parties,
    changes: true,
  },
  {
    call: contract.acceptMeeting,
    state: 'paid',
    handover: 'meet',
    input: (trade) => ({ ...order(trade), body: { meetingId: trade.meetingId } }),
    allowed: ['seller'],
    refusals: { buyer: 'meeting.own-proposal' },
    changes: true,
  },
  {
    call: contract.checkDevice,
    state: 'delivered',
    input: (trade) => ({ ...order(trade), body: { imei: '490154203237518' } }),
    allowed: [],
    refusals: { buyer: 'device.not-registered' },
  },
  // Disputes.
  {
    call: contract.openDispute,
    state: 'delivered',
    input: (trade) => ({ ...order(trade), body: { reason: 'counterfeit', text: 'A copy' } }),
    allowed: ['buyer'],
    changes: true,
  },
  {
    call: contract.getDispute,
    state: 'disputed',
    input: dispute,
    allowed: [...parties, 'admin'],
    ...noDispute,
  },
  {
    call: contract.addDisputeMessage,
    state: 'disputed',
    input: (trade) => ({ ...dispute(trade), body: { text: 'Hello' } }),
    allowed: parties,
    ...noDispute,
    changes: true,
  },
  {
    call: contract.addDisputeProposal,
    state: 'disputed',
    input: (trade) => ({ ...dispute(trade), body: { kind: 'release' } }),
    allowed: parties,
    ...noDispute,
    changes: true,
  },
  {
    call: contract.acceptDisputeProposal,
    state: 'disputed',
    input: ({ disputeId: id, proposalId }) => ({ params: { id, proposalId } }),
    allowed: ['buyer'],
    refusals: { seller: 'proposal.own' },
    ...noDispute,
    changes: true,
  },
  {
    call: contract.decideDispute,
    state: 'disputed',
    input: (trade) => ({ ...dispute(trade), body: { kind: 'release', reason: 'As described.' } }),
    ...adminsOnly,
    // For the seller, which is for an admin.
    refusals: { support: 'dispute.above-support-limit' },
    changes: true,
  },
  // Returns.
  { call: contract.getReturn, state: 'returning', input: order, allowed: parties },
  {
    call: contract.setReturnAddress,
    state: 'returning',
    input: (trade) => ({ ...order(trade), body: { address: 'Rua do Ouro 3, Porto' } }),
    allowed: ['seller'],
    changes: true,
  },
  {
    call: contract.shipReturn,
    state: 'returning',
    input: (trade) => ({
      ...order(trade),
      body: { carrier: 'ups', trackingNumber: '1Z999AA10123456784' },
    }),
    allowed: ['buyer'],
    changes: true,
  },
  {
    call: contract.confirmReturn,
    state: 'returning',
    input: (trade) => ({ ...order(trade), body: {} }),
    allowed: [],
    refusals: { seller: 'return.not-shipped' },
  },
  // Money. Each user sees their own.
  { call: contract.listSales, state: 'completed', input: () => ({}), allowed: callers },
  { call: contract.listDisputes, state: 'disputed', input: () => ({}), allowed: callers },
  { call: contract.getBalance, state: 'completed', input: () => ({}), ...sellersOnly },
  { call: contract.listBalanceMonths, state: 'completed', input: () => ({}), ...sellersOnly },
  { call: contract.getBalanceStatement, state: 'completed', input: () => period, ...sellersOnly },
  { call: contract.getPayoutAccount, state: 'completed', input: () => ({}), ...sellersOnly },
  {
    call: contract.requestPayout,
    state: 'completed',
    input: () => ({ body: {} }),
    allowed: [],
    refusals: {
      seller: 'payout-account.not-enabled',
      'other seller': 'payout-account.not-enabled',
    },
    otherwise: 'role.forbidden',
  },
  { call: contract.getLedgerStatus, state: 'paid', input: () => ({}), ...adminsOnly },
  { call: contract.exportLedgerJournal, state: 'paid', input: () => period, ...adminsOnly },
  { call: contract.listChargebacks, state: 'paid', input: () => ({}), ...adminsOnly },
  {
    call: contract.submitChargebackEvidence,
    state: 'paid',
    input: () => ({
      params: { id: 'dp_none' },
      body: { text: 'The buyer confirmed that the phone is as described, by entering the code.' },
    }),
    allowed: [],
    refusals: { admin: 'chargeback.not-found' },
    otherwise: 'role.forbidden',
  },
];

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
