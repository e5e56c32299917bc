import * as contract from '@redial/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { disputePhotos, orderDeadlines } from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { resultCode, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * A phone that is on its way before its seller says so, and a second return.
 */

let app: ListeningServer;

beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const parcel = { carrier: 'ups', trackingNumber: '1Z5R89390357567127' } as const;

describe('the buyer of a phone that is to be shipped', () => {
  const address = {
    name: 'Nora Lang',
    line1: 'Hauptstr. 1',
    postalCode: '10115',
    city: 'Berlin',
    country: 'Germany',
  };
  const choose = (id: string, body: contract.BodyOf<typeof contract.chooseHandover>) =>
    app.call(contract.chooseHandover, { params: { id }, body, token: app.buyer.token });

  test('does not choose a meeting once it is paid, to be refunded by the clock', async () => {
    const { orderId: id } = await app.payOrder();
    unwrap(await choose(id, { method: 'ship', address }));
    expect(resultCode(await choose(id, { method: 'meet' }))).toBe('order.invalid-status');
    unwrap(await choose(id, { method: 'ship', address: { ...address, line1: 'Hauptstr. 2' } }));
    // The parcel has been on its way all the time.
    const input = { params: { id }, body: parcel, token: app.seller.token };
    expect(resultCode(await app.call(contract.shipOrder, input))).toBe('ok');
    expect(await app.stateOf(id)).toBe('in_transit');
  });
});

test('the time of a second return begins with that return, not with the first', async () => {
  const { orderId, disputeId } = await app.payAndDispute();
  const decide = async () => {
    const body = { kind: 'return-and-refund', reason: 'Send it back.' } as const;
    const params = { id: disputeId };
    unwrap(await app.call(contract.decideDispute, { params, body, token: app.admin.token }));
  };
  const give = async (address: string) => {
    const { token } = app.seller;
    const params = { id: orderId };
    unwrap(await app.call(contract.setReturnAddress, { params, body: { address }, token }));
  };
  await decide();
  await give('5 rue de la Paix');
  const params = { id: orderId };
  unwrap(await app.call(contract.shipReturn, { params, body: parcel, token: app.buyer.token }));
  const photo = newId();
  await app.db
    .insert(disputePhotos)
    .values({ id: photo, orderId, uploadedBy: app.seller.id, width: 1, height: 1 });
  const problem = { text: 'This is another phone.', photos: [photo] };
  const { token } = app.seller;
  unwrap(await app.call(contract.confirmReturn, { params, body: { problem }, token }));
  await app.db.execute(
    sql`update returns set created_at = now() - interval '30 days' where order_id = ${orderId}`,
  );
  await decide();
  await give('a place that does not exist');
  await app.db.execute(sql`update order_deadlines set due_at = now() + interval '1 minute'
    where order_id = ${orderId} and kind = 'return-shipment' and closed_at is null`);
  await give('5 rue de la Paix');
  const [open] = await app.db
    .select({ dueAt: orderDeadlines.dueAt })
    .from(orderDeadlines)
    .where(and(eq(orderDeadlines.orderId, orderId), isNull(orderDeadlines.closedAt)));
  expect(Number(open?.dueAt) - Date.now()).toBeGreaterThan(6 * 86_400_000);
});
