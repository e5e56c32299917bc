import type { OrderState } from '@redial/contract';
import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { resultCode, unwrap } from '../../../test/test-app.ts';
import { orderEvents } from '../../db/schema/index.ts';
import { createOrderFixture, type OrderFixture, params } from './order.fixture.ts';

// Some tests carry dozens of orders through several states.
vi.setConfig({ testTimeout: 90_000 });

let app: OrderFixture;

beforeAll(async () => {
  app = await createOrderFixture();
});
afterAll(() => app.close());

type Step = keyof OrderFixture['steps'];

/** The states in which each step is allowed, besides repeating it. */
const allowed: Record<Step, readonly OrderState[]> = {
  handover: ['unpaid', 'paid'],
  request: ['paid'],
  cancel: ['paid'],
  ship: ['in_transit'],
  receive: ['in_transit'],
  accept: ['delivered'],
};

test.each(contract.orderStates)(
  'an order that is %s refuses every step that its state does not allow, and names the state',
  async (state) => {
    const id = await app.orderIn(state);
    for (const step of Object.keys(app.steps) as Step[]) {
      if (allowed[step].includes(state)) continue;
      const result = await app.steps[step](id);
      expect(resultCode(result), step).toBe('order.invalid-status');
      const named = step === 'ship' && state === 'paid' ? 'meet' : contract.orderStateNames[state];
      expect(result.ok ? '' : result.error.message).toContain(named);
    }
    expect(await app.stateOf(id)).toBe(state);
  },
);

test('nobody but its buyer and seller can do anything with an order, and each only their part', async () => {
  const id = await app.paid();
  const strangers = [await app.insertUser('buyer'), await app.insertUser('seller'), app.admin];
  for (const step of Object.keys(app.steps) as Step[]) {
    for (const stranger of strangers) {
      expect(resultCode(await app.steps[step](id, stranger)), step).toBe('order.not-found');
    }
    const otherParty = step === 'ship' || step === 'cancel' ? app.buyer : app.seller;
    expect(resultCode(await app.steps[step](id, otherParty)), step).toBe('order.not-found');
  }
  for (const stranger of strangers.slice(0, 2)) {
    const read = await app.call(contract.getOrderDetails, { ...params(id), token: stranger.token });
    expect(resultCode(read)).toBe('order.not-found');
  }
  expect(await app.stateOf(id)).toBe('paid');
});

test('a shipped sale: each step once, however often it is sent; the seller gets the price less the fee', async () => {
  await app.mailed();
  const before = await app.balanceOf(`seller:${app.seller.id}`);
  const id = await app.paid();
  await app.mailed();
  const twice = async (step: Step) => {
    const [first, second] = [await app.steps[step](id), await app.steps[step](id)];
    expect(unwrap(first), step).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect(unwrap(second), step).toEqual(unwrap(first));
    return app.mailed();
  };
  expect(await twice('handover')).toEqual(['seller: Handover changed']);
  expect(await twice('ship')).toEqual(['buyer: On its way', 'seller: On its way']);
  expect(await twice('receive')).toEqual(['buyer: Received', 'seller: Received']);
  expect(await twice('accept')).toEqual(['buyer: Completed', 'seller: Completed']);
  // Late repetitions of completed calls, in a state that would forbid them.
  for (const step of ['ship', 'receive'] as const)
    expect(resultCode(await app.steps[step](id))).toBe('ok');
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
  expect(await app.balanceOf(`escrow:${id}`)).toBe(0);
  expect((await app.balanceOf(`seller:${app.seller.id}`)) - before).toBe(-32_775);
});

test('steps sent several times at once happen once', async () => {
  const id = await app.orderIn('delivered');
  const results = await Promise.all([1, 2, 3, 4].map(() => app.steps.accept(id)));
  expect(results.map(resultCode)).toEqual(['ok', 'ok', 'ok', 'ok']);
  const { timeline } = await app.details(id);
  expect(timeline.filter(({ kind }) => kind === 'order.completed')).toHaveLength(1);
});

