import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { outbox } from '../db/schema/index.ts';
import { dispatchOutbox, type OutboxHandlers } from './dispatch-outbox.ts';
import { enqueue } from './outbox.ts';
import { inTransaction } from './transaction.ts';

let app: TestApp;
const mail = { to: 'a@mail.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Handlers of which only the mail handler does anything. */
function handling(send: (id: string) => Promise<void>): OutboxHandlers {
  return {
    'mail.send': (_mail, id) => send(id),
    'payment.refund': async () => undefined,
    'identity.delete': async () => undefined,
  };
}
const post = (dedupe: string) => enqueue(app.db, { kind: 'mail.send', dedupe, payload: mail });
const makeDue = (dedupe: string) =>
  app.db.update(outbox).set({ dueAt: sql`now()` }).where(eq(outbox.dedupe, dedupe));

test('a message enqueued twice is delivered once', async () => {
  await post('twice');
  await post('twice');
  const sent: string[] = [];
  const handlers = handling(async (id) => void sent.push(id));
  expect(await dispatchOutbox(app.deps, handlers)).toBe(1);
  expect(await dispatchOutbox(app.deps, handlers)).toBe(0);
  expect(sent).toEqual(['twice']);
});

test('a message of a rolled-back transaction is not delivered', async () => {
  const lost = inTransaction(app.db, async (tx) => {
    await enqueue(tx, { kind: 'mail.send', dedupe: 'lost', payload: mail });
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  const handlers = handling(async () => expect.unreachable());
  expect(await dispatchOutbox(app.deps, handlers)).toBe(0);
});

test('refunds are delivered before older mails', async () => {
  const done: string[] = [];
  const handlers: OutboxHandlers = {
    ...handling(async (id) => void done.push(id)),
    'payment.refund': async (_payment, id) => void done.push(id),
  };
  await post('older mail');
  await enqueue(app.db, {
    kind: 'payment.refund',
    dedupe: 'refund',
    payload: { paymentId: '018f0000-0000-7000-8000-000000000000' },
  });
  expect(await dispatchOutbox(app.deps, handlers)).toBe(2);
  expect(done).toEqual(['refund', 'older mail']);
});

test('a failing message is retried with back-off and does not block others', async () => {
  await post('failing');
  await post('fine');
  const sent: string[] = [];
  const handlers = handling(async (id) => {
    if (id === 'failing') throw new Error('mail server unavailable');
    sent.push(id);
  });
  await dispatchOutbox(app.deps, handlers);
  expect(sent).toEqual(['fine']);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 3; attempt++) {
    const [row] = await app.db
      .select({
        seconds: sql<number>`extract(epoch from ${outbox.dueAt} - now())::float8`,
        error: outbox.lastError,
      })
      .from(outbox)
      .where(eq(outbox.dedupe, 'failing'));
    expect(row?.error).toContain('mail server unavailable');
    waits.push(row?.seconds ?? 0);
    await makeDue('failing');
    await dispatchOutbox(app.deps, handlers);
  }
  expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 1.5);
  expect(waits[2]).toBeGreaterThan((waits[1] ?? 0) * 1.5);
});

test('concurrent runs deliver each message once', async () => {
  const ids = Array.from({ length: 40 }, (_, i) => `many-${i}`);
  await Promise.all(ids.map(post));
  const sent: string[] = [];
  const handlers = handling(async (id) => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    sent.push(id);
  });
  await Promise.all(Array.from({ length: 4 }, () => dispatchOutbox(app.deps, handlers)));
  expect(sent.filter((id) => id.startsWith('many-')).sort()).toEqual([...ids].sort());
});
