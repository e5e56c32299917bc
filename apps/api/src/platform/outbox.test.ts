import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { mail, onVerified, verified, withMailer } from '../../test/outbox-helpers.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { domainEvents, outbox } from '../db/schema/index.ts';
import { listDeadLetters, retryDeadLetters } from './dead-letters.ts';
import { dispatchOutbox, maxAttempts } from './dispatch-outbox.ts';
import { emit, enqueueMail, mailPriority, purgeDelivered } from './outbox.ts';
import { type Subscription, subscription } from './subscription.ts';
import { inTransaction } from './transaction.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  await app.db.delete(outbox);
  await app.db.delete(domainEvents);
});
afterAll(() => app.close());

const dispatch = (
  subscriptions: readonly Subscription[] = [],
  send: (id: string) => Promise<void> = async () => undefined,
) => dispatchOutbox(withMailer(app.deps, send), subscriptions);
const makeDue = () => app.db.update(outbox).set({ dueAt: sql`now()` });

test('a stop ends the delivery after the message under way, and the next run delivers the others', async () => {
  await emit(app.db, verified('seller-1'), verified('seller-2'), verified('seller-3'));
  const stopping = new AbortController();
  const received: string[] = [];
  const subscriptions = [
    onVerified((id) => {
      received.push(id);
      stopping.abort();
    }),
  ];
  expect(await dispatchOutbox(app.deps, subscriptions, stopping.signal)).toBe(1);
  expect(received).toEqual(['seller-1']);
  expect(await dispatch(subscriptions)).toBe(2);
  expect(received).toEqual(['seller-1', 'seller-2', 'seller-3']);
});

test('more events than a statement can hold are written at once', async () => {
  // Two parameters each, of at most 65,535.
  const events = Array.from({ length: 32_768 }, (_, at) => verified(`seller-${at}`));
  await emit(app.db, ...events);
  expect(await app.db.$count(domainEvents)).toBe(events.length);
});

test('a run delivers 500 messages and asks for the next run if more may be due', async () => {
  await emit(app.db, ...Array.from({ length: 501 }, (_, n) => verified(`seller-${n}`)));
  const triggered: string[] = [];
  const deps = { ...app.deps, jobs: { trigger: (name: string) => void triggered.push(name) } };
  const subscriptions = [onVerified(() => undefined)];
  expect(await dispatchOutbox(deps, subscriptions)).toBe(500);
  expect(triggered).toEqual(['dispatch-outbox']);
  expect(await dispatchOutbox(deps, subscriptions)).toBe(1);
  expect(triggered).toEqual(['dispatch-outbox']);
});

test('a run that takes long asks for the next run, which delivers the rest', async () => {
  await emit(app.db, verified('slow'), verified('second'));
  const received: string[] = [];
  const triggered: string[] = [];
  const deps = { ...app.deps, jobs: { trigger: (name: string) => void triggered.push(name) } };
  const subscriptions = [
    onVerified((id) => {
      received.push(id);
      if (id === 'slow') vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 201_000);
    }),
  ];
  try {
    expect(await dispatchOutbox(deps, subscriptions)).toBe(1);
  } finally {
    vi.restoreAllMocks();
  }
  expect(triggered).toEqual(['dispatch-outbox']);
  expect(await dispatchOutbox(deps, subscriptions)).toBe(1);
  expect(received).toEqual(['slow', 'second']);
});

test('an event reaches every subscriber of its type, once, with its payload', async () => {
  await emit(app.db, verified('seller-1'), { type: 'order.placed', orderId: 'order-1' });
  const received: string[] = [];
  const subscriptions = [
    onVerified((id) => received.push(`one ${id}`), 'one'),
    onVerified((id) => received.push(`two ${id}`), 'two'),
    subscription({
      name: 'other',
      events: ['order.paid'],
      priority: 0,
      handle: async () => expect.unreachable(),
    }),
  ];
  expect(await dispatch(subscriptions)).toBe(2);
  expect(await dispatch(subscriptions)).toBe(0);
  expect(received.sort()).toEqual(['one seller-1', 'two seller-1']);
});

