import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestUser, unwrap } from '../../../test/test-app.ts';
import { newId } from '../../platform/ids.ts';
import { createOrderFixture, type OrderFixture } from '../orders/order.fixture.ts';

let app: OrderFixture;
let productId: string;

beforeAll(async () => {
  app = await createOrderFixture();
});
beforeEach(async () => {
  app.buyer = await app.insertUser('buyer', { name: 'Ben' });
  app.seller = await app.insertUser('seller', { name: 'Sela' });
  productId = await app.insertProduct(app.seller);
});
afterAll(() => app.close());

const contact = { phone: '+1 202-555-0199', location: 'Lyon' };
const open = async (
  body: contract.BodyOf<typeof contract.openConversation>,
  { token }: TestUser = app.buyer,
) => unwrap(await app.call(contract.openConversation, { body, token })).insertedId;
const read = async (id: string, { token }: TestUser = app.buyer) =>
  unwrap(await app.call(contract.listMessages, { params: { id }, query: {}, token }));
/** The log as somebody reads it: texts, and sentences about steps. */
const log = async (id: string, reader: TestUser = app.buyer) => {
  const { conversation, messages } = await read(id, reader);
  return messages.map(({ text, step }) =>
    step ? contract.describeChatStep(step, conversation.role) : text,
  );
};
const send = (id: string, text: string, { token }: TestUser = app.buyer) =>
  app.call(contract.sendMessage, { params: { id }, body: { clientId: newId(), text }, token });
const offer = async (price: number) =>
  unwrap(
    await app.call(contract.makeOffer, {
      params: { id: productId },
      body: { price, ...contact },
      token: app.buyer.token,
    }),
  ).insertedId;

test('offers are shown to both, in the order in which they were made, and in numbers without gaps', async () => {
  const id = await open({ productId });
  unwrap(await send(id, 'Would you take less?'));
  const first = await offer(300);
  const countering = { params: { id: first }, body: { price: 330 }, token: app.seller.token };
  const { insertedId: counter } = unwrap(await app.call(contract.counterOffer, countering));
  await app.runJobs('dispatch-outbox');
  unwrap(await app.call(contract.acceptOffer, { params: { id: counter }, token: app.buyer.token }));
  await app.runJobs('dispatch-outbox');
  expect(await log(id)).toEqual([
    'Would you take less?',
    'You offered $300.',
    'The seller offered $330 instead.',
    'You accepted $330.',
    'You ordered the phone for $330.',
  ]);
  expect((await log(id, app.seller)).slice(1, 4)).toEqual([
    'The buyer offered $300.',
    'You offered $330 instead.',
    'The buyer accepted $330.',
  ]);
  const { messages } = await read(id);
  expect(messages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(messages[1]).toMatchObject({ by: null, own: false, clientId: null, text: null });
});

test('an offer that ended with the account of its buyer does not end the sale', async () => {
  const id = await open({ productId });
  await offer(300);
  const { token, email } = app.buyer;
  unwrap(await app.call(contract.deleteOwnAccount, { body: { email }, token }));
  await app.runJobs('dispatch-outbox');
  expect(await log(id, app.seller)).toEqual([
    'The buyer offered $300.',
    'The offer of $300 has ended: the account of the buyer was suspended or deleted.',
  ]);
  app.buyer = await app.insertUser('buyer');
  const another = await open({ productId });
  await offer(310);
  const removed = { params: { id: productId }, token: app.seller.token };
  unwrap(await app.call(contract.deleteProduct, removed));
  await app.runJobs('dispatch-outbox');
  await app.runJobs('dispatch-outbox');
  expect((await log(another)).at(-1)).toBe(
    'The offer of $310 has ended: the phone is no longer for sale.',
  );
});

test('an offer that ended with the suspension of its buyer does not end the sale, and its seller is notified', async () => {
  const id = await open({ productId });
  await offer(300);
  const target = { kind: 'person', id: app.buyer.id } as const;
  const decision = {
    target,
    kind: 'suspend',
    rule: 'honest-listing',
    message: 'We cannot tell who you are.',
    days: 7,
  } as const;
  const { token } = await app.insertUser('admin');
  unwrap(await app.call(contract.decideModeration, { body: decision, token }));
  app.sentMails.splice(0);
  await app.runJobs('dispatch-outbox');
  await app.runJobs('dispatch-outbox');
  expect((await log(id, app.seller)).at(-1)).toBe(
    'The offer of $300 has ended: the account of the buyer was suspended or deleted.',
  );
  const subjectsTo = ({ email }: TestUser) =>
    app.sentMails.filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjectsTo(app.seller)).toContainEqual(expect.stringMatching(/^An offer has ended/));
  expect(subjectsTo(app.buyer)).not.toContainEqual(expect.stringMatching(/offer is void/));
});

