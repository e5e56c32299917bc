import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientErrorHandler } from './body-timeout.ts';

const server = createServer({ headersTimeout: 100, connectionsCheckingInterval: 20 });
beforeAll(async () => {
  server.on('clientError', clientErrorHandler);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

/** What a connection receives until it is closed, on which something is sent. */
async function receive(sent: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  if (sent) socket.write(sent);
  await once(socket, 'close');
  return received;
}

test('a connection on which nothing arrives is closed without a response', async () => {
  expect(await receive('')).toBe('');
});

test('a request whose head does not arrive in time is answered', async () => {
  const response = await receive('GET / HTTP/1.1\r\nHost: lo');
  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(response).toContain('The request did not arrive in time');
});
