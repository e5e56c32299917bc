import type { OrderState } from '@redial/contract';
import * as contract from '@redial/contract';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { orderEvents, orders, products, shippingAddresses } from '../../db/schema/index.ts';
import { deadlineHandlers, passDeadline } from '../../deadline-handlers.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { fireDeadlines } from './fire-deadlines.ts';
import { turnOf } from './order-situation.ts';
import { findOpenDeadlines, situationOf } from './order-situation-queries.ts';
import type { OrderTransition } from './state-machine.ts';
import { transitionOrder } from './transitions.ts';

// Some tests carry dozens of orders through several states.
vi.setConfig({ testTimeout: 90_000 });

let database: TestDatabase;
let app: TestApp;
let other: TestApp;
let seller: TestUser;
let buyer: TestUser;
let admin: TestUser;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await createTestApp({ database });
  other = await createTestApp({ database });
  seller = await app.insertUser('seller', { name: 'Sela' });
  buyer = await app.insertUser('buyer', { name: 'Ben' });
  admin = await app.insertUser('admin');
});
afterAll(async () => {
  await app.close();
  await other.close();
  await database.close();
});

const address = {
  name: 'Ben Buyer',
  line1: 'Rue de la Part-Dieu 4',
  postalCode: '69003',
  city: 'Lyon',
  country: 'France',
};
const parcel = { carrier: 'ups', trackingNumber: '1Z5R89390357567127' } as const;

async function placed(): Promise<string> {
  const productId = await app.insertProduct(seller);
  const body = { productId, phone: '+1 202-555-0199', location: 'Lyon, at the station' };
  return unwrap(await app.call(contract.placeOrder, { body, token: buyer.token })).insertedId;
}

async function paid(): Promise<string> {
  const orderId = await placed();
  const { token } = buyer;
  const intent = await app.call(contract.createPaymentIntent, {
    body: { price: 345, orderId },
    token,
  });
  const { id: transactionId } = await app.pay(unwrap(intent).clientSecret);
  const body = { price: 345, transactionId, email: buyer.email, orderId };
  unwrap(await app.call(contract.recordPayment, { body, token }));
  return orderId;
}

/** The transitions that lead from `unpaid` or `paid` to a state. */
const paths: Record<OrderState, { from: () => Promise<string>; by: OrderTransition[] }> = {
  unpaid: { from: placed, by: [] },
  cancelled: { from: placed, by: ['cancel'] },
  expired: { from: placed, by: ['expire'] },
  paid: { from: paid, by: [] },
  in_transit: { from: paid, by: ['ship'] },
  delivered: { from: paid, by: ['ship', 'receive'] },
  disputed: { from: paid, by: ['ship', 'receive', 'dispute'] },
  returning: { from: paid, by: ['ship', 'receive', 'dispute', 'resolveWithReturn'] },
  completed: { from: paid, by: ['ship', 'receive', 'accept'] },
  refunded: { from: paid, by: ['cancelSale'] },
};

async function orderIn(state: OrderState): Promise<string> {
  const { from, by } = paths[state];
  const id = await from();
  for (const transition of by) {
    const { settings } = app;
    const details =
      transition === 'ship'
        ? { ...parcel, carrierName: 'UPS', trackingNumber: '1Z999AA10123456784' }
        : {};
    await inTransaction(app.db, (tx) => transitionOrder(tx, id, transition, { settings, details }));
  }
  return id;
}

