import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../test-app.ts';

/*
 * Clients that disconnect at odd moments. Those that send many requests on a connection are in
 * `apps/api/src/platform/http-server.test.ts`.
 */

let app: TestApp;
let url: string;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp({ settings: { rateLimitScale: 1 } });
  url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  seller = await app.insertUser('seller');
});
afterAll(() => app.close());

const requestText = (method: string, path: string, headers: Record<string, string> = {}) => {
  const lines = Object.entries({ host: 'redial', ...headers }).map((pair) => pair.join(': '));
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
};

/** Connects and sends a text; nothing is read until the socket is resumed. */
async function send(text: string): Promise<{ socket: Socket; accepted: Promise<Socket> }> {
  const accepted = once(app.server.server, 'connection').then(([server]) => server as Socket);
  const socket = connect((app.server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  socket.write(text);
  return { socket, accepted };
}

/** Holds a table while clients send a request that needs it, and disconnect. */
async function disconnectWhileLocked(table: string, texts: string[]): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql.raw(`lock table ${table} in access exclusive mode`));
    for (const text of texts) {
      const received = once(app.server.server, 'request');
      const { socket, accepted } = await send(text);
      await received;
      socket.destroy();
      await once(await accepted, 'close');
    }
  });
  // What the clients asked for is computed all the same.
  await sleep(500);
}

describe('a client that disconnects before its response begins', () => {
  test('keeps no stream of a whole list from others', async () => {
    const texts = Array<string>(3).fill(requestText('GET', '/allproducts'));
    await disconnectWhileLocked('catalogue_revisions', texts);
    expect((await fetch(`${url}/allproducts`)).status).toBe(200);
  });

  test('keeps no stream of live updates from its user', async () => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${seller.token}` };
    const text = requestText('GET', '/api/events', headers);
    await disconnectWhileLocked('users', Array<string>(10).fill(text));
    const stop = new AbortController();
    const response = await fetch(`${url}/api/events`, { headers, signal: stop.signal });
    stop.abort();
    expect(response.status).toBe(200);
  });
});

test('the head of a whole list is sent without reading the list', async () => {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table products in access exclusive mode`);
    const response = await fetch(`${url}/allproducts`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(1000),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});
