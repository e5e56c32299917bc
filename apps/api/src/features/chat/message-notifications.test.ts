import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitForLockWait } from '../../../test/lock-waits.ts';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { blocks, conversations, notifications, products } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
let productId: string;
let id: string;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
  productId = await app.insertProduct(seller, { name: 'Galaxy S23' });
  const { token } = buyer;
  id = unwrap(await app.call(contract.openConversation, { body: { productId }, token })).insertedId;
});
afterAll(() => app.close());

const send = async ({ token }: TestUser, text: string) =>
  unwrap(
    await app.call(contract.sendMessage, {
      params: { id },
      body: { clientId: newId(), text },
      token,
    }),
  );

/** Delivers events as if their delay had passed. */
async function deliverEvents() {
  await app.runJobs('dispatch-outbox');
  await app.db.execute(sql`update outbox set due_at = now() where done_at is null`);
  await app.runJobs('dispatch-outbox');
}
const notificationsOf = ({ id: userId }: TestUser) =>
  app.db.select().from(notifications).where(eq(notifications.userId, userId));

test('an unread message notifies its recipient once, without its text, until it is read', async () => {
  await send(buyer, 'Is it still available?');
  await app.runJobs('dispatch-outbox');
  expect(await notificationsOf(seller)).toEqual([]);
  await send(buyer, 'Hello?');
  await deliverEvents();
  const path = `/dashboard/messages/${id}`;
  expect(await notificationsOf(seller)).toMatchObject([{ kind: 'messages', path, readAt: null }]);
  expect(JSON.stringify(await notificationsOf(seller))).not.toContain('available');
  const { token } = seller;
  unwrap(await app.call(contract.readConversation, { params: { id }, body: { upTo: 2 }, token }));
  expect((await notificationsOf(seller))[0]?.readAt).not.toBeNull();
  await send(buyer, 'Thanks');
  await deliverEvents();
  expect(await notificationsOf(seller)).toHaveLength(2);
});

test('a mail about a message calls the phone by its model, since the seller writes the title', async () => {
  await app.db
    .update(products)
    .set({ name: 'Win at spam.example' })
    .where(eq(products.id, productId));
  await send(seller, 'Yes');
  await deliverEvents();
  const mail = app.sentMails.find(({ to }) => to === buyer.email);
  expect(mail?.text).toContain('You have a new message');
  expect(JSON.stringify(mail)).not.toContain('spam.example');
});

test('a message that is read within a minute, or of a blocked person, notifies nobody', async () => {
  await send(buyer, 'Hello');
  const { token } = seller;
  unwrap(await app.call(contract.readConversation, { params: { id }, body: { upTo: 1 }, token }));
  await deliverEvents();
  await send(buyer, 'Hello?');
  await app.db.insert(blocks).values({ id: newId(), blockerId: seller.id, blockedId: buyer.id });
  await deliverEvents();
  expect(await notificationsOf(seller)).toEqual([]);
});

test('a message that is being read at the moment of its notification notifies nobody', async () => {
  await send(buyer, 'Hello');
  let delivered: Promise<void> | undefined;
  await app.db.transaction(async (tx) => {
    await tx.update(conversations).set({ sellerRead: 1 }).where(eq(conversations.id, id));
    delivered = deliverEvents();
    await waitForLockWait(app.db);
  });
  await delivered;
  expect(await notificationsOf(seller)).toEqual([]);
});

test('a message that came while the one before was read notifies its recipient', async () => {
  const { token } = seller;
  const readUpTo = async (upTo: number) =>
    unwrap(await app.call(contract.readConversation, { params: { id }, body: { upTo }, token }));
  await send(buyer, 'Is it still available?');
  await send(buyer, 'And where is it?');
  await readUpTo(1);
  await deliverEvents();
  expect(await notificationsOf(seller)).toHaveLength(1);
  await send(buyer, 'Hello?');
  await readUpTo(2);
  await deliverEvents();
  expect((await notificationsOf(seller)).map(({ readAt }) => readAt === null)).toEqual([
    false,
    true,
  ]);
  await readUpTo(3);
  await deliverEvents();
  expect((await notificationsOf(seller)).filter(({ readAt }) => readAt === null)).toEqual([]);
});
