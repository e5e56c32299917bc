import type { AddressInfo } from 'node:net';
import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startRedisWithSentinels } from '../../../test/redis-sentinel.ts';
import { missingPackages, startRedis } from '../../../test/redis-server.ts';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import {
  createTestDatabase,
  openTestPool,
  type TestDatabase,
} from '../../../test/test-database.ts';
import { newId } from '../../platform/ids.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { createPostgresSignals, createRedisSignals } from '../live/index.ts';

let database: TestDatabase;
let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
/** The replicas that run, on one database. */
const running = new Set<TestApp>();

type Signals = 'postgres' | 'redis';

const hasRedis = missingPackages === '';
if (!hasRedis) {
  process.stdout.write(`Skipped: live updates through Redis, which need ${missingPackages}\n`);
}
const settings: readonly Signals[] = hasRedis ? ['postgres', 'redis'] : ['postgres'];

/** What the replicas reported about Redis. */
const reported: string[] = [];

async function startReplica(
  signals: Signals,
  address = { url: redis?.url ?? '', sentinels: [] as readonly string[] },
): Promise<TestApp> {
  // Each replica has connections of its own, as processes have.
  const db = openTestPool(database.url);
  onTestFinished(() => db.$client.end());
  const liveSignals =
    signals === 'redis'
      ? await createRedisSignals({
          address,
          databases: [db],
          onChange: (error) => reported.push(error === undefined ? 'back' : 'lost'),
        })
      : createPostgresSignals({ connectionString: database.url, onError: () => undefined });
  const app = await createTestApp({
    database: { ...database, db },
    server: { liveSignals },
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  running.add(app);
  return app;
}

/** Ends a replica with the connections that it has. */
async function kill(app: TestApp): Promise<void> {
  running.delete(app);
  app.server.server.closeAllConnections();
  await app.close();
}

beforeAll(async () => {
  database = await createTestDatabase();
  redis = hasRedis ? await startRedis() : undefined;
});
afterEach(async () => {
  for (const app of running) await kill(app);
});
afterAll(async () => {
  await redis?.kill();
  await database.close();
});

/** Opens the stream of a user at a replica, and collects the ids of changes of conversations. */
async function openStream({ server }: TestApp, { token }: TestUser, lastEventId?: number) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const { port } = server.server.address() as AddressInfo;
  const { body } = await fetch(`http://127.0.0.1:${port}${contract.listLiveEvents.path}`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': `${lastEventId}` }),
    },
    signal: stop.signal,
  });
  let text = '';
  const ended = (async () => {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
  })().catch(() => undefined);
  const changes = () =>
    [...text.matchAll(/^id: (\d+)\nevent: conversations\.changed$/gm)].map(([, id]) => Number(id));
  await expect.poll(() => text).toContain('event: ready');
  return { changes, ended };
}

/** A buyer and a seller with a conversation, in which the buyer writes. */
async function startConversation(first: TestApp) {
  const seller = await first.insertUser('seller');
  const buyer = await first.insertUser('buyer');
  const productId = await first.insertProduct(seller);
  const { token } = buyer;
  const { insertedId: id } = unwrap(
    await first.call(contract.openConversation, { body: { productId }, token }),
  );
  const send = (app: TestApp, text: string, clientId = newId()) =>
    app.call(contract.sendMessage, { params: { id }, body: { clientId, text }, token });
  const texts = async (app: TestApp) => {
    const input = { params: { id }, query: {}, token: seller.token };
    const { messages } = unwrap(await app.call(contract.listMessages, input));
    return messages.map((message) => `${message.number} ${message.text}`);
  };

  return { seller, send, texts };
}

test.each(settings)(
  'through %s, messages arrive once and in order through several replicas, of which one is killed',
  async (signals) => {
    const first = await startReplica(signals);
    const second = await startReplica(signals);
    const { seller, send, texts } = await startConversation(first);
    const stream = await openStream(second, seller);
    unwrap(await send(first, 'One'));
    await expect.poll(() => stream.changes().length, { timeout: 8000 }).toBe(1);
    expect(await texts(second)).toEqual(['1 One']);

    // The second replica stores a message and is killed; its author, who missed the response, repeats it.
    const clientId = newId();
    unwrap(await send(second, 'Two', clientId));
    await expect.poll(() => stream.changes().length, { timeout: 8000 }).toBe(2);
    const lastId = stream.changes().at(-1);
    await kill(second);
    await stream.ended;
    unwrap(await send(first, 'Two', clientId));
    unwrap(await send(first, 'Three'));

    const resumed = await openStream(first, seller, lastId);
    await expect.poll(() => resumed.changes().length, { timeout: 8000 }).toBe(1);
    expect(resumed.changes()[0]).toBeGreaterThan(lastId ?? 0);
    expect(await texts(first)).toEqual(['1 One', '2 Two', '3 Three']);
  },
);

