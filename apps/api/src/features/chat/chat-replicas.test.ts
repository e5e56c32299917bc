import type { AddressInfo } from 'node:net';
import * as contract from '@redial/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { newId } from '../../platform/ids.ts';
import { createPostgresSignals } from '../live/index.ts';

let database: TestDatabase;
/** The replicas that run, on one database. */
const running = new Set<TestApp>();

async function startReplica(): Promise<TestApp> {
  const liveSignals = createPostgresSignals({
    connectionString: database.url,
    onError: () => undefined,
  });
  const app = await createTestApp({ database, server: { liveSignals } });
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
});
afterAll(async () => {
  for (const app of running) await app.close();
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

test('messages arrive once and in order through several replicas, of which one is killed', async () => {
  const first = await startReplica();
  const second = await startReplica();
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
});
