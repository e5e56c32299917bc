import { getHandover, setListingImei } from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createTradeFixture,
  type TradeFixture,
} from '../../src/features/disputes/trade.fixture.ts';
import { type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';

/*
 * Steps of an order that are tried at once, around a lock, or too early.
 */

let app: TradeFixture;

beforeAll(async () => {
  app = await createTradeFixture();
});
afterEach(async () => {
  app.setNow(undefined);
  expect(await findViolations(app.db)).toEqual([]);
});
afterAll(() => app.close());

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { token }: TestUser,
  body?: object,
) {
  const response = await app.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, json: response.json() };
}
const statuses = (responses: { status: number }[]) =>
  responses.map(({ status }) => status).toSorted();
const parcel = { carrier: 'ups', trackingNumber: '1Z5R89390357567127' };
const refundsOf = async (orderId: string) => {
  const { rows } = await app.db.execute<{ cents: number }>(
    sql`select amount_cents::int as cents from refunds where order_id = ${orderId}`,
  );
  return rows.map(({ cents }) => cents);
};

describe('an order', () => {
  test('is cancelled or shipped, not both, and ten cancellations refund it once', async () => {
    for (let round = 0; round < 2; round++) {
      const { orderId } = await app.payOrder();
      const cancel = () =>
        send('POST', `/api/orders/${orderId}/cancellation`, app.seller, { reason: 'other' });
      unwrapStatus(await send('PUT', `/api/orders/${orderId}/handover`, app.buyer, shipping));
      const ship = () => send('POST', `/api/orders/${orderId}/shipment`, app.seller, parcel);
      const answers = await Promise.all([
        ...(round % 2 ? [ship()] : []),
        ...Array.from({ length: 10 }, cancel),
        ...(round % 2 ? [] : [ship()]),
      ]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      await app.runJobs();
      const state = await app.stateOf(orderId);
      expect(['refunded', 'in_transit']).toContain(state);
      expect(await refundsOf(orderId)).toEqual(state === 'refunded' ? [34_500] : []);
      expect((await app.money(orderId)).escrow).toBe(state === 'refunded' ? 0 : 34_500);
    }
  });

  test('is not listed for resale by its buyer before it is completed, nor by anybody else', async () => {
    const resale = {
      resalePrice: 300,
      number: '+1 202-555-0117',
      location: 'Porto',
      description: 'Bought here, and as good as then.',
    };
    const buyer = { ...app.buyer };
    await app.db.execute(sql`update users set role = 'seller' where id = ${buyer.id}`);
    const paid = await app.payOrder();
    const delivered = await app.payOrder();
    await app.move(delivered.orderId, 'meet');
    const disputed = await app.payAndDispute();
    const refunded = await app.payOrder();
    await app.move(refunded.orderId, 'cancelSale');
    for (const { orderId } of [paid, delivered, disputed, refunded]) {
      const url = `/api/orders/${orderId}/resale`;
      expect((await send('POST', url, buyer, resale)).json.code).toBe('order.invalid-status');
      expect((await send('GET', url, buyer)).json.code).toBe('order.invalid-status');
    }
    const completed = await app.payOrder();
    await app.move(completed.orderId, 'meet', 'accept');
    const url = `/api/orders/${completed.orderId}/resale`;
    for (const other of [app.seller, await app.insertUser('seller')]) {
      expect((await send('POST', url, other, resale)).json.code).toBe('order.not-found');
    }
    expect((await send('GET', url, buyer)).status).toBe(200);
    await app.db.execute(sql`update users set role = 'buyer' where id = ${buyer.id}`);
  });
});

describe('a dispute', () => {
  test('ends by one of two proposals that are accepted at once', async () => {
    for (let round = 0; round < 2; round++) {
      const { orderId, disputeId } = await app.payAndDispute();
      const path = `/api/disputes/${disputeId}/proposals`;
      const propose = async (by: TestUser, refund: number) =>
        (await send('POST', path, by, { kind: 'partial-refund', refund })).json.insertedId;
      const [low, high] = [await propose(app.seller, 10), await propose(app.buyer, 300)];
      const answers = await Promise.all([
        send('POST', `${path}/${low}/acceptance`, app.buyer),
        send('POST', `${path}/${high}/acceptance`, app.seller),
        send('POST', `${path}/${low}/acceptance`, app.buyer),
        send('POST', `${path}/${high}/acceptance`, app.seller),
      ]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      await app.runJobs();
      const isLow = answers[0]?.status === 200 || answers[2]?.status === 200;
      const isHigh = answers[1]?.status === 200 || answers[3]?.status === 200;
      expect(isLow).not.toBe(isHigh);
      expect(await refundsOf(orderId)).toEqual([isLow ? 1000 : 30_000]);
      expect((await app.money(orderId)).escrow).toBe(0);
    }
  });
});

describe('a lock after wrong codes of a handover', () => {
  test('is not lifted by withdrawing, by another way of handing over, or by the other party', async () => {
    const { orderId } = await app.payOrder();
    const path = `/api/orders/${orderId}/handover-confirmation`;
    const { code = '' } = unwrap(
      await app.call(getHandover, { params: { id: orderId }, token: app.seller.token }),
    );
    const guess = (n: number) => {
      const text = String(100_000 + n);
      return text === code ? '999999' : text;
    };
    const enter = (given: string) => send('POST', path, app.buyer, { code: given });
    for (let n = 0; n < 4; n++) expect((await enter(guess(n))).json.accepted).toBe(false);
    // Four wrong codes, a withdrawal, and the fifth: the count goes on.
    await send('DELETE', path, app.buyer);
    expect((await enter(guess(4))).json.accepted).toBe(false);
    expect((await enter(guess(5))).json.code).toBe('handover.locked');
    await send('DELETE', path, app.buyer);
    await send('PUT', `/api/orders/${orderId}/handover`, app.buyer, shipping);
    await send('PUT', `/api/orders/${orderId}/handover`, app.buyer, { method: 'meet' });
    await send('POST', path, app.seller, { code: guess(6) });
    expect((await enter(code ?? '')).json.code).toBe('handover.locked');
    expect(await app.stateOf(orderId)).toBe('paid');
  });
});

describe('a return', () => {
  const imei = '001017000000011';
  const wrongs = [
    '001017000000029',
    '001017000000037',
    '001017000000045',
    '001017000000052',
    '001017000000060',
  ];

  test('takes three numbers, also of five that come at once, and then not the right one', async () => {
    const { orderId, productId, disputeId } = await app.payAndDispute();
    // The listing is sold by now, so its number is written as before the order.
    const setSold = (isSold: boolean) =>
      app.db.execute(sql`update products set status = ${isSold ? 'Sold' : 'Available'},
        is_paid = ${isSold} where id = ${productId}`);
    await setSold(false);
    const { token } = app.seller;
    unwrap(
      await app.call(setListingImei, {
        params: { id: productId },
        body: { imeis: [imei] },
        token,
      }),
    );
    await setSold(true);
    const decision = { kind: 'return-and-refund', reason: 'It does not work.' };
    unwrapStatus(await send('POST', `/api/disputes/${disputeId}/decision`, app.admin, decision));
    const path = `/api/orders/${orderId}`;
    const address = { address: '5 rue de la Paix\n69001 Lyon' };
    unwrapStatus(await send('PUT', `${path}/return-address`, app.seller, address));
    unwrapStatus(await send('POST', `${path}/return-shipment`, app.buyer, parcel));
    const confirm = (given: string) =>
      send('POST', `${path}/return-confirmation`, app.seller, { imei: given });
    const answers = await Promise.all(wrongs.map(confirm));
    const outcomes = answers.map(({ json }) => json.outcome ?? json.code);
    expect(outcomes.filter((outcome) => outcome === 'mismatch')).toHaveLength(2);
    expect(outcomes).not.toContain('refunded');
    expect((await confirm(imei)).json.outcome).not.toBe('refunded');
    await app.runJobs();
    expect(await app.stateOf(orderId)).toBe('disputed');
    expect((await app.money(orderId)).escrow).toBe(34_500);
    expect(statuses(answers).at(-1)).toBeLessThan(500);
  });
});

const shipping = {
  method: 'ship',
  address: {
    name: 'Nora Buyer',
    line1: '1 place Bellecour',
    postalCode: '69002',
    city: 'Lyon',
    country: 'FR',
  },
};

/** Fails the test unless a request that prepares an attack succeeded. */
function unwrapStatus({ status, json }: { status: number; json: unknown }): void {
  if (status !== 200) throw new Error(JSON.stringify(json));
}
