import * as contract from '@redial/contract';
import { notificationsPerPage } from '@redial/contract';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { liveEvents, notificationSettings, notifications } from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordNotification } from './record-notification.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
  await app.runJobs('dispatch-outbox');
  app.sentMails.splice(0);
});
afterAll(() => app.close());

async function placeOrder() {
  const productId = await app.insertProduct(seller, { name: 'Galaxy S23' });
  const body = { productId, phone: '+1 202-555-0199', location: 'Lyon' };
  const { insertedId } = unwrap(await app.call(contract.placeOrder, { body, token: buyer.token }));
  return insertedId;
}

const list = async ({ token }: TestUser, query = {}) =>
  unwrap(await app.call(contract.listNotifications, { query, token }));
const configure = async (
  { token }: TestUser,
  ...kinds: contract.NotificationSettingsChange['kinds']
) => unwrap(await app.call(contract.changeNotificationSettings, { body: { kinds }, token }));
const mailsTo = ({ email }: TestUser) => app.sentMails.filter(({ to }) => to === email);

/** Records notifications for the buyer, without an event. */
const record = (count: number) =>
  inTransaction(app.db, async (tx) => {
    for (let n = 0; n < count; n++) {
      await recordNotification(tx, {
        userId: buyer.id,
        kind: 'orders',
        key: `${buyer.id}:${n}`,
        title: `Number ${n}`,
        text: 'It happened.',
        path: '/dashboard/myorders',
        subject: null,
      });
    }
  });

test('a step of an order notifies both parties in the words of the mails', async () => {
  const orderId = await placeOrder();
  await app.runJobs('dispatch-outbox');
  const toSeller = await list(seller);
  expect(toSeller).toMatchObject({ unread: 1, nextBefore: null });
  expect(toSeller.notifications).toMatchObject([
    {
      kind: 'orders',
      title: 'Your phone is ordered',
      path: '/dashboard/myproducts',
      subject: { type: 'order', id: orderId, title: 'Galaxy S23' },
      readAt: null,
    },
  ]);
  expect((await list(buyer)).notifications).toMatchObject([
    { path: `/dashboard/myorders/payment/${orderId}` },
  ]);
  const [mail] = mailsTo(seller);
  expect(mail?.text).toContain('Your phone is ordered');
});

test('an event that is delivered twice notifies once', async () => {
  await placeOrder();
  await app.runJobs('dispatch-outbox');
  await app.db.execute(sql`update outbox set done_at = null, due_at = now()
    where kind = 'mail.compose'`);
  await app.runJobs('dispatch-outbox');
  expect((await list(seller)).notifications).toHaveLength(1);
  expect(mailsTo(seller)).toHaveLength(1);
});

test('the list continues where the page before it ended', async () => {
  await record(notificationsPerPage + 2);
  const first = await list(buyer);
  expect(first.unread).toBe(notificationsPerPage + 2);
  expect(first.notifications[0]?.title).toBe(`Number ${notificationsPerPage + 1}`);
  const second = await list(buyer, { before: first.nextBefore });
  expect(second.notifications.map(({ title }) => title)).toEqual(['Number 1', 'Number 0']);
  expect(second.nextBefore).toBeNull();
});

test('reading up to a notification leaves newer ones and those of others unread', async () => {
  await placeOrder();
  await app.runJobs('dispatch-outbox');
  await record(3);
  const [newest, second] = (await list(buyer)).notifications;
  const read = await app.call(contract.readNotifications, {
    body: { upTo: second?._id ?? 0 },
    token: buyer.token,
  });
  expect(unwrap(read).modifiedCount).toBe(3);
  const unread = await list(buyer, { unread: 'only' });
  expect(unread.notifications).toMatchObject([{ _id: newest?._id }]);
  const count = await app.call(contract.countUnreadNotifications, { token: buyer.token });
  expect(unwrap(count)).toEqual({ unread: 1 });
  expect((await list(seller)).unread).toBe(1);
});

test("somebody else's notification cannot be marked as read", async () => {
  await record(1);
  const [one] = (await list(buyer)).notifications;
  const body = { ids: [one?._id ?? 0] };
  const read = await app.call(contract.readNotifications, { body, token: seller.token });
  expect(unwrap(read).modifiedCount).toBe(0);
  expect((await list(buyer)).unread).toBe(1);
});

test.each([{}, { ids: [1], upTo: 1 }])('reading %j is refused', async (body) => {
  const read = await app.call(contract.readNotifications, { body, token: buyer.token });
  expect(resultCode(read)).toBe('validation.failed');
});