test('an event and a mail of a rolled-back transaction are not delivered', async () => {
  const lost = inTransaction(app.db, async (tx) => {
    await emit(tx, verified('lost'));
    await enqueueMail(tx, 'lost', mail);
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  expect(await dispatch([onVerified(() => expect.unreachable())])).toBe(0);
});

test('a mail enqueued twice is sent once', async () => {
  await enqueueMail(app.db, 'twice', mail);
  await enqueueMail(app.db, 'twice', mail);
  const sent: string[] = [];
  await dispatch([], async (id) => void sent.push(id));
  await enqueueMail(app.db, 'twice', mail);
  await dispatch([], async (id) => void sent.push(id));
  expect(sent).toEqual(['twice']);
});

test('an event that a subscriber emits is delivered in the same run, before older mails', async () => {
  await enqueueMail(app.db, 'older mail', mail);
  await emit(app.db, verified('seller-1'));
  const order: string[] = [];
  const subscriptions = [
    subscription({
      name: 'first',
      events: ['seller.verified'],
      priority: 0,
      handle: async ({ db }) => {
        order.push('first');
        await emit(db, { type: 'order.paid', orderId: 'order-1' });
      },
    }),
    subscription({
      name: 'second',
      events: ['order.paid'],
      priority: mailPriority - 1,
      handle: async () => void order.push('second'),
    }),
  ];
  await dispatch(subscriptions, async (id) => void order.push(id));
  expect(order).toEqual(['first', 'second', 'older mail']);
});

test('messages that wait behind a slow one are given back, so that a more urgent one precedes them', async () => {
  const received: string[] = [];
  const subscriptions = [
    onVerified(
      (id) => {
        received.push(id);
        if (id !== 'slow') return;
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6000);
        return emit(app.db, { type: 'order.placed', orderId: 'urgent' });
      },
      'sellers',
      { priority: 1 },
    ),
    subscription({
      name: 'orders',
      events: ['order.placed'],
      priority: 0,
      handle: async (_deps, { orderId }) => {
        vi.restoreAllMocks();
        received.push(orderId);
      },
    }),
  ];
  await emit(app.db, verified('slow'), verified('second'), verified('third'));
  expect(await dispatch(subscriptions)).toBe(4);
  expect(received).toEqual(['slow', 'urgent', 'second', 'third']);
  const rows = await app.db.select({ attempts: outbox.attempts }).from(outbox);
  expect(rows).toEqual(Array.from({ length: 4 }, () => ({ attempts: 1 })));
});

test('a failing subscriber is retried with back-off and does not block others', async () => {
  await emit(app.db, verified('failing'), verified('fine'));
  const received: string[] = [];
  const subscriptions = [
    onVerified((id) => {
      if (id === 'failing') throw new Error('not now');
      received.push(id);
    }),
  ];
  await dispatch(subscriptions);
  expect(received).toEqual(['fine']);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 3; attempt++) {
    const [row] = await app.db
      .select({
        seconds: sql<number>`extract(epoch from ${outbox.dueAt} - now())::float8`,
        error: outbox.lastError,
      })
      .from(outbox)
      .where(sql`${outbox.doneAt} is null`);
    expect(row?.error).toContain('not now');
    waits.push(row?.seconds ?? 0);
    await makeDue();
    await dispatch(subscriptions);
  }
  expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 1.5);
  expect(waits[2]).toBeGreaterThan((waits[1] ?? 0) * 1.5);
});

test('a message that fails too often is a dead letter until it is retried', async () => {
  await emit(app.db, verified('dead'));
  const failing = [
    onVerified(() => {
      throw new Error('never');
    }),
  ];
  await dispatch(failing);
  expect(await listDeadLetters(app.deps)).toEqual([]);
  await app.db.update(outbox).set({ attempts: maxAttempts - 1 });
  await makeDue();
  await dispatch(failing);
  const [letter, ...others] = await listDeadLetters(app.deps);
  expect(others).toEqual([]);
  expect(letter).toMatchObject({ kind: 'test', attempts: maxAttempts, lastError: 'Error: never' });

  await makeDue();
  const received: string[] = [];
  const working = [onVerified((id) => received.push(id))];
  expect(await dispatch(working)).toBe(0);
  expect(await retryDeadLetters(app.deps, [(letter?.id ?? 0) + 1])).toBe(0);
  expect(await retryDeadLetters(app.deps, [letter?.id ?? 0])).toBe(1);
  expect(await dispatch(working)).toBe(1);
  expect(received).toEqual(['dead']);
  expect(await listDeadLetters(app.deps)).toEqual([]);
  expect(await retryDeadLetters(app.deps)).toBe(0);
});

test('a message without a subscriber of its name stays in the outbox', async () => {
  await emit(app.db, verified('seller-1'));
  await dispatch([
    onVerified(() => {
      throw new Error('not yet');
    }, 'renamed'),
  ]);
  await makeDue();
  await dispatch([]);
  const [row] = await app.db.select().from(outbox).where(eq(outbox.kind, 'renamed'));
  expect(row).toMatchObject({ doneAt: null, lastError: 'Error: no subscriber is named renamed' });
});

test('concurrent runs deliver each message once', async () => {
  const ids = Array.from({ length: 40 }, (_, i) => `many-${i}`);
  await emit(app.db, ...ids.map(verified));
  const received: string[] = [];
  const subscriptions = [
    subscription({
      name: 'slow',
      events: ['seller.verified'],
      priority: 0,
      handle: async (_deps, { userId }) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        received.push(userId);
      },
    }),
  ];
  await Promise.all(Array.from({ length: 4 }, () => dispatch(subscriptions)));
  expect(received.sort()).toEqual([...ids].sort());
});

test('purging clears what was delivered long ago, and nothing else', async () => {
  await emit(app.db, verified('old'));
  await enqueueMail(app.db, 'old', mail);
  await dispatch([onVerified(() => undefined)]);
  await app.db.update(outbox).set({ doneAt: sql`now() - interval '31 days'` });
  await app.db.update(domainEvents).set({ occurredAt: sql`now() - interval '31 days'` });
  await emit(app.db, verified('new'));
  await enqueueMail(app.db, 'new', mail);
  expect(await purgeDelivered(app.db, new Date(Date.now() - 30 * 86_400_000))).toBe(3);
  const rows = await app.db.select().from(outbox).orderBy(asc(outbox.id));
  expect(rows.map(({ payload }) => payload)).toEqual([{}, {}, mail]);
  expect(await app.db.select().from(domainEvents)).toMatchObject([{ payload: { userId: 'new' } }]);
});
