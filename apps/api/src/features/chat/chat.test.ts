import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { conversations, liveEvents, messages, users } from '../../db/schema/index.ts';
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
  seller = await app.insertUser('seller', { name: 'Rana' });
  buyer = await app.insertUser('buyer', { name: 'Nora' });
  productId = await app.insertProduct(seller, { name: 'Galaxy S23' });
  id = await open();
});
afterAll(() => app.close());

async function open(
  by = buyer,
  body: contract.BodyOf<typeof contract.openConversation> = { productId },
) {
  const { token } = by;
  return unwrap(await app.call(contract.openConversation, { body, token })).insertedId;
}
const send = ({ token }: TestUser, text: string, clientId = newId()) =>
  app.call(contract.sendMessage, { params: { id }, body: { clientId, text }, token });
const read = async ({ token }: TestUser, query = {}) =>
  unwrap(await app.call(contract.listMessages, { params: { id }, query, token }));
const texts = async (reader: TestUser, query = {}) =>
  (await read(reader, query)).messages.map(({ text }) => text);

async function payOrder() {
  const { token } = buyer;
  const order = { productId, phone: '+1 202-555-0199', location: 'Lyon' };
  const { insertedId: orderId } = unwrap(
    await app.call(contract.placeOrder, { body: order, token }),
  );
  const intent = await app.call(contract.createPaymentIntent, {
    body: { price: 345, orderId },
    token,
  });
  const { clientSecret } = unwrap(intent);
  await app.pay(clientSecret);
  const [transactionId = ''] = clientSecret.split('_secret_');
  const body = { price: 345, transactionId, email: buyer.email, orderId };
  unwrap(await app.call(contract.recordPayment, { body, token }));
  return orderId;
}

test('a listing and a buyer have one conversation, which both see', async () => {
  expect(await open()).toBe(id);
  unwrap(await send(buyer, 'Is it still available?'));
  unwrap(await send(seller, 'Yes!'));
  expect(await texts(buyer)).toEqual(['Is it still available?', 'Yes!']);
  const { token } = seller;
  const list = unwrap(await app.call(contract.listConversations, { token }));
  expect(list).toMatchObject({
    // Who answers has not necessarily read.
    unread: 1,
    conversations: [
      { _id: id, role: 'seller', buyer: { name: 'Nora' }, lastMessage: { text: 'Yes!' } },
    ],
  });
});

test('a message that is sent again is stored once', async () => {
  const clientId = newId();
  const sent = await Promise.all([1, 2, 3].map(() => send(buyer, 'Hello', clientId)));
  expect(new Set(sent.map((one) => unwrap(one)._id)).size).toBe(1);
  expect(await texts(seller)).toEqual(['Hello']);
});

test('messages that are sent at once are numbered without gaps', async () => {
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => send(n % 2 ? buyer : seller, `Message ${n}`)),
  );
  const { messages } = await read(buyer);
  expect(messages.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
  expect(new Set(messages.map(({ text }) => text)).size).toBe(12);
});

test('long conversations are read in pages', async () => {
  for (let n = 1; n <= 53; n++) unwrap(await send(buyer, `Message ${n}`));
  const newest = await read(seller);
  expect(newest.messages).toHaveLength(50);
  expect(newest.hasEarlier).toBe(true);
  const earlier = await read(seller, { before: newest.messages[0]?.number });
  expect(earlier.messages.map(({ text }) => text)).toEqual(['Message 1', 'Message 2', 'Message 3']);
  expect(earlier.hasEarlier).toBe(false);
  expect(await texts(seller, { after: 52 })).toEqual(['Message 53']);
});

test('contact data is hidden from the partner until an order is paid, and not stored differently', async () => {
  const sent = unwrap(await send(seller, 'Call +33 6 12 34 56 78'));
  expect(sent).toMatchObject({ text: 'Call +33 6 12 34 56 78', hidden: ['phone'] });
  const [hidden] = (await read(buyer)).messages;
  expect(hidden).toMatchObject({ text: 'Call +•••••', hidden: ['phone'], own: false });
  await payOrder();
  const [shown] = (await read(buyer)).messages;
  expect(shown).toMatchObject({ text: 'Call +33 6 12 34 56 78', hidden: [] });
});