const params = (id: string) => ({ params: { id } });
const steps = {
  handover: (id: string, by = buyer) =>
    app.call(contract.chooseHandover, {
      ...params(id),
      body: { method: 'ship', address },
      token: by.token,
    }),
  request: (id: string, by = buyer) =>
    app.call(contract.requestCancellation, {
      ...params(id),
      body: { reason: 'found-another' },
      token: by.token,
    }),
  cancel: (id: string, by = seller) =>
    app.call(contract.cancelSale, {
      ...params(id),
      body: { reason: 'not-available' },
      token: by.token,
    }),
  ship: (id: string, by = seller) =>
    app.call(contract.shipOrder, { ...params(id), body: parcel, token: by.token }),
  receive: (id: string, by = buyer) =>
    app.call(contract.confirmReceipt, { ...params(id), token: by.token }),
  accept: (id: string, by = buyer) =>
    app.call(contract.acceptOrder, { ...params(id), token: by.token }),
};
type Step = keyof typeof steps;

const details = async (id: string, by: TestUser = buyer) =>
  unwrap(await app.call(contract.getOrderDetails, { ...params(id), token: by.token }));
const stateOf = async (id: string) => (await details(id)).state;
const makeDue = (id: string, kind: string) =>
  app.db.execute(sql`update order_deadlines set due_at = now() - interval '1 second'
    where order_id = ${id} and kind = ${kind} and closed_at is null`);
const balanceOf = async (account: string) => {
  const { rows } = await app.db.execute<{ cents: string }>(
    sql`select balance_cents as cents from ledger_accounts where account = ${account}`,
  );
  return Number(rows[0]?.cents ?? 0);
};
/** Runs the jobs. @returns recipients and subjects of the mails sent. */
async function mailed(): Promise<string[]> {
  await app.runJobs('dispatch-outbox');
  const names = new Map([
    [buyer.email, 'buyer'],
    [seller.email, 'seller'],
  ]);
  return app.sentMails
    .splice(0)
    .map(({ to, subject }) => `${names.get(to)}: ${subject.split(':')[0]}`)
    .sort();
}

/** The states in which each step is allowed, besides repeating it. */
const allowed: Record<Step, readonly OrderState[]> = {
  handover: ['unpaid', 'paid'],
  request: ['paid'],
  cancel: ['paid'],
  ship: ['in_transit'],
  receive: ['in_transit'],
  accept: ['delivered'],
};

test.each(Object.keys(paths) as OrderState[])(
  'an order that is %s refuses every step that its state does not allow, and names the state',
  async (state) => {
    const id = await orderIn(state);
    for (const step of Object.keys(steps) as Step[]) {
      if (allowed[step].includes(state)) continue;
      const result = await steps[step](id);
      expect(resultCode(result), step).toBe('order.invalid-status');
      const named = step === 'ship' && state === 'paid' ? 'meet' : contract.orderStateNames[state];
      expect(result.ok ? '' : result.error.message).toContain(named);
    }
    expect(await stateOf(id)).toBe(state);
  },
);

test('nobody but its buyer and seller can do anything with an order, and each only their part', async () => {
  const id = await paid();
  const strangers = [await app.insertUser('buyer'), await app.insertUser('seller'), admin];
  for (const step of Object.keys(steps) as Step[]) {
    for (const stranger of strangers) {
      expect(resultCode(await steps[step](id, stranger)), step).toBe('order.not-found');
    }
    const otherParty = step === 'ship' || step === 'cancel' ? buyer : seller;
    expect(resultCode(await steps[step](id, otherParty)), step).toBe('order.not-found');
  }
  for (const stranger of strangers.slice(0, 2)) {
    const read = await app.call(contract.getOrderDetails, { ...params(id), token: stranger.token });
    expect(resultCode(read)).toBe('order.not-found');
  }
  expect(await stateOf(id)).toBe('paid');
});

