import * as contract from '@redial/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { blocks, conversations, messages } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';

const hour = 3_600_000;

let app: TestApp;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  seller = await app.insertUser('seller');
});
afterAll(() => app.close());

const readAnswerTime = async () => {
  const params = { id: seller.id };
  return unwrap(await app.call(contract.getProfile, { params })).answersWithinHours;
};

/** Inserts a conversation whose first message was sent some hours ago, and answered after some. */
async function insertConversation(answeredAfter: number | null, askedBefore = 100) {
  const buyer = await app.insertUser('buyer');
  const id = newId();
  const productId = await app.insertProduct(seller);
  const asked = Date.now() - askedBefore * hour;
  const written = [
    { authorId: buyer.id, at: new Date(asked) },
    { authorId: buyer.id, at: new Date(asked + 60_000) },
    ...(answeredAfter === null
      ? []
      : [{ authorId: seller.id, at: new Date(asked + answeredAfter * hour) }]),
  ];
  await app.db.insert(conversations).values({
    id,
    productId,
    buyerId: buyer.id,
    sellerId: seller.id,
    lastNumber: written.length,
  });
  await app.db.insert(messages).values(
    written.map((message, i) => ({
      ...message,
      id: newId(),
      conversationId: id,
      number: i + 1,
      clientId: newId(),
      text: 'Hello',
    })),
  );
  return buyer;
}

test.each([
  [[0.5, 0.9, 30], 1],
  [[0.5, 3, 30], 4],
  [[5, 20, 24], 24],
  [[0.1, 60, 70], 72],
  [[0.1, 80, 90], null],
  [[0.5, 0.5], null],
])('answers after %j hours are usual within %j', async (hours, usual) => {
  for (const each of hours) await insertConversation(each);
  expect(await readAnswerTime()).toBe(usual);
});

test('a message without an answer counts once three days are over', async () => {
  for (const answeredAfter of [0.5, 0.5, 3]) await insertConversation(answeredAfter);
  await insertConversation(null, 71);
  await insertConversation(null, 71);
  expect(await readAnswerTime()).toBe(1);
  await insertConversation(null, 73);
  await insertConversation(null, 73);
  expect(await readAnswerTime()).toBe(4);
});

test('conversations of long ago, or with somebody who is blocked, do not count', async () => {
  for (const answeredAfter of [0.5, 0.5, 0.5]) await insertConversation(answeredAfter);
  for (let n = 0; n < 4; n++) await insertConversation(50, 91 * 24);
  for (let n = 0; n < 4; n++) {
    const buyer = await insertConversation(null);
    await app.db.insert(blocks).values({ id: newId(), blockerId: seller.id, blockedId: buyer.id });
  }
  expect(await readAnswerTime()).toBe(1);
});