test('a number over several messages is hidden, also across pages', async () => {
  for (const part of ['0171', '234', '5678']) unwrap(await send(seller, part));
  expect(await texts(buyer)).toEqual(['•••••', '•••••', '•••••']);
  expect(await texts(buyer, { after: 2 })).toEqual(['•••••']);
  const list = unwrap(await app.call(contract.listConversations, { token: buyer.token }));
  expect(list.conversations[0]?.lastMessage?.text).toBe('•••••');
});

test('a sign of fraud warns the reader, not the author', async () => {
  expect(unwrap(await send(seller, 'Text me on WhatsApp')).warnings).toEqual([]);
  expect((await read(buyer)).messages[0]?.warnings).toEqual(['off-platform']);
});

test('reading is shown to the partner, and both get a live update', async () => {
  unwrap(await send(buyer, 'Hello'));
  const { token } = seller;
  const list = unwrap(await app.call(contract.listConversations, { token }));
  expect(list.unread).toBe(1);
  const mark = () =>
    app.call(contract.readConversation, { params: { id }, body: { upTo: 99 }, token });
  expect(unwrap(await mark()).modifiedCount).toBe(1);
  expect(unwrap(await mark()).modifiedCount).toBe(0);
  expect((await read(buyer)).conversation.readByPartner).toBe(1);
  const events = await app.db.select().from(liveEvents).where(eq(liveEvents.userId, buyer.id));
  expect(events.map(({ type }) => type)).toEqual([
    'conversations.changed',
    'conversations.changed',
  ]);
});

test('the partner sees for some seconds that somebody is writing, until the message arrives', async () => {
  const report = async ({ token }: TestUser) =>
    unwrap(await app.call(contract.reportTyping, { params: { id }, token })).modifiedCount;
  const isTyping = async (of: TestUser) => (await read(of)).conversation.partnerTyping;
  const age = (seconds: number) =>
    app.db
      .update(conversations)
      .set({ buyerTypingAt: sql`now() - make_interval(secs => ${seconds})` });
  expect(await isTyping(seller)).toBe(false);
  expect(await report(buyer)).toBe(1);
  expect([await isTyping(seller), await isTyping(buyer)]).toEqual([true, false]);
  expect(await report(buyer)).toBe(0);
  await age(4);
  expect(await isTyping(seller)).toBe(true);
  expect(await report(buyer)).toBe(1);
  await age(7);
  expect(await isTyping(seller)).toBe(false);
  const events = await app.db.select().from(liveEvents).where(eq(liveEvents.userId, seller.id));
  expect(events).toHaveLength(2);

  await report(buyer);
  unwrap(await send(buyer, 'Hello'));
  expect(await isTyping(seller)).toBe(false);
  unwrap(
    await app.call(contract.blockPerson, { body: { conversationId: id }, token: seller.token }),
  );
  expect(await report(buyer)).toBe(0);
  expect(await isTyping(seller)).toBe(false);
});

test('nobody else reads a conversation or writes in it', async () => {
  unwrap(await send(buyer, 'Hello'));
  for (const role of ['buyer', 'seller', 'admin'] as const) {
    const other = await app.insertUser(role);
    const { token } = other;
    const listed = await app.call(contract.listMessages, { params: { id }, query: {}, token });
    expect(resultCode(listed)).toBe('conversation.not-found');
    expect(resultCode(await send(other, 'Hi'))).toBe('conversation.not-found');
  }
});

test('an admin reads a reported conversation whole, and that is recorded', async () => {
  unwrap(await send(seller, 'Pay to rana@mail.com'));
  const body = { reason: 'Asks for money outside.' };
  const report = () =>
    app.call(contract.reportConversation, { params: { id }, body, token: buyer.token });
  expect(unwrap(await report()).insertedId).toBe(unwrap(await report()).insertedId);
  const admin = await app.insertUser('admin');
  expect(await texts(admin)).toEqual(['Pay to rana@mail.com']);
  expect(resultCode(await send(admin, 'Stop'))).toBe('conversation.not-found');

  // Reading on within the hour is one entry of the audit log.
  await texts(admin);
  const { token } = admin;
  const log = async () =>
    unwrap(await app.call(contract.listAuditEntries, { query: { q: admin.id }, token })).entries;
  expect(await log()).toMatchObject([
    { action: 'conversation.read', target: { type: 'conversation', _id: id } },
  ]);
  await app.database.executeAsOwner(`alter table audit_entries disable trigger user;
    update audit_entries set at = at - interval '61 minutes';
    alter table audit_entries enable trigger user`);
  await texts(admin);
  expect(await log()).toHaveLength(2);
});