test('a shipped sale: each step once, however often it is sent; the seller gets the price less the fee', async () => {
  await mailed();
  const before = await balanceOf(`seller:${seller.id}`);
  const id = await paid();
  await mailed();
  const twice = async (step: Step) => {
    const [first, second] = [await steps[step](id), await steps[step](id)];
    expect(unwrap(first), step).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect(unwrap(second), step).toEqual(unwrap(first));
    return mailed();
  };
  expect(await twice('handover')).toEqual(['seller: Handover changed']);
  expect(await twice('ship')).toEqual(['buyer: On its way', 'seller: On its way']);
  expect(await twice('receive')).toEqual(['buyer: Received', 'seller: Received']);
  expect(await twice('accept')).toEqual(['buyer: Completed', 'seller: Completed']);
  // Late repetitions of completed calls, in a state that would forbid them.
  for (const step of ['ship', 'receive'] as const)
    expect(resultCode(await steps[step](id))).toBe('ok');
  const kinds = await app.db
    .select({ kind: orderEvents.kind })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, id))
    .orderBy(orderEvents.id);
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'order.placed',
    'order.paid',
    'order.handover-chosen',
    'order.shipped',
    'order.received',
    'order.completed',
  ]);
  expect(await balanceOf(`escrow:${id}`)).toBe(0);
  expect((await balanceOf(`seller:${seller.id}`)) - before).toBe(-32_775);
});

test('steps sent several times at once happen once', async () => {
  const id = await orderIn('delivered');
  const results = await Promise.all([1, 2, 3, 4].map(() => steps.accept(id)));
  expect(results.map(resultCode)).toEqual(['ok', 'ok', 'ok', 'ok']);
  const { timeline } = await details(id);
  expect(timeline.filter(({ kind }) => kind === 'order.completed')).toHaveLength(1);
});

test('another tracking number replaces the first until the phone is received', async () => {
  const id = await paid();
  await steps.handover(id);
  await steps.ship(id);
  const correct = (trackingNumber: string) =>
    app.call(contract.shipOrder, {
      ...params(id),
      body: { carrier: 'other', carrierName: 'Velo', trackingNumber },
      token: seller.token,
    });
  expect(resultCode(await correct('ab 12-34'))).toBe('ok');
  const { shipments, timeline, state } = await details(id);
  expect(state).toBe('in_transit');
  expect(shipments).toMatchObject([
    { carrierName: 'Velo', trackingNumber: 'AB1234', trackingUrl: null },
    { carrierName: 'UPS', trackingUrl: expect.stringContaining('1Z5R89390357567127') },
  ]);
  expect(timeline.at(-1)).toMatchObject({ kind: 'order.shipment-corrected', actor: 'seller' });
  await steps.receive(id);
  expect(resultCode(await correct('ab 12-34'))).toBe('ok');
  expect(resultCode(await correct('zz 99'))).toBe('order.invalid-status');
});

test('a request for cancellation that the seller accepts refunds the buyer', async () => {
  const id = await paid();
  await mailed();
  expect(resultCode(await steps.request(id))).toBe('ok');
  expect(resultCode(await steps.request(id))).toBe('ok');
  expect(await mailed()).toEqual([
    'buyer: Cancellation requested',
    'seller: Cancellation requested',
  ]);
  const asked = await details(id, seller);
  expect(asked.cancellationRequest).toMatchObject({ reason: 'found-another' });
  expect(asked.nextAction).toBe('accept-cancellation');
  expect(asked.deadlines.map(({ kind }) => kind)).toEqual(['cancellation-response', 'handover']);
  expect(resultCode(await steps.cancel(id))).toBe('ok');
  expect(resultCode(await steps.cancel(id))).toBe('ok');
  expect(await mailed()).toEqual(['buyer: Cancelled', 'seller: Cancelled']);
  const done = await details(id);
  expect(done).toMatchObject({ state: 'refunded', turn: 'nobody', nextAction: 'review' });
  expect(done.refunds).toMatchObject([{ amount: 345, state: 'succeeded' }]);
  expect(done.deadlines).toEqual([]);
  expect(await balanceOf(`escrow:${id}`)).toBe(0);
  expect(
    (
      await app.call(contract.requestCancellation, {
        ...params(id),
        body: { reason: 'other' },
        token: buyer.token,
      })
    ).ok,
  ).toBe(true);
});

