import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sandboxEvents } from '../../db/schema/sandbox-cards.ts';
import type { PaymentIntent } from '../../ports/card-payments.ts';
import { openSandboxFixture, type SandboxFixture, testCards } from './sandbox.fixture.ts';

let sandbox: SandboxFixture;
beforeAll(async () => {
  sandbox = await openSandboxFixture();
});
afterAll(() => sandbox.close());

test('events are posted with a signature until they are accepted', async () => {
  const received: { body: string; signature: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const signature = request.headers['redial-signature'];
    received.push({
      body: Buffer.concat(chunks).toString('utf8'),
      signature: Array.isArray(signature) ? undefined : signature,
    });
    response.statusCode = received.length === 1 ? 500 : 200;
    response.end('{}');
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  await sandbox.db.delete(sandboxEvents);
  const intent = await sandbox.newIntent();
  await sandbox.payWith(intent, testCards.good);

  // A second process starts after the first one was killed before it delivered anything.
  const restarted = sandbox.open({ webhookUrl: `http://127.0.0.1:${port}/webhooks/sandbox` });
  restarted.start();
  onTestFinished(async () => {
    await restarted.stop();
    server.close();
  });
  await expect.poll(() => received.length).toBe(1);
  await expect.poll(() => dueLater(intent)).toBe(true);
  sandbox.advance(1);
  await expect.poll(() => received.length, { timeout: 5000 }).toBe(2);
  const read = received.map(({ body, signature }) =>
    restarted.cardPayments.verifyWebhook(Buffer.from(body), signature),
  );
  expect(read[1]).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'payment_intent.succeeded',
    changed: 'intent',
    intentId: intent.id,
  });
  expect(read[0]).toEqual(read[1]);

  await expect.poll(() => undelivered()).toBe(0);
  const asked = Date.now();
  await restarted.cardPayments.refund({
    intentId: intent.id,
    amountCents: 50_000,
    idempotencyKey: randomUUID(),
  });
  await expect.poll(() => received.length, { interval: 10 }).toBe(3);
  expect(Date.now() - asked).toBeLessThan(700);
  expect(JSON.parse(received[2]?.body ?? '')).toMatchObject({ type: 'charge.refunded' });
});

test('without due events, the dispatcher checks about once a second', async () => {
  const transactions = vi.spyOn(sandbox.db, 'transaction');
  const idle = sandbox.open({ webhookUrl: 'http://127.0.0.1:9/webhooks/sandbox' });
  idle.start();
  onTestFinished(async () => {
    transactions.mockRestore();
    await idle.stop();
  });
  await expect.poll(() => transactions.mock.calls.length).toBeGreaterThan(0);
  await sleep(500);
  // Each check settles refunds, disputes, accounts and payouts, in a transaction each.
  expect(transactions.mock.calls.length).toBeLessThanOrEqual(8);
});

async function undelivered(): Promise<number> {
  const events = await sandbox.db.select().from(sandboxEvents);
  return events.filter(({ deliveredAt }) => !deliveredAt).length;
}
async function dueLater({ id }: PaymentIntent): Promise<boolean> {
  const events = await sandbox.db.select().from(sandboxEvents);
  const event = events.find(({ payload }) => JSON.stringify(payload).includes(id));
  return event !== undefined && event.dueAt.getTime() === sandbox.now().getTime() + 1000;
}

test('two processes deliver each event once', async () => {
  const bodies: string[] = [];
  const take: typeof fetch = async (_url, init) => {
    bodies.push(String(init?.body));
    await sleep(20);
    return new Response('{}');
  };
  await sandbox.db.delete(sandboxEvents);
  const token = await sandbox.tokenOf(testCards.good);
  for (let made = 0; made < 25; made++)
    await sandbox.confirmWith(await sandbox.newIntent(), token.body.id);
  const senders = [1, 2].map(() =>
    sandbox.open({
      fetch: take,
    }),
  );
  for (const sender of senders) sender.start();
  await expect.poll(() => undelivered(), { timeout: 5000 }).toBe(0);
  await Promise.all(senders.map((sender) => sender.stop()));
  expect(bodies).toHaveLength(25);
  expect(new Set(bodies).size).toBe(25);
});

test('stopping does not wait for a hanging receiver and loses no event', async () => {
  await sandbox.db.delete(sandboxEvents);
  let asked = 0;
  const hanging = sandbox.open({
    fetch: (_url, init) => {
      asked++;
      const { promise, reject } = Promise.withResolvers<Response>();
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      return promise;
    },
  });
  await sandbox.payWith(await sandbox.newIntent(), testCards.good);
  hanging.start();
  await expect.poll(() => asked).toBe(1);
  const asking = Date.now();
  await hanging.stop();
  expect(Date.now() - asking).toBeLessThan(2000);
  expect(await undelivered()).toBe(1);
});
