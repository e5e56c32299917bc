import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { conversations, messages } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';

let app: TestApp;
let seller: TestUser;
let id: string;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  seller = await app.insertUser('seller');
  const { token } = await app.insertUser('buyer');
  const body = { productId: await app.insertProduct(seller) };
  id = unwrap(await app.call(contract.openConversation, { body, token })).insertedId;
  const message = { clientId: newId(), text: 'Hello' };
  unwrap(await app.call(contract.sendMessage, { params: { id }, body: message, token }));
});
afterAll(() => app.close());

test('a conversation is deleted a year after its last message, unless a report is open', async () => {
  const age = (days: number) =>
    app.db.execute(
      sql`update conversations set changed_at = now() - make_interval(days => ${days}) where id = ${id}`,
    );
  const exists = async () => {
    await app.runJobs('purge-contact-data');
    return (await app.db.$count(conversations, eq(conversations.id, id))) === 1;
  };
  await age(364);
  expect(await exists()).toBe(true);
  const body = { reason: 'Asks for money outside.' };
  const { insertedId: reportId } = unwrap(
    await app.call(contract.reportConversation, { params: { id }, body, token: seller.token }),
  );
  await age(366);
  expect(await exists()).toBe(true);
  const { token } = await app.insertUser('admin');
  unwrap(await app.call(contract.closeConversationReport, { params: { id: reportId }, token }));
  expect(await exists()).toBe(false);
  expect(await app.db.$count(messages, eq(messages.conversationId, id))).toBe(0);
});

test('old conversations are deleted in batches, and none of them stays', async () => {
  const buyers = await app.insertPeople('buyer', 1001);
  await app.db.execute(sql`
    insert into conversations (id, product_id, buyer_id, seller_id, changed_at)
    select gen_random_uuid(), product_id, buyer, seller_id, now() - interval '366 days'
    from unnest(${sql.param(buyers)}::uuid[]) buyer, conversations where id = ${id}`);
  const before = await app.db.$count(conversations);
  await app.runJobs('purge-contact-data');
  expect(await app.db.$count(conversations)).toBe(before - 1001);
});
