import {
  decideDispute,
  getDispute,
  getOrderDetails,
  listAuditEntries,
  listDisputes,
  type ResolutionKind,
} from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultCode, type TestUser, unwrap } from '../../../test/test-app.ts';
import { createTradeFixture, type TradeFixture } from './trade.fixture.ts';

let app: TradeFixture;
let support: TestUser;

beforeAll(async () => {
  app = await createTradeFixture();
  support = await app.insertUser('buyer', { staffRole: 'support' });
});
afterAll(() => app.close());

const decide = async (id: string, kind: ResolutionKind, refund?: number) => {
  const body = { kind, reason: 'The photos show it.', ...(refund ? { refund } : {}) };
  return resultCode(await app.call(decideDispute, { params: { id }, body, token: support.token }));
};

test('support reads orders and disputes of others, and refunds up to the limit', async () => {
  const { orderId, disputeId } = await app.payAndDispute();
  const { token } = support;
  const open = unwrap(await app.call(listDisputes, { token }));
  expect(open.map(({ _id }) => _id)).toContain(disputeId);
  const dispute = unwrap(await app.call(getDispute, { params: { id: disputeId }, token }));
  expect(dispute.viewer).toBe('admin');
  const order = unwrap(await app.call(getOrderDetails, { params: { id: orderId }, token }));
  expect(order).toMatchObject({ viewer: 'admin', shippingAddress: null });

  const above = 'dispute.above-support-limit';
  expect(await decide(disputeId, 'full-refund')).toBe(above);
  expect(await decide(disputeId, 'return-and-refund')).toBe(above);
  expect(await decide(disputeId, 'release')).toBe(above);
  expect(await decide(disputeId, 'partial-refund', 100.01)).toBe(above);
  expect(await app.stateOf(orderId)).toBe('disputed');
  expect(await decide(disputeId, 'partial-refund', 100)).toBe('ok');
  expect(await app.stateOf(orderId)).toBe('completed');

  const query = { q: disputeId };
  const log = unwrap(await app.call(listAuditEntries, { query, token: app.admin.token }));
  expect(log.entries).toMatchObject([
    { action: 'dispute.decided', actor: { role: 'support', _id: support.id } },
  ]);
});

test('a member of support who bought the phone is a party, and does not decide', async () => {
  const { disputeId } = await app.payAndDispute();
  await app.db.execute(`update users set staff_role = 'support' where id = '${app.buyer.id}'`);
  const body = { kind: 'partial-refund', refund: 50, reason: 'Mine.' } as const;
  const { token } = app.buyer;
  const own = await app.call(decideDispute, { params: { id: disputeId }, body, token });
  expect(resultCode(own)).toBe('dispute.own');
  const read = await app.call(getDispute, { params: { id: disputeId }, token });
  expect(unwrap(read).viewer).toBe('buyer');
});
