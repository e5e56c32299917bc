import { Writable } from 'node:stream';
import {
  createPaymentIntent,
  createUser,
  exchangeToken,
  placeOrder,
  recordPayment,
} from '@redial/contract';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { serializeError } from '../../src/platform/error-serializer.ts';
import { createTestApp, resultCode, unwrap } from '../test-app.ts';
import { createTestIdentity } from '../test-identity.ts';
import { postWebhook, providerEventsOf } from './fixtures.ts';

/** A logger that captures every line. */
function captured(): { log: FastifyBaseLogger; lines: () => string[] } {
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
  return { log, lines: () => chunks.join('').split('\n').filter(Boolean) };
}

const secrets = {
  phone: '+33 6 98 76 54 32',
  location: 'Place Bellecour, under the clock',
  card: '4000000000009995',
  cvc: '737',
  password: 'Hush#2026hush',
  name: 'Unmistakable Person',
  email: 'unmistakable@mail.com',
};

test('the log contains no personal data: no token, card, password, address or phone number', {
  timeout: 60_000,
}, async () => {
  const { log, lines } = captured();
  const app = await createTestApp({ log, settings: { rateLimitScale: 1000 } });
  const { email, name, phone, location } = secrets;
  const { idToken } = app.createIdentity({ email });
  unwrap(await app.call(createUser, { body: { name, email, role: 'buyer' }, token: idToken }));
  const { token } = unwrap(await app.call(exchangeToken, { body: { email }, token: idToken }));
  const productId = await app.insertProduct(await app.insertUser('seller'));
  const body = { productId, phone, location, buyerName: name, email };
  const { insertedId: orderId } = unwrap(await app.call(placeOrder, { body, token }));
  const { clientSecret } = unwrap(
    await app.call(createPaymentIntent, { body: { price: 345, orderId }, token }),
  );
  expect((await app.pay(clientSecret, secrets.card)).error?.code).toBe('insufficient_funds');
  const { id: transactionId } = await app.pay(clientSecret);
  const payment = { price: 345, transactionId, email, orderId };
  unwrap(await app.call(recordPayment, { body: payment, token }));
  for (const message of await providerEventsOf(app, orderId)) await postWebhook(app, message);
  await app.runJobs('dispatch-outbox');

  // Errors are logged: cause a failure in each request that carries sensitive data.
  await app.database.executeAsOwner('alter table orders rename to orders_away');
  expect(resultCode(await app.call(placeOrder, { body, token }))).not.toBe('ok');
  expect(resultCode(await app.call(recordPayment, { body: payment, token }))).toBe(
    'server.internal',
  );
  await app.database.executeAsOwner('alter table orders_away rename to orders');
  await app.database.executeAsOwner('alter table users rename to users_away');
  const created = { body: { name, email, role: 'buyer' as const }, token: idToken };
  expect(resultCode(await app.call(createUser, created))).toBe('server.internal');
  await app.database.executeAsOwner('alter table users_away rename to users');
  await app.database.executeAsOwner('alter table sandbox_cards.payment_methods rename to away');
  expect((await app.pay(clientSecret, '4242424242424242')).error).toBeDefined();
  await app.close();

  const account = await createTestIdentity({ log });
  const { password } = secrets;
  const { body: signedUp } = await account.signUp({ name, email, password });
  await account.post('/sign-in/email', { email, password: `${password}x` });
  await account.database.executeAsOwner('alter table identity.session rename to away');
  expect((await account.post('/sign-in/email', { email, password })).status).toBe(500);
  await account.close();

  expect(lines().length).toBeGreaterThan(3);
  const said = lines().join('\n');
  const hidden = [...Object.values(secrets), token, idToken, clientSecret, signedUp.token];
  // Three digits also occur within times and ids.
  const isSaid = (word: string) =>
    new RegExp(`(?<![\\w.-])${RegExp.escape(word)}(?![\\w-])`).test(said);
  expect(
    hidden.filter((word) => (word === secrets.cvc ? isSaid(word) : said.includes(word))),
  ).toEqual([]);
  expect(lines().every((line) => typeof JSON.parse(line) === 'object')).toBe(true);
});

test('user input cannot inject log lines', async () => {
  const { log, lines } = captured();
  const app = await createTestApp({ log });
  await app.database.executeAsOwner('alter table products rename to products_away');
  const forged = '\r\n{"level":30,"msg":"all is well"}\u001b[2K\u0000';
  await app.server.inject({ url: `/allproducts?q=${encodeURIComponent(forged)}&limit=3` });
  await app.server.inject({
    url: '/allproducts?limit=3',
    headers: { 'user-agent': `a ${'\u001b'}[31m`, 'x-forwarded-for': '1.2.3.4' },
  });
  await app.close();
  expect(lines().length).toBeGreaterThan(0);
  for (const line of lines()) {
    expect(JSON.parse(line).msg).not.toBe('all is well');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be there
    expect(line).not.toMatch(/[\u0000-\u001f\u007f]/);
  }
});