test('an unanswered request for cancellation refunds the buyer; shipping ends it', async () => {
  const [ignored, shipped] = [await paid(), await paid()];
  for (const id of [ignored, shipped]) {
    await steps.handover(id);
    await steps.request(id);
  }
  expect(resultCode(await steps.ship(shipped))).toBe('ok');
  await makeDue(ignored, 'cancellation-response');
  await makeDue(shipped, 'cancellation-response');
  await app.runJobs('fire-deadlines');
  expect(await stateOf(ignored)).toBe('refunded');
  const { state, cancellationRequest } = await details(shipped);
  expect([state, cancellationRequest]).toEqual(['in_transit', null]);
});

test('the deadlines carry an order to its end without the parties', async () => {
  const id = await paid();
  await steps.handover(id);
  await steps.ship(id);
  await makeDue(id, 'transit');
  await app.runJobs('fire-deadlines');
  expect(await stateOf(id)).toBe('delivered');
  await makeDue(id, 'inspection');
  await app.runJobs('fire-deadlines');
  expect(await stateOf(id)).toBe('completed');
  const missed = await paid();
  await makeDue(missed, 'handover');
  await app.runJobs('fire-deadlines');
  expect(await stateOf(missed)).toBe('refunded');
});

test('after a long downtime each reminder fires once, and moot ones send no mail', async () => {
  const [late, early] = [await paid(), await paid()];
  await mailed();
  await app.db.execute(sql`update order_deadlines set due_at = now() - interval '1 hour'
    where order_id = ${late} and closed_at is null`);
  await makeDue(early, 'handover-reminder');
  const run = (each: TestApp) => fireDeadlines(each.deps, deadlineHandlers);
  // An order that another server is working on is left to the next run.
  await Promise.all([run(app), run(other), run(app)]);
  await run(other);
  expect(await run(app)).toBe(0);
  expect(await mailed()).toEqual([
    'buyer: Not handed over in time',
    'buyer: Please hand it over',
    'seller: Not handed over in time',
    'seller: Please hand it over',
  ]);
});

test('a deadline that fails is retried and does not stop the others', async () => {
  const [broken, fine] = [await orderIn('delivered'), await paid()];
  await makeDue(broken, 'inspection');
  await makeDue(fine, 'handover-reminder');
  const failing = {
    ...deadlineHandlers,
    inspection: () => Promise.reject(new Error('the disk is full')),
  };
  expect(await fireDeadlines(app.deps, failing)).toBe(1);
  expect(await stateOf(broken)).toBe('delivered');
  expect(await fireDeadlines(app.deps, deadlineHandlers)).toBe(1);
  expect(await stateOf(broken)).toBe('completed');
});

test('an open chargeback holds the money: calls are refused and deadlines wait', async () => {
  const [received, fresh] = [await orderIn('delivered'), await paid()];
  const hold = (since: unknown) =>
    app.db.execute(
      sql`update orders set chargeback_opened_at = ${since} where id in (${received}, ${fresh})`,
    );
  await hold(sql`now()`);
  expect(resultCode(await steps.accept(received))).toBe('order.chargeback-open');
  expect(resultCode(await steps.cancel(fresh))).toBe('order.chargeback-open');
  expect((await details(received)).actions).not.toContain('accept');
  for (const kind of ['handover', 'handover-reminder', 'inspection']) {
    await makeDue(received, kind);
    await makeDue(fresh, kind);
  }
  expect(await fireDeadlines(app.deps, deadlineHandlers)).toBe(1);
  expect([await stateOf(received), await stateOf(fresh)]).toEqual(['delivered', 'paid']);
  await hold(null);
  expect(await fireDeadlines(app.deps, deadlineHandlers)).toBe(2);
  expect([await stateOf(received), await stateOf(fresh)]).toEqual(['completed', 'refunded']);
});

