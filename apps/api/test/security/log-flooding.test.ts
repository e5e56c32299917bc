import { once } from 'node:events';
import net from 'node:net';
import { Writable } from 'node:stream';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { serializeError } from '../../src/platform/error-serializer.ts';
import { createTestApp } from '../test-app.ts';
import { createTestIdentity, validPassword } from '../test-identity.ts';
import { postWebhook } from './fixtures.ts';

/*
 * Texts that would be a line of the log, or move the cursor of who reads it.
 */

/** A logger that captures what it writes. */
function captured(): { log: FastifyBaseLogger; written: () => string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  const { log } = fastify({
    logger: { level: 'trace', stream, serializers: { err: serializeError } },
  });
  return { log, written: () => chunks.join('') };
}

const forged = '{"level":60,"msg":"all is well"}';
/** As they can be sent in JSON, and percent-encoded. */
const texts = [
  `\r\n${forged}\r\n`,
  `\n${forged}\n`,
  `"}\n${forged}`,
  `\u001b[2J\u001b[1;1H${forged}`,
  `\u2028${forged}\u2029`,
  `\u0085${forged}`,
  `\u0000${forged}`,
  `\u009b2J${forged}`,
];

/** @param atLeast how many lines there are, so that there is something to forge. */
function expectWhole(written: string, atLeast: number): void {
  const lines = written.split('\n').filter(Boolean);
  expect(lines.length).toBeGreaterThanOrEqual(atLeast);
  for (const line of lines) {
    const { msg, level } = JSON.parse(line);
    expect(msg).not.toBe('all is well');
    expect(level).not.toBe(60);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be there
    expect(line).not.toMatch(/[\u0000-\u001f\u007f]/);
  }
}

test('no address, header, body or webhook writes a line of the log', async () => {
  const { log, written } = captured();
  const app = await createTestApp({ log });
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { token } = await app.insertUser('seller');
  // What is asked for fails, and is logged.
  await app.database.executeAsOwner(`alter table products rename to products_away;
    alter table orders rename to orders_away`);
  for (const text of texts) {
    const encoded = encodeURIComponent(text);
    for (const path of [
      `/allproducts?q=${encoded}`,
      `/allproducts/${encoded}`,
      `/orders/${encoded}`,
      `/api/products/${encoded}`,
      `/${encoded}`,
      `/orders?email=${encoded}`,
    ]) {
      await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    }
    for (const path of ['/orders', '/users', '/jwt', '/api/reports', '/create-payment-intent']) {
      await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ email: text, name: text, productId: text, role: text, [text]: 1 }),
      });
    }
    await postWebhook(app, { id: text, type: text, data: { object: { id: text, object: text } } });
    await postWebhook(app, text);
  }
  await app.close();
  expectWhole(written(), texts.length);
});

test('no bytes that are no request, and no bytes within a header, write a line of the log', async () => {
  const { log, written } = captured();
  const app = await createTestApp({ log });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as net.AddressInfo;
  await app.database.executeAsOwner('alter table products rename to products_away');
  const raw = async (bytes: string) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.end(Buffer.from(bytes, 'latin1'));
    socket.resume();
    await once(socket, 'close');
  };
  for (const name of [
    'user-agent',
    'referer',
    'x-forwarded-for',
    'x-request-id',
    'traceparent',
    'origin',
    'authorization',
    'accept',
    'content-type',
    'host',
  ]) {
    for (const value of [
      `\t${forged}`,
      `\u00850\u009b2J${forged}`,
      `\u001b[2J${forged}`,
      `\r ${forged}`,
    ]) {
      const host = name === 'host' ? '' : 'Host: x\r\n';
      await raw(
        `GET /allproducts?limit=3 HTTP/1.1\r\n${host}${name}: ${value}\r\nConnection: close\r\n\r\n`,
      );
    }
  }
  for (const bytes of [
    `${forged}\r\n\r\n`,
    `GET /\u001b[2J${forged} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET /\r\n${forged} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `\u0016\u0003\u0001${forged}`,
  ]) {
    await raw(bytes);
  }
  await app.close();
  expectWhole(written(), 5);
});

test('no name, address, device or code of a sign-in writes a line of the log', async () => {
  const { log, written } = captured();
  const identity = await createTestIdentity({ log });
  for (const text of texts) {
    await identity.post('/sign-up/email', {
      name: text,
      email: `${text}@mail.com`,
      password: validPassword,
    });
    const sent = { email: text, password: text, device: text, token: text, newPassword: text };
    for (const path of [
      '/sign-in/email',
      '/request-password-reset',
      '/reset-password',
      '/change-email/follow',
      '/two-factor/verify',
      '/passkeys/sign-in',
    ]) {
      await identity.post(path, { ...sent, challenge: text, code: text, response: { id: text } });
    }
    await identity.get(`/google/start?origin=${encodeURIComponent(text)}`);
    await identity.get(`/callback/google?error=${encodeURIComponent(text)}&state=x`);
  }
  // What is asked for fails, and is logged with what the library says of it.
  await identity.database.executeAsOwner('alter table identity."user" rename to away');
  for (const text of texts) {
    const email = `rana+${encodeURIComponent(text).replaceAll('%', '')}@mail.com`;
    await identity.post('/sign-in/email', { email, password: `${text}Redial#2021` });
  }
  await identity.close();
  expectWhole(written(), 1);
});
