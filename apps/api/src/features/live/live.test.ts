import { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { createLiveHub, maxBufferedBytes, maxStreamsPerUser } from './live-hub.ts';
import { publishLive } from './publish.ts';
import { createPollingSignals, createPostgresSignals } from './signals.ts';

let database: TestDatabase;
/** Two replicas on one database. */
let replicas: readonly [TestApp, TestApp];
let urls: readonly string[];
let user: TestUser;

async function startReplica(liveSignals = signals()): Promise<TestApp> {
  const app = await createTestApp({ database, server: { liveSignals } });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  return app;
}
const signals = () =>
  createPostgresSignals({ connectionString: database.url, onError: () => undefined });
const urlOf = ({ server }: TestApp) =>
  `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

beforeAll(async () => {
  database = await createTestDatabase();
  replicas = [await startReplica(), await startReplica()];
  urls = replicas.map(urlOf);
});
beforeEach(async () => {
  user = await replicas[0].insertUser('buyer');
});
afterAll(async () => {
  for (const app of replicas) await app.close();
  await database.close();
});

interface StreamEvent {
  readonly id: number;
  readonly event: string;
  readonly data: string;
}

/** Opens a stream as a browser does. */
async function openStream(
  { token }: TestUser,
  { replica = 0, lastEventId }: { replica?: number; lastEventId?: number | string } = {},
  url = urls[replica],
) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(url + contract.listLiveEvents.path, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': `${lastEventId}` }),
    },
    signal: stop.signal,
  });
  const events: StreamEvent[] = [];
  let text = '';
  const ended = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
        if (field('event')) {
          events.push({ id: Number(field('id')), event: field('event'), data: field('data') });
        }
      }
    }
  })().then(
    () => 'ended',
    () => 'broken',
  );
  return { response, events, ended, close: () => stop.abort() };
}
type OpenStream = Awaited<ReturnType<typeof openStream>>;

const waitForIds = ({ events }: OpenStream, ids: readonly number[]) =>
  expect.poll(() => events.map(({ id }) => id), { timeout: 8000 }).toEqual(ids);
const publish = (count = 1, to = user) =>
  inTransaction(database.db, async (tx) => {
    for (let n = 0; n < count; n++) {
      await publishLive(tx, [to.id], { type: 'notifications.changed' });
    }
  });

test('a stream begins with ready and receives what is published, on every replica', async () => {
  const streams = [await openStream(user), await openStream(user, { replica: 1 })] as const;
  for (const stream of streams) await waitForIds(stream, [0]);
  await publish(2);
  for (const stream of streams) await waitForIds(stream, [0, 1, 2]);
  const [{ response, events }] = streams;
  expect(events).toEqual([
    { id: 0, event: 'ready', data: '{"missed":true}' },
    { id: 1, event: 'notifications.changed', data: '{}' },
    { id: 2, event: 'notifications.changed', data: '{}' },
  ]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'private, no-store, no-transform',
    'x-content-type-options': 'nosniff',
  });
});

test('a notification reaches its recipient and nobody else', async () => {
  const [app] = replicas;
  const seller = await app.insertUser('seller');
  const stream = await openStream(seller, { replica: 1 });
  const other = await openStream(user);
  await waitForIds(stream, [0]);
  const productId = await app.insertProduct(seller);
  const buyer = await app.insertUser('buyer');
  const body = { productId, phone: '+1 202-555-0199', location: 'Lyon' };
  unwrap(await app.call(contract.placeOrder, { body, token: buyer.token }));
  await app.runJobs('dispatch-outbox');
  await waitForIds(stream, [0, 1]);
  // Reading it reaches the other tabs.
  unwrap(await app.call(contract.readNotifications, { body: { upTo: 1e9 }, token: seller.token }));
  await waitForIds(stream, [0, 1, 2]);
  await waitForIds(other, [0]);
});

test('a change that is rolled back is not published', async () => {
  const stream = await openStream(user);
  await waitForIds(stream, [0]);
  await expect(
    inTransaction(database.db, async (tx) => {
      await publishLive(tx, [user.id], { type: 'notifications.changed' });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await publish();
  await waitForIds(stream, [0, 1]);
});

test('a reader that loses the connection again and again misses and repeats nothing', async () => {
  const total = 60;
  const publishing = (async () => {
    // At once from several connections, so that transactions overlap.
    for (let n = 0; n < total; n += 3) await Promise.all([publish(), publish(), publish()]);
  })();
  const received: number[] = [];
  let lastId = 0;
  for (let n = 0; lastId < total && n < 200; n++) {
    const stream = await openStream(user, { replica: n % 2, lastEventId: lastId });
    await expect.poll(() => stream.events.length).toBeGreaterThan(0);
    await sleep(20 * (n % 4));
    stream.close();
    await stream.ended;
    expect(stream.events[0]).toMatchObject({
      event: 'ready',
      id: lastId,
      data: '{"missed":false}',
    });
    for (const { id } of stream.events.slice(1)) received.push(id);
    lastId = received.at(-1) ?? 0;
  }
  await publishing;
  expect(received).toEqual(Array.from({ length: total }, (_, i) => i + 1));
});

test.each([
  ['nothing', undefined],
  ['something that is no id', 'x'],
  ['an id from the future', 99],
  ['an id whose successors were deleted', 1],
])('a reader that sends %s has to load everything again', async (_, lastEventId) => {
  await publish(3);
  await database.db.execute(sql`delete from live_events where user_id = ${user.id} and id < 3`);
  const stream = await openStream(user, lastEventId === undefined ? {} : { lastEventId });
  await expect.poll(() => stream.events).toMatchObject([{ id: 3, data: '{"missed":true}' }]);
  await publish();
  await waitForIds(stream, [3, 4]);
});

test('without a stream, the events are listed', async () => {
  await publish(2);
  const list = async (query: { after?: number }) =>
    unwrap(await replicas[0].call(contract.listLiveEvents, { query, token: user.token }));
  expect(await list({})).toEqual({ lastId: 2, missed: true, events: [] });
  expect(await list({ after: 1 })).toEqual({
    lastId: 2,
    missed: false,
    events: [{ _id: 2, type: 'notifications.changed' }],
  });
  expect(await list({ after: 2 })).toEqual({ lastId: 2, missed: false, events: [] });
});

test('events are delivered after the connection to the database was lost', async () => {
  const stream = await openStream(user);
  await waitForIds(stream, [0]);
  const { rows } = await database.db.execute(sql`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where application_name = 'redial-live' and datname = current_database()`);
  expect(rows).not.toEqual([]);
  await publish();
  await waitForIds(stream, [0, 1]);
});

test('behind a transaction pooler, events are polled', async () => {
  const app = await startReplica(createPollingSignals(50));
  onTestFinished(() => app.close());
  const stream = await openStream(user, {}, urlOf(app));
  await waitForIds(stream, [0]);
  await publish();
  await waitForIds(stream, [0, 1]);
});

test('a person has a limited number of streams on a process', async () => {
  const streams: OpenStream[] = [];
  for (let n = 0; n < maxStreamsPerUser; n++) streams.push(await openStream(user));
  const refused = await openStream(user);
  expect(refused.response.status).toBe(429);
  expect(refused.response.headers.get('retry-after')).toBe('60');
  streams[0]?.close();
  await expect.poll(async () => (await openStream(user)).response.status).toBe(200);
});

test('a stream ends with the token', async () => {
  const [app] = replicas;
  const stream = await openStream(user);
  await waitForIds(stream, [0]);
  onTestFinished(() => app.setNow(undefined));
  app.setNow(new Date(Date.now() + 2 * 3600_000));
  expect(await stream.ended).toBe('ended');
});

test('a server that stops ends its streams', async () => {
  const app = await startReplica();
  const stream = await openStream(user, {}, urlOf(app));
  await waitForIds(stream, [0]);
  const since = performance.now();
  await app.close();
  expect(await stream.ended).toBe('ended');
  expect(performance.now() - since).toBeLessThan(4000);
});

test('a slow consumer is dropped', async () => {
  const [app] = replicas;
  const hub = createLiveHub({ ...app.deps, signals: signals() });
  onTestFinished(() => hub.close());
  // Without a connection, everything waits in the buffer.
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.writeHead(200);
  await hub.add(user.id, response, {
    endsAt: new Date(Date.now() + 60_000),
    findPosition: async () => ({ lastId: 0, missed: false }),
  });
  expect(hub.size()).toBe(1);
  await database.db.execute(sql`
    insert into live_events (user_id, id, type)
    select ${user.id}, n, 'notifications.changed' from generate_series(2, 4000) as n`);
  await publish();
  await expect.poll(() => response.destroyed, { timeout: 5000 }).toBe(true);
  expect(response.writableLength).toBeLessThan(maxBufferedBytes + 1000);
  await expect.poll(() => hub.size()).toBe(0);
});

test('events are deleted after a day', async () => {
  const [app] = replicas;
  await publish(2);
  await database.db.execute(
    sql`update live_events set at = now() - interval '25 hours' where user_id = ${user.id} and id = 1`,
  );
  await app.runJobs('purge-contact-data');
  const { rows } = await database.db.execute(
    sql`select id::int from live_events where user_id = ${user.id}`,
  );
  expect(rows).toEqual([{ id: 2 }]);
});