test('acceptance and the end of the inspection at the same moment, on two servers: one wins, the books balance', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 50; i++) {
    const id = await orderIn('delivered');
    await makeDue(id, 'inspection');
    ids.push(id);
  }
  const accept = (id: string) =>
    app.call(contract.acceptOrder, { ...params(id), token: buyer.token });
  const [codes] = await Promise.all([
    Promise.all(ids.map(async (id) => resultCode(await accept(id)))),
    fireDeadlines(other.deps, deadlineHandlers),
    fireDeadlines(app.deps, deadlineHandlers),
  ]);
  await fireDeadlines(app.deps, deadlineHandlers);
  for (const [i, id] of ids.entries()) {
    const { timeline, state } = await details(id);
    const completed = timeline.filter(({ kind }) => kind === 'order.completed');
    expect([state, completed.length]).toEqual(['completed', 1]);
    expect(codes[i]).toBe(completed[0]?.actor === 'buyer' ? 'ok' : 'order.invalid-status');
    expect(await balanceOf(`escrow:${id}`)).toBe(0);
  }
  const { rows } = await app.db.execute(sql`
    select count(*)::int as releases, count(distinct order_id)::int as orders
    from ledger_transactions where type = 'release'
      and order_id in (${sql.join(
        ids.map((id) => sql`${id}`),
        sql`, `,
      )})`);
  expect(rows).toEqual([{ releases: 50, orders: 50 }]);
});

test('contact data and address are known to the other party only while the price is held', async () => {
  const id = await placed();
  await steps.handover(id);
  const seen = async () => {
    const [toBuyer, toSeller, toAdmin] = [
      await details(id),
      await details(id, seller),
      await details(id, admin),
    ];
    expect(toAdmin.buyer.contact ?? toAdmin.seller.contact ?? toAdmin.shippingAddress).toBeNull();
    expect(toBuyer.shippingAddress).toEqual(address);
    return [toBuyer.seller.contact, toSeller.buyer.contact, toSeller.shippingAddress].map(Boolean);
  };
  expect(await seen()).toEqual([false, false, false]);
  const intent = await app.call(contract.createPaymentIntent, {
    body: { price: 345, orderId: id },
    token: buyer.token,
  });
  const { id: transactionId } = await app.pay(unwrap(intent).clientSecret);
  const body = { price: 345, transactionId, email: buyer.email, orderId: id };
  unwrap(await app.call(contract.recordPayment, { body, token: buyer.token }));
  expect(await seen()).toEqual([true, true, true]);
  await steps.ship(id);
  await steps.receive(id);
  expect(await seen()).toEqual([true, true, true]);
  await steps.accept(id);
  expect(await seen()).toEqual([false, false, false]);
});

test('an address is deleted 30 days after the order has ended, and not before', async () => {
  const [ended, open] = [await paid(), await paid()];
  for (const id of [ended, open]) await steps.handover(id);
  await steps.cancel(ended);
  const stored = async (id: string) =>
    app.db.$count(shippingAddresses, eq(shippingAddresses.orderId, id));
  const age = (days: number) =>
    app.db.execute(sql`update orders set changed_at = now() - make_interval(days => ${days})
      where id in (${ended}, ${open})`);
  await age(29);
  await app.runJobs('purge-contact-data');
  expect([await stored(ended), await stored(open)]).toEqual([1, 1]);
  await age(31);
  await app.runJobs('purge-contact-data');
  expect([await stored(ended), await stored(open)]).toEqual([0, 1]);
});

test('shipping needs an address, and the choice of a meeting deletes it', async () => {
  const id = await paid();
  const choose = (body: contract.BodyOf<typeof contract.chooseHandover>) =>
    app.call(contract.chooseHandover, { ...params(id), body, token: buyer.token });
  expect(resultCode(await choose({ method: 'ship' }))).toBe('validation.failed');
  const blank = { ...address, city: '  ' };
  expect(resultCode(await choose({ method: 'ship', address: blank }))).toBe('validation.failed');
  const lines = { ...address, city: 'Lyon\nBcc: all' };
  expect(resultCode(await choose({ method: 'ship', address: lines }))).toBe('validation.failed');
  expect((await details(id)).handover).toBe('meet');
  expect(resultCode(await choose({ method: 'ship', address }))).toBe('ok');
  expect((await details(id, seller)).shippingAddress).toEqual(address);
  expect(resultCode(await choose({ method: 'meet' }))).toBe('ok');
  expect(await details(id)).toMatchObject({ handover: 'meet', shippingAddress: null });
});