test('a block ends the messages in both directions until it is lifted', async () => {
  const { token } = seller;
  const body = { conversationId: id };
  const blocked = unwrap(await app.call(contract.blockPerson, { body, token }));
  for (const one of [buyer, seller]) {
    expect(resultCode(await send(one, 'Hello'))).toBe('conversation.closed');
  }
  expect((await read(buyer)).conversation.blocked).toBe('by-partner');
  expect(unwrap(await app.call(contract.listBlocks, { token }))).toMatchObject([{ name: 'Nora' }]);
  const lift = { params: { id: blocked.insertedId } };
  expect(resultCode(await app.call(contract.unblockPerson, { ...lift, token: buyer.token }))).toBe(
    'block.not-found',
  );
  unwrap(await app.call(contract.unblockPerson, { ...lift, token }));
  unwrap(await send(buyer, 'Hello'));
});

test('both get a live update when a block is lifted, and the other one when an account is deleted', async () => {
  const { token } = seller;
  const liveOf = async (user: TestUser) =>
    app.db.$count(liveEvents, eq(liveEvents.userId, user.id));
  const block = await app.call(contract.blockPerson, { body: { conversationId: id }, token });
  const before = [await liveOf(seller), await liveOf(buyer)];
  const params = { id: unwrap(block).insertedId };
  unwrap(await app.call(contract.unblockPerson, { params, token }));
  expect([await liveOf(seller), await liveOf(buyer)]).toEqual(before.map((count) => count + 1));
  // Nothing has been written yet.
  unwrap(await app.call(contract.deleteOwnAccount, { body: { email: seller.email }, token }));
  expect(await liveOf(buyer)).toBe((before[1] ?? 0) + 2);
});

test('a deleted account leaves the messages of the other, and placeholders', async () => {
  unwrap(await send(buyer, 'Hello'));
  unwrap(await send(seller, 'Hi'));
  const body = { email: buyer.email };
  unwrap(await app.call(contract.deleteOwnAccount, { body, token: buyer.token }));
  expect(await texts(seller)).toEqual([null, 'Hi']);
  const { conversation } = await read(seller);
  expect(conversation).toMatchObject({ buyer: null, blocked: 'gone' });
  expect(resultCode(await send(seller, 'Are you there?'))).toBe('conversation.closed');
});

test('the seller of an order opens the conversation with its buyer', async () => {
  const orderId = await payOrder();
  expect(await open(seller, { orderId })).toBe(id);
  const other = await app.insertUser('seller');
  const { token } = other;
  expect(resultCode(await app.call(contract.openConversation, { body: { orderId }, token }))).toBe(
    'order.not-found',
  );
});

test('a person starts five conversations an hour, a new account two, also at once', async () => {
  const strict = await createTestApp({ database: app.database, settings: { rateLimitScale: 1 } });
  onTestFinished(() => strict.close());
  const started = async (person: TestUser) => {
    const phones = await Promise.all(Array.from({ length: 7 }, () => app.insertProduct(seller)));
    const opened = await Promise.all(
      phones.map((productId) =>
        strict.call(contract.openConversation, { body: { productId }, token: person.token }),
      ),
    );
    const codes = opened.map(resultCode);
    expect(new Set(codes)).toEqual(new Set(['ok', 'conversation.limit-reached']));
    return codes.filter((code) => code === 'ok').length;
  };
  const [recent, established] = [await app.insertUser('buyer'), await app.insertUser('buyer')];
  await app.db
    .update(users)
    .set({ createdAt: sql`now() - interval '25 hours'` })
    .where(eq(users.id, established.id));
  expect(await started(recent)).toBe(2);
  expect(await started(established)).toBe(5);
});

