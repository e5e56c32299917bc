import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerFactory } from './http-server.ts';

/** Milliseconds until an idle connection is closed. */
const timeoutMs = 300;

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
