import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '../../src/db/schema/index.ts';
import { createTestApp, type TestApp, type TestUser } from '../test-app.ts';

/*
 * A body may take 15 seconds. A client that holds it back was authorized by a session or role that may end
 * meanwhile.
 */

let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await createTestApp();
  port = Number(new URL(await app.server.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => app.close());

/** Sends the head and half of a body, and the rest after something has happened. @returns the response. */
async function sendSlowly(
  { token }: TestUser,
  { method, path, body }: { method: string; path: string; body: object },
  meanwhile: () => unknown,
): Promise<string> {
  const bytes = JSON.stringify(body);
  const socket = net.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: redial.test',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${bytes.length}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${bytes.slice(0, 5)}`);
  // The access check holds for a second.
  await sleep(1100);
  await meanwhile();
  socket.write(bytes.slice(5));
  return text(socket);
}

const profile = { method: 'PUT', path: '/api/account/profile', body: { name: 'Changed' } };
const nameOf = async ({ id }: TestUser) =>
  (await app.db.select({ name: users.name }).from(users).where(eq(users.id, id)))[0]?.name;

test('a request whose session ends while its body is held back changes nothing', async () => {
  const user = await app.insertUser('buyer');
  const response = await sendSlowly(user, profile, () =>
    app.endedSessions.add(user.sessionId ?? ''),
  );
  expect(response).toMatch(/^HTTP\/1\.1 401 /);
  expect(await nameOf(user)).toBe(user.name);
});

test('an admin who loses the role while the body is held back grants none', async () => {
  const admin = await app.insertUser('admin');
  const friend = await app.insertUser('buyer');
  const grant = { email: friend.email, role: 'moderator' };
  const response = await sendSlowly(admin, { method: 'POST', path: '/api/team', body: grant }, () =>
    app.db.update(users).set({ role: 'buyer' }).where(eq(users.id, admin.id)),
  );
  expect(response).toMatch(/^HTTP\/1\.1 403 /);
  expect(response).toContain('role.forbidden');
});

test('a slow request of somebody who is still signed in is done', async () => {
  const user = await app.insertUser('buyer');
  const response = await sendSlowly(user, profile, () => undefined);
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  expect(await nameOf(user)).toBe('Changed');
});