test('another tracking number replaces the first until the phone is received', async () => {
  const id = await app.paid();
  await app.steps.handover(id);
  await app.steps.ship(id);
  const correct = (trackingNumber: string) =>
    app.call(contract.shipOrder, {
      ...params(id),
      body: { carrier: 'other', carrierName: 'Velo', trackingNumber },
      token: app.seller.token,
    });
  expect(resultCode(await correct('ab 12-34'))).toBe('ok');
  const { shipments, timeline, state } = await app.details(id);
  expect(state).toBe('in_transit');
  expect(shipments).toMatchObject([
    { carrierName: 'Velo', trackingNumber: 'AB1234', trackingUrl: null },
    { carrierName: 'UPS', trackingUrl: expect.stringContaining('1Z5R89390357567127') },
  ]);
  expect(timeline.at(-1)).toMatchObject({ kind: 'order.shipment-corrected', actor: 'seller' });
  await app.steps.receive(id);
  expect(resultCode(await correct('ab 12-34'))).toBe('ok');
  expect(resultCode(await correct('zz 99'))).toBe('order.invalid-status');
});

test('a wrong tracking number is corrected while the buyer reports that the phone has not arrived', async () => {
  const shipped = async () => {
    const id = await app.paid();
    await app.steps.handover(id);
    await app.steps.ship(id);
    return id;
  };
  const correct = (id: string) =>
    app.call(contract.shipOrder, {
      ...params(id),
      body: { carrier: 'other', carrierName: 'Velo', trackingNumber: 'ab 12-34' },
      token: app.seller.token,
    });
  const report = async (id: string, reason: 'not-received' | 'does-not-work') => {
    const body = { reason, text: 'Where is it?', photos: [] };
    unwrap(await app.call(contract.openDispute, { ...params(id), body, token: app.buyer.token }));
  };
  const { trade } = app.settings;
  const { overdueDays } = trade;
  Object.assign(trade, { overdueDays: 0 });
  const missing = await shipped();
  await report(missing, 'not-received');
  Object.assign(trade, { overdueDays });
  expect((await app.details(missing, app.seller)).actions).toContain('correct-shipment');
  expect(resultCode(await correct(missing))).toBe('ok');
  const { shipments, state } = await app.details(missing);
  expect(state).toBe('disputed');
  expect(shipments[0]).toMatchObject({ trackingNumber: 'AB1234' });
  const broken = await shipped();
  await app.steps.receive(broken);
  await report(broken, 'does-not-work');
  expect((await app.details(broken, app.seller)).actions).not.toContain('correct-shipment');
  expect(resultCode(await correct(broken))).toBe('order.invalid-status');
});

test('a request for cancellation that the seller accepts refunds the buyer', async () => {
  const id = await app.paid();
  await app.mailed();
  expect(resultCode(await app.steps.request(id))).toBe('ok');
  expect(resultCode(await app.steps.request(id))).toBe('ok');
  expect(await app.mailed()).toEqual([
    'buyer: Cancellation requested',
    'seller: Cancellation requested',
  ]);
  const asked = await app.details(id, app.seller);
  expect(asked.cancellationRequest).toMatchObject({ reason: 'found-another' });
  expect(asked.nextAction).toBe('accept-cancellation');
  expect(asked.deadlines.map(({ kind }) => kind)).toEqual(['cancellation-response', 'handover']);
  expect(resultCode(await app.steps.cancel(id))).toBe('ok');
  expect(resultCode(await app.steps.cancel(id))).toBe('ok');
  expect(await app.mailed()).toEqual(['buyer: Cancelled', 'seller: Cancelled']);
  const done = await app.details(id);
  expect(done).toMatchObject({ state: 'refunded', turn: 'nobody', nextAction: 'review' });
  expect(done.refunds).toMatchObject([{ amount: 345, state: 'succeeded' }]);
  expect(done.deadlines).toEqual([]);
  expect(await app.balanceOf(`escrow:${id}`)).toBe(0);
  expect(
    (
      await app.call(contract.requestCancellation, {
        ...params(id),
        body: { reason: 'other' },
        token: app.buyer.token,
      })
    ).ok,
  ).toBe(true);
});
