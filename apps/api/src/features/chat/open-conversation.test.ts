import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resultCode, type TestUser, unwrap } from '../../../test/test-app.ts';
import { users } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { createOrderFixture, type OrderFixture } from '../orders/order.fixture.ts';

let app: OrderFixture;

beforeAll(async () => {
  app = await createOrderFixture();
});
beforeEach(async () => {
  app.buyer = await app.insertUser('buyer', { name: 'Ben' });
  app.seller = await app.insertUser('seller', { name: 'Sela' });
});
afterAll(() => app.close());

const open = ({ token }: TestUser, body: contract.BodyOf<typeof contract.openConversation>) =>
  app.call(contract.openConversation, { body, token });
const send = (id: string, { token }: TestUser) =>
  app.call(contract.sendMessage, {
    params: { id },
    body: { clientId: newId(), text: 'When do we meet?' },
    token,
  });

test('who is suspended writes about an order under way, and begins no other conversation', async () => {
  const suspend = (suspended: boolean) =>
    app.db.update(users).set({ suspended }).where(eq(users.id, app.seller.id));
  const unpaid = await app.orderIn('unpaid');
  await suspend(true);
  expect(resultCode(await open(app.seller, { orderId: unpaid }))).toBe('account.suspended');
  await suspend(false);
  const orderId = await app.orderIn('paid');
  await suspend(true);
  const id = unwrap(await open(app.seller, { orderId })).insertedId;
  unwrap(await send(id, app.seller));
  expect(unwrap(await open(app.seller, { orderId })).insertedId).toBe(id);
  const other = await app.insertProduct(await app.insertUser('seller'));
  expect(resultCode(await open(app.seller, { productId: other }))).toBe('account.suspended');
});

test('who is blocked begins no conversation about another phone, and opens those that exist', async () => {
  const known = { productId: await app.insertProduct(app.seller) };
  const conversationId = unwrap(await open(app.buyer, known)).insertedId;
  const { token } = app.seller;
  unwrap(await app.call(contract.blockPerson, { body: { conversationId }, token }));
  const other = { productId: await app.insertProduct(app.seller) };
  expect(resultCode(await open(app.buyer, other))).toBe('conversation.closed');
  const { conversations } = unwrap(await app.call(contract.listConversations, { token }));
  expect(conversations.map(({ _id }) => _id)).toEqual([conversationId]);
  expect(unwrap(await open(app.buyer, known)).insertedId).toBe(conversationId);
  const orderId = await app.orderIn('paid');
  unwrap(await open(app.buyer, { orderId }));
});