test('a step is shown once, however often its event is delivered', async () => {
  const id = await open({ productId });
  await offer(300);
  await app.runJobs('dispatch-outbox');
  await app.db.execute(sql`update outbox set done_at = null where kind = 'chat.record-steps'`);
  await app.runJobs('dispatch-outbox');
  expect(await log(id)).toEqual(['You offered $300.']);
});

test('the steps of an order are shown; a conversation that is opened later begins with them', async () => {
  const orderId = await app.orderIn('delivered');
  const id = await open({ orderId });
  const steps = [
    'You ordered the phone for $345.',
    '$345 is paid, and held by Redial.',
    'The phone is on its way.',
    'The phone counts as received.',
  ];
  expect(await log(id)).toEqual(steps);
  unwrap(await send(id, 'It works!'));
  unwrap(await app.steps.accept(orderId));
  await app.runJobs('dispatch-outbox');
  expect(await log(id)).toEqual([...steps, 'It works!', 'The order is completed.']);
  const { messages } = await read(id);
  expect(messages.at(-1)?.step).toMatchObject({
    kind: 'order.completed',
    subject: { type: 'order', id: orderId },
  });
});

test('a step is no message of a person: nothing is unread, no mail is sent, and no limit is used up', async () => {
  const orderId = await app.orderIn('paid');
  const id = await open({ orderId });
  app.sentMails.length = 0;
  for (const { token } of [app.buyer, app.seller]) {
    expect(unwrap(await app.call(contract.countUnreadMessages, { token })).unread).toBe(0);
  }
  const { token } = app.seller;
  const list = unwrap(await app.call(contract.listConversations, { token }));
  const entry = list.conversations.find(({ _id }) => _id === id);
  expect(entry).toMatchObject({ unread: 0, lastMessage: { step: { kind: 'order.paid' } } });
  await app.runJobs('dispatch-outbox');
  expect(app.sentMails.filter(({ subject }) => subject.startsWith('New message'))).toEqual([]);
});

test('photos are for those who talk to each other: a step is not a word of the other', async () => {
  const id = await open({ productId });
  await offer(300);
  await app.runJobs('dispatch-outbox');
  expect(await log(id)).toEqual(['You offered $300.']);
  for (const reader of [app.buyer, app.seller]) {
    expect((await read(id, reader)).conversation.photosAllowed).toBe(false);
  }
});

test('a blind offer that does not match is not shown, since the seller does not learn whose it was', async () => {
  const id = await open({ productId });
  const rules = { acceptFrom: null, declineBelow: null, blindFloor: 320 };
  const { token } = app.seller;
  unwrap(await app.call(contract.setOfferRules, { params: { id: productId }, body: rules, token }));
  const blind = (ceiling: number) =>
    app.call(contract.makeBlindOffer, {
      params: { id: productId },
      body: { ceiling, ...contact },
      token: app.buyer.token,
    });
  expect(unwrap(await blind(310)).match).toBe(false);
  await app.runJobs('dispatch-outbox');
  expect(await log(id)).toEqual([]);
  expect(unwrap(await blind(340)).match).toBe(true);
  await app.runJobs('dispatch-outbox');
  for (const reader of [app.buyer, app.seller]) {
    const lines = await log(id, reader);
    expect(lines).toEqual([
      'A blind offer matched.',
      expect.stringMatching(/ordered the phone for \$330\.$/),
    ]);
    expect(JSON.stringify(await read(id, reader))).not.toMatch(/\b(?:310|320|340)\b/);
  }
});

test('steps of another buyer, or of another phone, are not shown', async () => {
  const id = await open({ productId });
  const other = await app.insertUser('buyer');
  unwrap(
    await app.call(contract.placeOrder, {
      body: { productId, ...contact },
      token: other.token,
    }),
  );
  await app.runJobs('dispatch-outbox');
  expect(await log(id)).toEqual([]);
});

test('a conversation that goes on does not get the steps from before steps were shown', async () => {
  const id = await open({ productId });
  unwrap(await send(id, 'Hello'));
  await offer(300);
  await app.db.execute(sql`update domain_events set dispatched_at = now()`);
  await app.database.executeAsOwner(`alter table offers disable trigger user;
    update offers set created_at = created_at - interval '2 days' where product_id = '${productId}';
    alter table offers enable trigger user`);
  await offer(310).catch(() => undefined);
  await app.runJobs('dispatch-outbox');
  expect((await log(id)).filter((text) => text?.includes('$300'))).toEqual([]);
});