test('a person writes 20 messages a minute, a new account 10, also at once', async () => {
  const strict = await createTestApp({ database: app.database, settings: { rateLimitScale: 1 } });
  const sendAll = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        strict.call(contract.sendMessage, {
          params: { id },
          body: { clientId: newId(), text: `Message ${n}` },
          token: buyer.token,
        }),
      ),
    );
  const accepted = async (count: number) =>
    (await sendAll(count)).map(resultCode).filter((code) => code === 'ok').length;
  expect(await accepted(12)).toBe(10);
  await app.db.execute(
    sql`update users set created_at = now() - interval '2 days' where id = ${buyer.id}`,
  );
  expect(await accepted(12)).toBe(10);
  expect((await sendAll(1)).map(resultCode)).toEqual(['message.limit-reached']);
  await strict.close();
});

test('unread messages are counted over all conversations until they are read', async () => {
  const other = await app.insertProduct(seller);
  const second = await open(buyer, { productId: other });
  unwrap(await send(buyer, 'Hello'));
  unwrap(await send(buyer, 'Are you there?'));
  unwrap(
    await app.call(contract.sendMessage, {
      params: { id: second },
      body: { clientId: newId(), text: 'And this one?' },
      token: buyer.token,
    }),
  );
  const { token } = seller;
  const count = async (of = token) =>
    unwrap(await app.call(contract.countUnreadMessages, { token: of })).unread;
  expect([await count(), await count(buyer.token)]).toEqual([3, 0]);
  unwrap(await send(seller, 'Yes'));
  expect([await count(), await count(buyer.token)]).toEqual([3, 1]);
  unwrap(await app.call(contract.readConversation, { params: { id }, body: { upTo: 1 }, token }));
  expect(await count()).toBe(2);
});

test('names are filtered like messages', async () => {
  const named = await app.insertUser('buyer', { name: 'Nora 0171 2345678' });
  const conversationId = await open(named);
  const { token } = seller;
  const list = unwrap(await app.call(contract.listConversations, { token }));
  expect(list.conversations.map((one) => one.buyer?.name).sort()).toEqual(['Nora', 'Nora •••••']);
  unwrap(await app.call(contract.blockPerson, { body: { conversationId }, token }));
  expect(unwrap(await app.call(contract.listBlocks, { token }))).toMatchObject([
    { name: 'Nora •••••' },
  ]);
});

test('reports are closed once; then admins cannot read the conversation', async () => {
  unwrap(await send(seller, 'Pay to rana@mail.com'));
  const admin = await app.insertUser('admin');
  const body = { reason: 'Asks for money outside.' };
  const { insertedId: reportId } = unwrap(
    await app.call(contract.reportConversation, { params: { id }, body, token: buyer.token }),
  );
  const { token } = admin;
  const list = async () => unwrap(await app.call(contract.listConversationReports, { token }));
  expect((await list()).find(({ _id }) => _id === reportId)).toMatchObject({
    conversationId: id,
    reportedBy: 'buyer',
    reason: 'Asks for money outside.',
  });
  const close = () =>
    app.call(contract.closeConversationReport, { params: { id: reportId }, token });
  const closed = await Promise.all([close(), close()]);
  expect(closed.map(resultCode).sort()).toEqual(['conversation-report.not-found', 'ok']);
  expect((await list()).some(({ _id }) => _id === reportId)).toBe(false);
  const read = await app.call(contract.listMessages, { params: { id }, query: {}, token });
  expect(resultCode(read)).toBe('conversation.not-found');
});

test('deleting an account does not delete the evidence of an open report', async () => {
  unwrap(await send(buyer, 'Pay to nora@mail.com'));
  const body = { reason: 'Asks for money outside.' };
  const { insertedId: reportId } = unwrap(
    await app.call(contract.reportConversation, { params: { id }, body, token: seller.token }),
  );
  unwrap(
    await app.call(contract.deleteOwnAccount, { body: { email: buyer.email }, token: buyer.token }),
  );
  expect(await texts(seller)).toEqual([null]);
  const admin = await app.insertUser('admin');
  expect(await texts(admin)).toEqual(['Pay to nora@mail.com']);
  const { token } = admin;
  unwrap(await app.call(contract.closeConversationReport, { params: { id: reportId }, token }));
  const stored = await app.db.select().from(messages).where(eq(messages.conversationId, id));
  expect(stored.map(({ text }) => text)).toEqual([null]);
});
