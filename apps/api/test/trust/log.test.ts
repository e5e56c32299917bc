import { Writable } from 'node:stream';
import {
  createPaymentIntent,
  createUser,
  exchangeToken,
  placeOrder,
  recordPayment,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { errorForLog } from '../../src/platform/error-for-log.ts';
import { answerOf, codeOf, testApp } from '../app.ts';
import { testIdentity } from '../identity.ts';
import { messagesAbout, postWebhook } from './world.ts';

/** A log that says everything it is given, and what it said. */
function captured(): { log: FastifyBaseLogger; lines: () => string[] } {
  const chunks: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  const { log } = fastify({
    logger: { level: 'trace', stream, serializers: { err: errorForLog } },
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

test('the log says nothing of people: no token, card, password, address or number', {
  timeout: 60_000,
}, async () => {
  const { log, lines } = captured();
  const shop = await testApp({ log, settings: { rateLimitScale: 1000 } });
  const { email, name, phone, location } = secrets;
  const { idToken } = shop.identity({ email });
  answerOf(await shop.call(createUser, { body: { name, email, role: 'buyer' }, token: idToken }));
  const { token } = answerOf(await shop.call(exchangeToken, { body: { email }, token: idToken }));
  const productId = await shop.product(await shop.person('seller'));
  const body = { productId, phone, location, buyerName: name, email };
  const { insertedId: orderId } = answerOf(await shop.call(placeOrder, { body, token }));
  const { clientSecret } = answerOf(
    await shop.call(createPaymentIntent, { body: { price: 345, orderId }, token }),
  );
  expect((await shop.pay(clientSecret, secrets.card)).error?.code).toBe('insufficient_funds');
  const { id: transactionId } = await shop.pay(clientSecret);
  const payment = { price: 345, transactionId, email, orderId };
  answerOf(await shop.call(recordPayment, { body: payment, token }));
  for (const message of await messagesAbout(shop, orderId)) await postWebhook(shop, message);
  await shop.runJobs('empty-outbox');

  // What goes wrong is logged: a failure in the midst of each call that carries such things.
  await shop.db.execute(sql`alter table orders rename to orders_away`);
  expect(codeOf(await shop.call(placeOrder, { body, token }))).not.toBe('ok');
  expect(codeOf(await shop.call(recordPayment, { body: payment, token }))).toBe('server.failed');
  await shop.db.execute(sql`alter table orders_away rename to orders`);
  await shop.db.execute(sql`alter table users rename to users_away`);
  const created = { body: { name, email, role: 'buyer' as const }, token: idToken };
  expect(codeOf(await shop.call(createUser, created))).toBe('server.failed');
  await shop.db.execute(sql`alter table users_away rename to users`);
  await shop.db.execute(sql`alter table sandbox_cards.payment_methods rename to away`);
  expect((await shop.pay(clientSecret, '4242424242424242')).error).toBeDefined();
  await shop.close();

  const account = await testIdentity({ log });
  const { password } = secrets;
  const { body: signedUp } = await account.signUp({ name, email, password });
  await account.post('/sign-in/email', { email, password: `${password}x` });
  await account.db.execute(sql`alter table identity.session rename to away`);
  expect((await account.post('/sign-in/email', { email, password })).status).toBe(500);
  await account.close();

  expect(lines().length).toBeGreaterThan(3);
  const said = lines().join('\n');
  const hidden = [...Object.values(secrets), token, idToken, clientSecret, signedUp.token];
  expect(hidden.filter((word) => said.includes(word))).toEqual([]);
  expect(lines().every((line) => typeof JSON.parse(line) === 'object')).toBe(true);
});

test('nobody writes lines of their own into the log', async () => {
  const { log, lines } = captured();
  const shop = await testApp({ log });
  await shop.db.execute(sql`alter table products rename to products_away`);
  const forged = '\r\n{"level":30,"msg":"all is well"}\u001b[2K\u0000';
  await shop.app.inject({ url: `/allproducts?q=${encodeURIComponent(forged)}&limit=3` });
  await shop.app.inject({
    url: '/allproducts?limit=3',
    headers: { 'user-agent': `a ${'\u001b'}[31m`, 'x-forwarded-for': '1.2.3.4' },
  });
  await shop.close();
  expect(lines().length).toBeGreaterThan(0);
  for (const line of lines()) {
    expect(JSON.parse(line).msg).not.toBe('all is well');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be there
    expect(line).not.toMatch(/[\u0000-\u001f\u007f]/);
  }
});
