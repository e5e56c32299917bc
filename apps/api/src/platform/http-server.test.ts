import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerFactory } from './http-server.ts';

/** Milliseconds that a line may stand still. */
const patience = 300;

let app: FastifyInstance;
let address: AddressInfo;
beforeAll(async () => {
  const edge = createServerFactory({
    limit: { consume: () => 0, close: () => undefined },
    trustedProxies: [],
    onUntrustedProxy: () => undefined,
  });
  app = fastify({ serverFactory: edge.serverFactory, connectionTimeout: patience });
  app.get('/slow', async () => {
    await sleep(patience * 4);
    return 'there';
  });
  app.post('/body', async () => 'there');
  await app.listen({ host: '127.0.0.1', port: 0 });
  address = app.server.address() as AddressInfo;
});
afterAll(() => app.close());

test('an answer that is being worked on is waited for, however long a line may stand still', async () => {
  for (const _time of [1, 2]) {
    const answer = await fetch(`http://127.0.0.1:${address.port}/slow`);
    expect(await answer.text()).toBe('there');
  }
});

test.each([
  ['says nothing', ''],
  ['sends half a request', 'GET /slow HTTP/1.1\r\nHost: redial\r\n'],
  [
    'sends half a body',
    'POST /body HTTP/1.1\r\nHost: redial\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf',
  ],
])('a line on which the other side %s is closed', async (_what, said) => {
  const line = connect(address.port, '127.0.0.1');
  line.on('error', () => undefined).resume();
  line.write(said);
  await once(line, 'close', { signal: AbortSignal.timeout(patience * 20) });
});
