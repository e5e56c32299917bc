import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { outbox } from '../db/schema/index.ts';
import { dispatchOutbox } from './dispatch-outbox.ts';
import { secondsUntilBudget } from './mail-budget.ts';
import { enqueueMail, urgentMailPriority } from './outbox.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ settings: { rateLimitScale: 1 } });
});
afterEach(async () => {
  app.sentMails.length = 0;
  await app.db.delete(outbox);
});
afterAll(() => app.close());

const enqueue = async (count: number, to: string, kind = 'order', priority?: number) => {
  for (let n = 0; n < count; n++) {
    const mail = { to, subject: `${kind} ${n}`, text: '', html: '' };
    await enqueueMail(app.db, `${kind}:${to}:${n}`, mail, priority);
  }
};
const dispatch = () => dispatchOutbox(app.deps, []);
const makeOlder = (interval: string) =>
  app.db.execute(sql`update outbox set done_at = done_at - ${interval}::interval,
    due_at = due_at - ${interval}::interval`);

test('a mailbox gets twenty mails an hour and sixty a day, oldest first; the rest is sent later', async () => {
  await enqueue(100, 'rana@mail.com');
  await enqueue(1, 'nora@mail.com');
  await dispatch();
  const to = (address: string) => app.sentMails.filter((mail) => mail.to === address);
  expect(to('nora@mail.com')).toHaveLength(1);
  expect(to('rana@mail.com').map(({ subject }) => subject)).toEqual(
    Array.from({ length: 20 }, (_, n) => `order ${n}`),
  );
  expect(await dispatch()).toBe(0);
  for (const total of [40, 60, 60]) {
    await makeOlder('61 minutes');
    await dispatch();
    expect(to('rana@mail.com')).toHaveLength(total);
  }
  await makeOlder('23 hours');
  await dispatch();
  expect(to('rana@mail.com')).toHaveLength(80);
});

test('subaddresses and letter case of a mailbox share its budget', async () => {
  for (let n = 0; n < 30; n++)
    await enqueue(1, n % 2 ? `rana+${n}@mail.com` : 'RANA@mail.com', `o${n}`);
  await dispatch();
  expect(app.sentMails).toHaveLength(20);
});

test('a mail with a link that its recipient waits for is not delayed by others, but is limited, too', async () => {
  await enqueue(50, 'rana@mail.com');
  await dispatch();
  await enqueue(10, 'rana@mail.com', 'reset', urgentMailPriority);
  app.sentMails.length = 0;
  await dispatch();
  expect(app.sentMails.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 6 }, (_, n) => `reset ${n}`),
  );
});

test('concurrent runs share the budget', async () => {
  await enqueue(60, 'rana@mail.com');
  await Promise.all([dispatch(), dispatch(), dispatch()]);
  expect(app.sentMails).toHaveLength(20);
});

test('a failing mail is retried within its budget, and keeps its place in it', async () => {
  await enqueue(21, 'rana@mail.com');
  let failures = 0;
  const mailer = {
    send: async () => {
      failures++;
      throw new Error('not now');
    },
  };
  await dispatchOutbox({ ...app.deps, mailer }, []);
  expect(failures).toBe(20);
  await app.db.execute(sql`update outbox set due_at = now() where attempts > 0`);
  await dispatch();
  expect(app.sentMails).toHaveLength(20);
});

test('the wait ends when the oldest of the allowed mails leaves the window', () => {
  const scale = 0.1;
  expect(secondsUntilBudget([], { isUrgent: false, scale })).toBe(0);
  expect(secondsUntilBudget([10, 600], { isUrgent: false, scale })).toBe(3000);
  expect(secondsUntilBudget([10, 600], { isUrgent: true, scale })).toBe(0);
  expect(secondsUntilBudget([10, 4000], { isUrgent: false, scale })).toBe(0);
  expect(secondsUntilBudget([10, 4000, 5000, 6000, 7000, 8000], { isUrgent: false, scale })).toBe(
    78_400,
  );
});