test('an operator lets the deadlines of an order pass one after the other, with their reminders', async () => {
  const [id, untouched] = [await orderIn('in_transit'), await orderIn('in_transit')];
  const pass = () => passDeadline(app.deps, { orderId: id });
  const fired = async () => {
    const { rows } = await app.db.execute<{ kind: string }>(
      sql`select kind from order_deadlines where order_id = ${id} and outcome = 'fired' order by closed_at, id`,
    );
    return rows.map(({ kind }) => kind);
  };
  expect([await pass(), await stateOf(id)]).toEqual(['transit', 'delivered']);
  expect((await fired()).slice(-2)).toEqual(['transit-reminder', 'transit']);
  expect([await pass(), await stateOf(id)]).toEqual(['inspection', 'completed']);
  expect([await pass(), await pass()]).toEqual(['review', undefined]);
  expect(await stateOf(untouched)).toBe('in_transit');
});

test('a refunded phone is hidden until its seller lists it again', async () => {
  const id = await orderIn('refunded');
  const { productId } = await details(id);
  const shown = async () => {
    const [row] = await app.db
      .select({ hidden: products.hiddenReasons, status: products.status })
      .from(products)
      .where(eq(products.id, productId));
    return row;
  };
  expect(await shown()).toEqual({ hidden: ['refunded'], status: 'Available' });
  expect((await details(id, seller)).nextAction).toBe('relist');
  const relist = (by: TestUser) =>
    app.call(contract.relistProduct, { params: { productId }, token: by.token });
  expect(resultCode(await relist(await app.insertUser('seller')))).toBe('product.not-owner');
  expect([resultCode(await relist(seller)), resultCode(await relist(seller))]).toEqual([
    'ok',
    'ok',
  ]);
  expect(await shown()).toEqual({ hidden: [], status: 'Available' });
  expect((await details(id, seller)).actions).toEqual(['review']);
});

test('a removed seller’s orders that were not handed over are refunded, those under way go on', async () => {
  const kept = seller;
  seller = await app.insertUser('seller');
  const [fresh, shipped, lost] = [
    await paid(),
    await orderIn('in_transit'),
    await orderIn('in_transit'),
  ];
  const removed = await app.call(contract.deleteUser, {
    params: { id: seller.id },
    token: admin.token,
  });
  expect(resultCode(removed)).toBe('ok');
  seller = kept;
  expect([await stateOf(fresh), await stateOf(shipped)]).toEqual(['refunded', 'in_transit']);
  const { timeline, productId } = await details(fresh);
  expect(timeline.at(-1)).toMatchObject({ kind: 'order.sale-cancelled', actor: 'admin' });
  const isRemoved = async (id: string) => {
    const [product] = await app.db.select().from(products).where(eq(products.id, id));
    return product?.removedAt !== null;
  };
  expect(await isRemoved(productId)).toBe(true);
  await app.runJobs('dispatch-outbox');
  expect(await balanceOf(`escrow:${fresh}`)).toBe(0);
  expect(resultCode(await steps.receive(shipped))).toBe('ok');
  const ofLost = (await details(lost)).productId;
  expect(await isRemoved(ofLost)).toBe(false);
  const { settings } = app;
  await inTransaction(app.db, (tx) => transitionOrder(tx, lost, 'refundAtProvider', { settings }));
  expect(await isRemoved(ofLost)).toBe(true);
});

