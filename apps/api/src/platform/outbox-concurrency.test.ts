import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mail, onVerified, verified, withMailer } from '../../test/outbox-helpers.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { domainEvents, outbox } from '../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { dispatchOutbox } from './dispatch-outbox.ts';
import { emit, enqueueMail } from './outbox.ts';
import type { Subscription } from './subscription.ts';

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

test('mails to three mailboxes are sent at a time, those to one in turn', async () => {
  for (let n = 0; n < 10; n++)
    await enqueueMail(app.db, `mail ${n}`, { ...mail, to: `${n % 5}@mail.com` });
  const sending = new Set<string>();
  const sent: string[] = [];
  let most = 0;
  const delivered = await dispatch([], async (id) => {
    const mailbox = `${Number(id.slice(5)) % 5}`;
    expect(sending).not.toContain(mailbox);
    sending.add(mailbox);
    most = Math.max(most, sending.size);
    await sleep(100);
    sending.delete(mailbox);
    sent.push(id);
  });
  expect(delivered).toBe(10);
  expect(most).toBe(3);
  for (let n = 0; n < 5; n++)
    expect(sent.indexOf(`mail ${n}`)).toBeLessThan(sent.indexOf(`mail ${n + 5}`));
});

test('a mail that waits for its turn when the run is stopped is sent by the next run', async () => {
  for (let n = 0; n < 2; n++) await enqueueMail(app.db, `mail ${n}`, mail);
  const stopping = new AbortController();
  const sent: string[] = [];
  const deps = withMailer(app.deps, async (id) => {
    await sleep(50);
    sent.push(id);
    stopping.abort();
  });
  expect(await dispatchOutbox(deps, [], stopping.signal)).toBe(1);
  expect(sent).toEqual(['mail 0']);
  expect(await dispatch([], async (id) => void sent.push(id))).toBe(1);
  expect(sent).toEqual(['mail 0', 'mail 1']);
});

test('other messages do not wait for slow mails', async () => {
  for (let n = 0; n < 4; n++)
    await enqueueMail(app.db, `mail ${n}`, { ...mail, to: `${n}@mail.com` });
  const received = Promise.withResolvers<void>();
  const order: string[] = [];
  const send = async (id: string) => {
    if (id === 'mail 2') await emit(app.db, verified('seller-1'));
    if (id !== 'mail 3') await received.promise;
    order.push(id);
  };
  const subscriptions = [
    onVerified((id) => {
      order.push(id);
      received.resolve();
    }),
  ];
  expect(await dispatch(subscriptions, send)).toBe(5);
  expect(order).toEqual(['seller-1', 'mail 0', 'mail 1', 'mail 2', 'mail 3']);
});

test('other messages do not wait for a slow service, and those to it are delivered in turn', async () => {
  await emit(app.db, verified('seller-1'), verified('seller-2'));
  const received = Promise.withResolvers<void>();
  const order: string[] = [];
  const subscriptions = [
    onVerified(
      async (id) => {
        await received.promise;
        order.push(`service ${id}`);
      },
      'service',
      { callsService: true },
    ),
    onVerified(
      (id) => {
        order.push(id);
        if (id === 'seller-2') received.resolve();
      },
      'other',
      { priority: 1 },
    ),
  ];
  expect(await dispatch(subscriptions)).toBe(4);
  expect(order).toEqual(['seller-1', 'seller-2', 'service seller-1', 'service seller-2']);
});

test('a mail has its turn after a hundred messages that are more urgent', async () => {
  await enqueueMail(app.db, 'mail', mail);
  await emit(app.db, ...Array.from({ length: 200 }, (_, n) => verified(`seller-${n}`)));
  const order: string[] = [];
  await dispatch([onVerified((id) => order.push(id))], async (id) => void order.push(id));
  expect(order).toHaveLength(201);
  expect(order.indexOf('mail')).toBe(100);
});

test('a run that cannot record a failure ends after the deliveries under way, and fails', async () => {
  for (let n = 0; n < 5; n++)
    await enqueueMail(app.db, `mail ${n}`, { ...mail, to: `${n}@mail.com` });
  const sent: string[] = [];
  const third = Promise.withResolvers<void>();
  const deps: Deps = {
    ...withMailer(app.deps, async (id) => {
      if (id === 'mail 0') {
        await third.promise;
        throw new Error('not now');
      }
      if (id === 'mail 2') third.resolve();
      await sleep(100);
      sent.push(id);
    }),
    log: {
      ...app.deps.log,
      error: () => {
        throw new Error('cannot record');
      },
    },
  };
  await expect(dispatchOutbox(deps, [])).rejects.toThrow('cannot record');
  expect(sent.sort()).toEqual(['mail 1', 'mail 2']);
  expect(await app.db.$count(outbox, sql`${outbox.doneAt} is not null`)).toBe(2);
});