test.runIf(hasRedis)(
  'while Redis is away, messages arrive within seconds, once and in order',
  async () => {
    const listener = new pg.Client({ connectionString: database.url });
    await listener.connect();
    const notified: unknown[] = [];
    listener.on('notification', ({ payload }) => notified.push(payload));
    await listener.query('listen redial_live');
    onTestFinished(() => listener.end());
    const first = await startReplica('redis');
    const second = await startReplica('redis');
    const { seller, send } = await startConversation(first);
    const stream = await openStream(second, seller);
    /** Sends a message. @returns the milliseconds until it has arrived */
    let sent = 0;
    const arrival = async () => {
      unwrap(await send(first, `Message ${++sent}`));
      const since = Date.now();
      await expect.poll(() => stream.changes().length, { timeout: 8000, interval: 20 }).toBe(sent);
      return Date.now() - since;
    };
    reported.splice(0);
    // By a signal: the process itself looks after ten seconds only.
    expect(await arrival()).toBeLessThan(1000);
    await redis?.kill();
    expect(await arrival()).toBeLessThan(5000);
    expect(await arrival()).toBeLessThan(5000);
    await redis?.start();
    await expect
      .poll(() => reported, { timeout: 15_000 })
      .toEqual(['lost', 'lost', 'back', 'back']);
    expect(await arrival()).toBeLessThan(5000);
    expect(await arrival()).toBeLessThan(1000);
    const ids = stream.changes();
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    expect(notified).toEqual([]);
  },
  60_000,
);

test.runIf(hasRedis)(
  'a signal that was lost is made up for, though Redis responds',
  async () => {
    const first = await startReplica('redis');
    const { seller, send } = await startConversation(first);
    const stream = await openStream(first, seller);
    // Of a process that was killed between its commit and its signal.
    await inTransaction(database.db, (tx) =>
      tx.execute(sql`with cursor as (
        insert into live_cursors as cursor (user_id, last_id) values (${seller.id}, 1)
        on conflict (user_id) do update set last_id = cursor.last_id + 1 returning user_id, last_id)
      insert into live_events (user_id, id, type)
      select user_id, last_id, 'conversations.changed' from cursor`),
    );
    await expect.poll(() => stream.changes().length, { timeout: 15_000 }).toBe(1);
    unwrap(await send(first, 'One'));
    await expect.poll(() => stream.changes().length, { timeout: 8000 }).toBe(2);
  },
  30_000,
);

test.runIf(hasRedis).each(['killed', 'suspended'] as const)(
  'after a failover of Sentinel from a primary that was %s, signals arrive again and nothing is missing',
  async (loss) => {
    const sentinel = await startRedisWithSentinels();
    onTestFinished(sentinel.close);
    const replicas = [
      await startReplica('redis', sentinel.address),
      await startReplica('redis', sentinel.address),
    ] as const;
    const [first, second] = replicas;
    const { seller, send, texts } = await startConversation(first);
    const streams = [await openStream(first, seller), await openStream(second, seller)];
    // Also on a busy machine. Without a signal, a process looks after ten seconds only.
    const signalledMs = 3000;
    let sent = 0;
    /** Sends a message through a replica. @returns the milliseconds until it has arrived through each */
    const arrival = async (through: TestApp) => {
      unwrap(await send(through, `Message ${++sent}`));
      const since = Date.now();
      for (const { changes } of streams) {
        await expect.poll(() => changes().length, { timeout: 15_000, interval: 20 }).toBe(sent);
      }
      return Date.now() - since;
    };
    for (const app of replicas) expect(await arrival(app)).toBeLessThan(signalledMs);

    reported.splice(0);
    if (loss === 'killed') await sentinel.killPrimary();
    else sentinel.pausePrimary();
    const promotion = sentinel.waitForPromotion();
    // Also while nobody knows yet, and while a replica is promoted.
    for (const app of replicas) expect(await arrival(app)).toBeLessThan(12_000);
    await promotion;
    await expect
      .poll(() => reported.slice().sort(), { timeout: 20_000 })
      .toEqual(['back', 'back', 'lost', 'lost']);
    if (loss === 'suspended') sentinel.resumePrimary();

    await expect.poll(() => arrival(first), { timeout: 30_000 }).toBeLessThan(signalledMs);
    for (const app of [second, first, second, first])
      expect(await arrival(app)).toBeLessThan(signalledMs);
    for (const { changes } of streams) {
      expect(changes()).toEqual([...new Set(changes())].toSorted((a, b) => a - b));
    }
    const written = Array.from({ length: sent }, (_, index) => `${index + 1} Message ${index + 1}`);
    expect(await texts(second)).toEqual(written);
  },
  120_000,
);
