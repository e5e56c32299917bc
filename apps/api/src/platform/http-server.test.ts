import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerFactory } from './http-server.ts';

/** Milliseconds until an idle connection is closed. */
const timeoutMs = 300;

/** More than the buffers of a connection take. */
const large = Buffer.alloc(16 * 1024 * 1024);
let computed = 0;

let app: FastifyInstance;
let address: AddressInfo;
const unlimited = { consume: async () => 0, peek: async () => 0, close: () => undefined };
beforeAll(async () => {
  const edge = createServerFactory({
    limit: unlimited,
    missLimit: unlimited,
    isUnlimited: () => false,
    isUpload: () => false,
    trustedProxies: [],
    onUntrustedProxy: () => undefined,
  });
  app = fastify({ serverFactory: edge.serverFactory, connectionTimeout: timeoutMs });
  app.get('/slow', async () => {
    await sleep(timeoutMs * 4);
    return 'there';
  });
  app.post('/body', async () => 'there');
  app.get('/large', async () => {
    computed++;
    return large;
  });
  app.get<{ Params: { n: string } }>('/number/:n', async ({ params }) => {
    // The later ones would overtake.
    await sleep(20 - Number(params.n));
    return `<${params.n}>`;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  address = app.server.address() as AddressInfo;
});
afterAll(() => app.close());

test('the idle timeout does not cut off a response that is being computed', async () => {
  for (const _time of [1, 2]) {
    const response = await fetch(`http://127.0.0.1:${address.port}/slow`);
    expect(await response.text()).toBe('there');
  }
});

test.each([
  ['sends nothing', ''],
  ['sends half a request', 'GET /slow HTTP/1.1\r\nHost: redial\r\n'],
  [
    'sends half a body',
    'POST /body HTTP/1.1\r\nHost: redial\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf',
  ],
])('a connection on which the client %s is closed', async (_case, request) => {
  const connection = connect(address.port, '127.0.0.1');
  connection.on('error', () => undefined).resume();
  connection.write(request);
  await once(connection, 'close', { signal: AbortSignal.timeout(timeoutMs * 20) });
});

const requests = (count: number, path: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `GET ${path(n)} HTTP/1.1\r\nHost: redial\r\n\r\n`).join(
    '',
  );

test('requests that are sent at once on a connection are answered in their order', async () => {
  const connection = connect(address.port, '127.0.0.1');
  connection.write(requests(12, (n) => `/number/${n}`));
  let received = '';
  connection.on('data', (chunk) => {
    received += chunk;
  });
  const expected = Array.from({ length: 12 }, (_, n) => `<${n}>`);
  await expect.poll(() => received.match(/<\d+>/g)).toEqual(expected);
  connection.destroy();
});

test('a client that reads nothing has one response in memory, however many it requests', async () => {
  computed = 0;
  const connection = connect(address.port, '127.0.0.1');
  connection.on('error', () => undefined).pause();
  connection.write(requests(20, () => '/large'));
  await expect.poll(() => computed).toBeGreaterThan(0);
  await sleep(timeoutMs / 2);
  expect(computed).toBe(1);
  connection.destroy();
});

test('a connection on which many requests wait is closed', async () => {
  const connection = connect(address.port, '127.0.0.1');
  connection.on('error', () => undefined).resume();
  connection.write(requests(30, () => '/slow'));
  await once(connection, 'close', { signal: AbortSignal.timeout(timeoutMs * 2) });
});

test('of requests that wait on a connection, none is handled once its client has disconnected', async () => {
  computed = 0;
  const connection = connect(address.port, '127.0.0.1');
  const accepted = once(app.server, 'connection');
  connection.on('error', () => undefined);
  connection.write(requests(1, () => '/slow') + requests(5, () => '/large'));
  const [server] = (await accepted) as [Socket];
  await once(app.server, 'request');
  connection.destroy();
  if (!server.closed) await once(server, 'close');
  await sleep(timeoutMs * 5);
  expect(computed).toBe(0);
});
