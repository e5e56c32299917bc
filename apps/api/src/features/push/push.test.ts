import { randomBytes } from 'node:crypto';
import * as contract from '@redial/contract';
import { maxPushSubscriptions } from '@redial/contract';
import { examplePush } from '@redial/contract/openapi';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { startFakePushService } from '../../adapters/push-sender/push-service.fixture.ts';
import { createWebPushSender } from '../../adapters/push-sender/web-push.ts';
import { domainEvents, outbox, pushSubscriptions } from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordNotification } from '../notifications/index.ts';

let app: TestApp;
let service: Awaited<ReturnType<typeof startFakePushService>>;
let buyer: TestUser;

beforeAll(async () => {
  service = await startFakePushService();
  const push = createWebPushSender({
    privateKey: randomBytes(32).toString('base64'),
    contact: 'mailto:operator@redial.test',
    services: [service.origin],
    timeoutMs: 1_000,
  });
  app = await createTestApp({ push });
});
beforeEach(async () => {
  buyer = await app.insertUser('buyer');
});
afterAll(async () => {
  await app.close();
  await service.close();
});

/** A browser of the user that shows notifications. */
async function subscribe({ token }: TestUser) {
  const browser = service.subscribe();
  const { endpoint, p256dh, auth } = browser.target;
  const body = { endpoint, keys: { p256dh, auth } };
  unwrap(await app.call(contract.putPushSubscription, { body, token }));
  return browser;
}

let count = 0;
/** Notifies a user of something. */
function record({ id }: TestUser, about: { kind?: 'orders' | 'account'; text?: string } = {}) {
  const key = `push-test:${count++}`;
  return inTransaction(app.db, (tx) =>
    recordNotification(tx, {
      userId: id,
      kind: about.kind ?? 'orders',
      key,
      title: 'Your phone is ordered',
      text: about.text ?? 'Galaxy S23',
      path: '/dashboard/myproducts',
      subject: null,
    }).then(() => key),
  );
}
const dispatch = () => app.runJobs('dispatch-outbox');
/** Makes the messages that wait for a repetition due now. */
const retry = async () => {
  await app.db.update(outbox).set({ dueAt: sql`now()` }).where(eq(outbox.kind, 'push.send'));
  await dispatch();
};
const listOf = async ({ token }: TestUser) =>
  unwrap(await app.call(contract.listPushSubscriptions, { token })).subscriptions;
const textsOf = (browser: { received: readonly { text: string }[] }) =>
  browser.received.map(({ text }) => JSON.parse(text));

test('every browser of the recipient shows a notification, and decrypts what it says', async () => {
  const [laptop, phone] = [await subscribe(buyer), await subscribe(buyer)];
  const other = await subscribe(await app.insertUser('buyer'));
  const tag = await record(buyer);
  await dispatch();
  const shown = {
    title: 'Your phone is ordered',
    text: 'Galaxy S23',
    path: '/dashboard/myproducts',
    tag,
  };
  expect(textsOf(laptop)).toEqual([shown]);
  expect(textsOf(phone)).toEqual([shown]);
  expect(other.received).toEqual([]);
  expect(laptop.received[0]?.ttl).toBeGreaterThan(86_000);
});

test('nobody gets any without having switched a browser on', async () => {
  await record(buyer);
  const events = await app.db.select().from(domainEvents).where(eq(domainEvents.type, 'push.due'));
  expect(events.filter(({ dispatchedAt }) => dispatchedAt === null)).toEqual([]);
});

test('a kind is switched off for browsers alone; what is about the account always comes', async () => {
  const browser = await subscribe(buyer);
  const kinds = [{ kind: 'orders', inApp: true, mail: 'now', push: false }] as const;
  const body = { kinds: [...kinds] };
  unwrap(await app.call(contract.changeNotificationSettings, { body, token: buyer.token }));
  await record(buyer);
  await record(buyer, { kind: 'account' });
  await dispatch();
  expect(textsOf(browser)).toHaveLength(1);
  const list = await app.call(contract.listNotifications, { query: {}, token: buyer.token });
  expect(unwrap(list).notifications).toHaveLength(2);
  // A client that does not know the setting leaves it as it is.
  const old = { kinds: [{ kind: 'orders', inApp: true, mail: 'off' }] } as const;
  const changed = await app.call(contract.changeNotificationSettings, {
    body: { kinds: [...old.kinds] },
    token: buyer.token,
  });
  expect(unwrap(changed).kinds[0]).toEqual({ ...old.kinds[0], push: false });
});

test('a kind that is off on Redial and by mail is still shown by browsers, once', async () => {
  const browser = await subscribe(buyer);
  const kinds = [{ kind: 'orders' as const, inApp: false, mail: 'off' as const, push: true }];
  unwrap(
    await app.call(contract.changeNotificationSettings, { body: { kinds }, token: buyer.token }),
  );
  const about = {
    userId: buyer.id,
    kind: 'orders',
    key: 'push-test:twice',
    title: 'Once',
    text: '',
    path: '/',
    subject: null,
  } as const;
  for (let n = 0; n < 2; n++) await inTransaction(app.db, (tx) => recordNotification(tx, about));
  await dispatch();
  expect(textsOf(browser)).toHaveLength(1);
  const list = await app.call(contract.listNotifications, { query: {}, token: buyer.token });
  expect(unwrap(list)).toMatchObject({ unread: 0, notifications: [] });
});