test('a kind that is switched off is neither shown nor mailed', async () => {
  await configure(seller, { kind: 'orders', inApp: false, mail: 'off' });
  await placeOrder();
  await app.runJobs('dispatch-outbox');
  expect(await list(seller)).toMatchObject({ unread: 0, notifications: [] });
  expect(mailsTo(seller)).toEqual([]);
  expect(mailsTo(buyer)).toHaveLength(1);
});

test('pages of somebody who has switched a kind off still get its live updates', async () => {
  await configure(seller, { kind: 'orders', inApp: false, mail: 'off' });
  await placeOrder();
  await app.runJobs('dispatch-outbox');
  const events = await app.db.select().from(liveEvents).where(eq(liveEvents.userId, seller.id));
  expect(events.map(({ type }) => type)).toEqual(['notifications.changed']);
});

test('a kind for the daily mail is collected into one mail, once', async () => {
  await configure(buyer, { kind: 'orders', inApp: false, mail: 'daily' });
  await placeOrder();
  await placeOrder();
  await app.runJobs('dispatch-outbox');
  expect(mailsTo(buyer)).toEqual([]);
  expect((await list(buyer)).notifications).toEqual([]);
  await app.runJobs('send-digests', 'dispatch-outbox');
  await app.runJobs('send-digests', 'dispatch-outbox');
  const mails = mailsTo(buyer);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe('Your day on Redial: 2 things happened');
  expect(mails[0]?.text.match(/^.+: Your order is placed\./gm)).toHaveLength(2);
  expect(mails[0]?.text).toContain('about orders and sales');
});

test('what was read in the notification centre is not repeated by the daily mail', async () => {
  await configure(buyer, { kind: 'orders', inApp: true, mail: 'daily' });
  const read = async (body: { ids: number[] } | { upTo: number }) =>
    unwrap(await app.call(contract.readNotifications, { body, token: buyer.token }));
  await record(3);
  const [newest, second, oldest] = (await list(buyer)).notifications.map(({ _id }) => _id);
  await read({ ids: [newest ?? 0] });
  await app.runJobs('send-digests', 'dispatch-outbox');
  const mails = mailsTo(buyer);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your day on Redial: 2 things happened']);
  expect(mails[0]?.text).not.toContain('Number 2');
  expect(await list(buyer)).toMatchObject({ unread: 2 });
  await app.db
    .update(notifications)
    .set({ digestDue: true })
    .where(inArray(notifications.id, [second ?? 0, oldest ?? 0]));
  await read({ upTo: second ?? 0 });
  await app.runJobs('send-digests', 'dispatch-outbox');
  expect(mailsTo(buyer)).toHaveLength(1);
});

test('what waits for the daily mail is not mailed any more once its kind is stopped', async () => {
  await configure(
    buyer,
    { kind: 'orders', inApp: true, mail: 'daily' },
    { kind: 'reminders', inApp: true, mail: 'daily' },
  );
  await placeOrder();
  await app.runJobs('dispatch-outbox');
  await app.runJobs('send-digests', 'dispatch-outbox');
  const { search } = new URL(mailsTo(buyer)[0]?.unsubscribeUrl ?? '');
  await placeOrder();
  await app.runJobs('dispatch-outbox');
  const query = { token: new URLSearchParams(search).get('token') ?? '' };
  unwrap(await app.call(contract.unsubscribe, { query }));
  await app.runJobs('send-digests', 'dispatch-outbox');
  expect(mailsTo(buyer)).toHaveLength(1);
  // Switching mails on again does not bring them back.
  await configure(buyer, { kind: 'orders', inApp: true, mail: 'daily' });
  await app.runJobs('send-digests', 'dispatch-outbox');
  expect(mailsTo(buyer)).toHaveLength(1);
  expect((await list(buyer)).notifications).toHaveLength(2);
});