test('a removed buyer’s unpaid orders end, paid ones are refunded, those under way go on to their end', async () => {
  const kept = buyer;
  buyer = await app.insertUser('buyer');
  const [unpaid, fresh, shipped] = [await placed(), await paid(), await orderIn('in_transit')];
  const removed = await app.call(contract.deleteUser, {
    params: { id: buyer.id },
    token: admin.token,
  });
  expect(resultCode(removed)).toBe('ok');
  buyer = kept;
  await app.runJobs('expire-orders', 'dispatch-outbox');
  const stateNow = async (id: string) =>
    (await app.db.select().from(orders).where(eq(orders.id, id)))[0]?.state;
  expect([await stateNow(unpaid), await stateNow(fresh), await stateNow(shipped)]).toEqual([
    'expired',
    'refunded',
    'in_transit',
  ]);
  const { timeline, productId } = await details(fresh, seller);
  expect(timeline.at(-1)).toMatchObject({
    kind: 'order.sale-cancelled',
    actor: 'admin',
    details: { reason: 'buyer-removed' },
  });
  // The seller can list the phone again.
  const [product] = await app.db.select().from(products).where(eq(products.id, productId));
  expect(product).toMatchObject({ removedAt: null, isPaid: false, hiddenReasons: ['refunded'] });
  expect(await balanceOf(`escrow:${fresh}`)).toBe(0);
});

test('sales that need the seller come first, and the list agrees with the pages of the orders', async () => {
  const kept = seller;
  seller = await app.insertUser('seller');
  const states: OrderState[] = [
    'paid',
    'completed',
    'returning',
    'unpaid',
    'disputed',
    'delivered',
  ];
  const ids: string[] = [];
  for (const state of states) ids.push(await orderIn(state));
  const list = () => app.call(contract.listSales, { query: {}, token: seller.token });
  const { sales, total, needingAction } = unwrap(await list());
  // A return without an address waits for the seller, too.
  expect([total, needingAction]).toEqual([6, 3]);
  expect(sales.map(({ state }) => state)).toEqual([
    'disputed',
    'returning',
    'paid',
    'delivered',
    'unpaid',
    'completed',
  ]);
  const rows = await app.db.select().from(orders).where(eq(orders.sellerId, seller.id));
  const open = await findOpenDeadlines(app.db, ids);
  for (const row of rows) {
    const context = { now: new Date(), overdueDays: 5, isRelistable: false };
    const turn = turnOf(
      situationOf({ ...row, returnAddress: null }, open.get(row.id) ?? [], context),
    );
    const sale = sales.find(({ _id }) => _id === row.id);
    expect(sale?.needsAction, row.state).toBe(turn === 'seller' || turn === 'both');
  }
  const none = await app.call(contract.listSales, { query: { page: 2 }, token: seller.token });
  expect(unwrap(none)).toMatchObject({ sales: [], total: 6 });
  seller = kept;
});

test('the list of sales has no deadline that a chargeback pauses', async () => {
  const kept = seller;
  seller = await app.insertUser('seller');
  const { token } = seller;
  const received = await orderIn('delivered');
  const sent = await orderIn('in_transit');
  seller = kept;
  const deadlineOf = async (id: string) => {
    const { sales } = unwrap(await app.call(contract.listSales, { query: {}, token }));
    return sales.find(({ _id }) => _id === id)?.deadline?.kind;
  };
  const setChargeback = (since: Date | null) =>
    app.db
      .update(orders)
      .set({ chargebackOpenedAt: since })
      .where(inArray(orders.id, [received, sent]));
  expect(await deadlineOf(received)).toBe('inspection');
  await setChargeback(new Date());
  expect(await deadlineOf(received)).toBeUndefined();
  // That the phone counts as received moves no money.
  expect(await deadlineOf(sent)).toBe('transit');
  await setChargeback(null);
  expect(await deadlineOf(received)).toBe('inspection');
});