test('a message is repeated until the push service accepts it, in that browser alone', async () => {
  const [first, second] = [await subscribe(buyer), await subscribe(buyer)];
  service.fail(503, 429);
  await record(buyer);
  await dispatch();
  expect(first.received.length + second.received.length).toBe(0);
  await retry();
  await retry();
  expect(first.received).toHaveLength(1);
  expect(second.received).toHaveLength(1);
});

test.each([404, 410])(
  'a subscription about which the service says %i is deleted',
  async (status) => {
    await subscribe(buyer);
    service.fail(status);
    await record(buyer);
    await dispatch();
    expect(await listOf(buyer)).toEqual([]);
  },
);

test('a message that the service refuses is given up; the subscription stays', async () => {
  const browser = await subscribe(buyer);
  service.fail(400);
  await record(buyer);
  await dispatch();
  await retry();
  expect(browser.received).toEqual([]);
  expect(await listOf(buyer)).toHaveLength(1);
});

test('news older than a day is not sent any more', async () => {
  const browser = await subscribe(buyer);
  await record(buyer);
  app.setNow(new Date(Date.now() + 25 * 3_600_000));
  await dispatch();
  app.setNow(undefined);
  expect(browser.received).toEqual([]);
});

test('signing out ends the subscription of that session, and no other', async () => {
  const browser = await subscribe(buyer);
  app.endedSessions.add(buyer.sessionId ?? '');
  await record(buyer);
  await dispatch();
  expect(browser.received).toEqual([]);
  const left = await app.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, buyer.id));
  expect(left).toEqual([]);
});

test('a browser belongs to the user who subscribed it last', async () => {
  const browser = await subscribe(buyer);
  const next = await app.insertUser('buyer');
  const { endpoint, p256dh, auth } = browser.target;
  const body = { endpoint, keys: { p256dh, auth } };
  unwrap(await app.call(contract.putPushSubscription, { body, token: next.token }));
  expect(await listOf(buyer)).toEqual([]);
  await record(buyer);
  await dispatch();
  expect(browser.received).toEqual([]);
});

test('repeated subscribing changes nothing; beyond the maximum the least used one goes', async () => {
  const first = await subscribe(buyer);
  const { endpoint, p256dh, auth } = first.target;
  const body = { endpoint, keys: { p256dh, auth } };
  const again = await app.call(contract.putPushSubscription, { body, token: buyer.token });
  expect(unwrap(again).subscriptions).toHaveLength(1);
  await Promise.all(Array.from({ length: maxPushSubscriptions }, () => subscribe(buyer)));
  const left = await listOf(buyer);
  expect(left).toHaveLength(maxPushSubscriptions);
  expect(left.map((one) => one.endpoint)).not.toContain(endpoint);
});

test("one is ended by its id, all without; other people's are left alone", async () => {
  const other = await app.insertUser('buyer');
  await subscribe(other);
  for (let n = 0; n < 3; n++) await subscribe(buyer);
  const [one] = await listOf(buyer);
  const end = async (query: { id?: string }, { token } = buyer) =>
    unwrap(await app.call(contract.deletePushSubscriptions, { query, token })).deletedCount;
  expect(await end({ id: one?._id ?? '' }, other)).toBe(0);
  expect(await end({ id: one?._id ?? '' })).toBe(1);
  expect(await end({})).toBe(2);
  expect(await listOf(other)).toHaveLength(1);
});

test('an endpoint in our own network is refused', async () => {
  const { keys } = examplePush.subscription;
  for (const endpoint of [
    'http://127.0.0.1:5432/',
    'https://10.0.0.1/',
    'https://stranger.example/',
  ]) {
    const refused = await app.call(contract.putPushSubscription, {
      body: { endpoint, keys },
      token: buyer.token,
    });
    expect(resultCode(refused)).toBe('push.service-refused');
  }
});

test('subscriptions made with another key of the installation are neither listed nor sent to', async () => {
  const browser = await subscribe(buyer);
  await app.db
    .update(pushSubscriptions)
    .set({ serverKey: examplePush.publicKey })
    .where(eq(pushSubscriptions.userId, buyer.id));
  expect(await listOf(buyer)).toEqual([]);
  await record(buyer);
  await dispatch();
  expect(browser.received).toEqual([]);
});

test('an installation without a key offers none, and sends none', async () => {
  const off = await createTestApp({ database: app.database });
  try {
    const deps = { ...off.deps, push: undefined };
    const { listPushSubscriptions } = await import('./list-push-subscriptions.ts');
    expect(
      await listPushSubscriptions(deps, { ...buyer, verified: false, uid: buyer.uid }),
    ).toEqual({
      publicKey: null,
      subscriptions: [],
    });
  } finally {
    await off.close();
  }
});

test('subscriptions go after 180 days without a notification, and with the account at once', async () => {
  const [old, recent] = [await subscribe(buyer), await subscribe(buyer)];
  await app.db
    .update(pushSubscriptions)
    .set({ usedAt: sql`now() - interval '181 days'` })
    .where(eq(pushSubscriptions.endpoint, old.target.endpoint));
  await app.runJobs('purge-contact-data');
  expect((await listOf(buyer)).map(({ endpoint }) => endpoint)).toEqual([recent.target.endpoint]);
  const body = { email: buyer.email };
  unwrap(await app.call(contract.deleteOwnAccount, { body, token: buyer.token }));
  const left = await app.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, buyer.id));
  expect(left).toEqual([]);
});