test('the link of a daily mail stops all kinds in it, and no other', async () => {
  await configure(
    buyer,
    { kind: 'orders', inApp: true, mail: 'daily' },
    { kind: 'reminders', inApp: true, mail: 'daily' },
    { kind: 'disputes', inApp: true, mail: 'now' },
  );
  await placeOrder();
  await app.runJobs('dispatch-outbox');
  await app.runJobs('send-digests', 'dispatch-outbox');
  const url = new URL(mailsTo(buyer)[0]?.unsubscribeUrl ?? '');
  const query = { token: url.searchParams.get('token') ?? '' };
  const { kinds } = unwrap(await app.call(contract.unsubscribe, { query }));
  expect(kinds.toSorted()).toEqual(['orders', 'reminders']);
  expect(unwrap(await app.call(contract.unsubscribe, { query })).kinds).toEqual([]);
  const settings = await app.call(contract.getNotificationSettings, { token: buyer.token });
  expect(unwrap(settings).kinds).toEqual([
    { kind: 'orders', inApp: true, mail: 'off', push: true },
    { kind: 'messages', inApp: true, mail: 'now', push: true },
    { kind: 'reminders', inApp: true, mail: 'off', push: true },
    { kind: 'disputes', inApp: true, mail: 'now', push: true },
    { kind: 'reviews', inApp: true, mail: 'now', push: true },
    { kind: 'favourites', inApp: true, mail: 'now', push: true },
    { kind: 'availability', inApp: true, mail: 'now', push: true },
    { kind: 'offers', inApp: true, mail: 'now', push: true },
    { kind: 'searches', inApp: true, mail: 'now', push: true },
  ]);
});

test('settings show the kinds of the role; those not named stay as they are', async () => {
  await configure(buyer, { kind: 'disputes', inApp: true, mail: 'daily' });
  const changed = await configure(buyer, { kind: 'orders', inApp: true, mail: 'off' });
  expect(changed.kinds).toEqual([
    { kind: 'orders', inApp: true, mail: 'off', push: true },
    { kind: 'messages', inApp: true, mail: 'now', push: true },
    { kind: 'reminders', inApp: true, mail: 'now', push: true },
    { kind: 'disputes', inApp: true, mail: 'daily', push: true },
    { kind: 'reviews', inApp: true, mail: 'now', push: true },
    { kind: 'favourites', inApp: true, mail: 'now', push: true },
    { kind: 'availability', inApp: true, mail: 'now', push: true },
    { kind: 'offers', inApp: true, mail: 'now', push: true },
    { kind: 'searches', inApp: true, mail: 'now', push: true },
  ]);
  const ofSeller = await app.call(contract.getNotificationSettings, { token: seller.token });
  expect(unwrap(ofSeller).kinds.map(({ kind }) => kind)).toContain('payouts');
});

test('the link of a mail stops the mails of its kind with one click', async () => {
  await placeOrder();
  await app.runJobs('dispatch-outbox');
  const [mail] = mailsTo(buyer);
  const { pathname, search } = new URL(mail?.unsubscribeUrl ?? '');
  expect(mail?.text).toContain(`/unsubscribe${search}`);
  // As mail clients send it (RFC 8058).
  const click = () =>
    app.server.inject({
      method: 'POST',
      url: pathname + search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  expect((await app.server.inject({ method: 'GET', url: pathname + search })).statusCode).toBe(404);
  expect((await click()).json()).toEqual({ kinds: ['orders'] });
  expect((await click()).statusCode).toBe(200);
  await placeOrder();
  await app.runJobs('dispatch-outbox');
  expect(mailsTo(buyer)).toHaveLength(1);
  expect((await list(buyer)).notifications).toHaveLength(2);
});

test('a token of a session does not unsubscribe, and the link does not sign in', async () => {
  await placeOrder();
  await app.runJobs('dispatch-outbox');
  const query = { token: buyer.token };
  expect(resultCode(await app.call(contract.unsubscribe, { query }))).toBe(
    'unsubscribe.link-invalid',
  );
  const token = new URL(mailsTo(buyer)[0]?.unsubscribeUrl ?? '').searchParams.get('token') ?? '';
  expect(resultCode(await app.call(contract.listNotifications, { query: {}, token }))).toBe(
    'token.invalid',
  );
});

test('notifications go after 180 days, and all of a removed user at once', async () => {
  await record(2);
  await configure(buyer, { kind: 'orders', inApp: true, mail: 'off' });
  await app.db
    .update(notifications)
    .set({ createdAt: sql`now() - interval '181 days'` })
    .where(eq(notifications.title, 'Number 0'));
  await app.runJobs('purge-contact-data');
  expect((await list(buyer)).notifications).toMatchObject([{ title: 'Number 1' }]);
  const body = { email: buyer.email };
  unwrap(await app.call(contract.deleteOwnAccount, { body, token: buyer.token }));
  await app.runJobs('purge-contact-data');
  const left = await app.db.select().from(notifications).where(eq(notifications.userId, buyer.id));
  expect(left).toEqual([]);
  const settings = await app.db
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, buyer.id));
  expect(settings).toEqual([]);
});
