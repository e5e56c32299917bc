import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { jobHandlers } from '../../background.ts';
import { outbox } from '../../db/schema/index.ts';
import { enqueueMail } from '../../platform/outbox.ts';
import { mailerContract } from '../../ports/mailer.contract.ts';
import { parseMessage } from './parse-message.fixture.ts';
import { startFakeSmtpServer } from './smtp.fixture.ts';
import { createSmtpMailer } from './smtp.ts';

const sender = { name: 'Redial', address: 'no-reply@redial.test' };
const mail = { to: 'rana@mail.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
/** Shorter timeouts; a local server responds faster. */
const timeouts = { connectionTimeout: 1000, greetingTimeout: 500, socketTimeout: 500 };

mailerContract(async () => {
  const server = await startFakeSmtpServer();
  const { mailer } = createSmtpMailer({ url: server.url, sender });
  return {
    mailer,
    received: () =>
      Promise.all(
        server.received.map(async ({ message, recipients }) => ({
          ...(await parseMessage(message)),
          recipients,
        })),
      ),
    close: server.close,
  };
});

let app: TestApp;
let server: Awaited<ReturnType<typeof startFakeSmtpServer>>;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  server = await startFakeSmtpServer();
});
afterEach(() => server.close());

/** Enqueues a mail. Returns a function that runs the job once and returns the mail's state. */
async function outboxWith(dedupe: string, url = server.url) {
  const { mailer } = createSmtpMailer({ url, sender, timeouts });
  const run = jobHandlers({ ...app.deps, mailer })['dispatch-outbox'];
  const row = eq(outbox.dedupe, dedupe);
  await enqueueMail(app.db, dedupe, mail);
  return async () => {
    await app.db.update(outbox).set({ dueAt: sql`now()` }).where(row);
    await run();
    const [state] = await app.db
      .select({
        done: sql<boolean>`${outbox.doneAt} is not null`,
        error: outbox.lastError,
        waits: sql<number>`extract(epoch from ${outbox.dueAt} - now())::float8`,
      })
      .from(outbox)
      .where(row);
    return state;
  };
}

test.each([450, 451, 550, 554])(
  'a mail rejected with %i is retried until it is accepted',
  async (code) => {
    server.fail(code, code);
    const attempt = await outboxWith(`answered-${code}`);
    const first = await attempt();
    expect(first?.error).toContain(String(code));
    const second = await attempt();
    expect(second?.waits).toBeGreaterThan((first?.waits ?? 0) * 1.5);
    expect(await attempt()).toMatchObject({ done: true, error: null });
    await attempt();
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.recipients).toEqual(['rana@mail.com']);
  },
);

test('an unreachable mail server blocks nothing, and gets the mail once it is back', async () => {
  const { port } = server;
  await server.close();
  const attempt = await outboxWith('down', `smtp://127.0.0.1:${port}`);
  expect(await attempt()).toMatchObject({ done: false, error: expect.stringContaining('connect') });
  server = await startFakeSmtpServer();
  const later = await outboxWith('down', server.url);
  expect(await later()).toMatchObject({ done: true });
  expect(server.received).toHaveLength(1);
});

test('an unresponsive mail server times out', async () => {
  server.stopGreeting();
  const attempt = await outboxWith('silent');
  const before = performance.now();
  expect(await attempt()).toMatchObject({ done: false });
  expect(performance.now() - before).toBeLessThan(5_000);
});

test('a server that does not speak SMTP is reported, and gets no mail', async () => {
  const page = createServer((line) => line.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  page.listen(0, '127.0.0.1');
  await once(page, 'listening');
  const { port } = page.address() as AddressInfo;
  const attempt = await outboxWith('nonsense', `smtp://127.0.0.1:${port}`);
  expect(await attempt()).toMatchObject({
    done: false,
    error: expect.stringContaining('Invalid greeting'),
  });
  page.close();
  expect(await (await outboxWith('nonsense'))()).toMatchObject({ done: true });
  expect(server.received).toHaveLength(1);
});

test('a mail whose reply was lost is sent again with the same id', async () => {
  server.fail('silent');
  const attempt = await outboxWith('lost:answer');
  expect(await attempt()).toMatchObject({ done: false });
  expect(await attempt()).toMatchObject({ done: true });
  const mails = await Promise.all(server.received.map(({ message }) => parseMessage(message)));
  expect(mails.map(({ id }) => id)).toEqual([
    '<lost.answer@redial.test>',
    '<lost.answer@redial.test>',
  ]);
});

test('an accepted mail is not sent again after a lost connection', async () => {
  server.fail('cut after taking');
  const attempt = await outboxWith('cut');
  expect(await attempt()).toMatchObject({ done: true });
  await attempt();
  expect(server.received).toHaveLength(1);
});

/** URL of the guarded server with this password. */
const addressFor = (port: number, password: string, options = '') =>
  `smtp://redial:${password}@127.0.0.1:${port}?${options}`;

test('the check authenticates without sending; the error for a wrong password does not contain it', async () => {
  const guarded = await startFakeSmtpServer({
    user: 'redial',
    password: 'right-word',
    encrypts: true,
  });
  try {
    const at = (password: string) => {
      const url = addressFor(guarded.port, password, 'tls.rejectUnauthorized=false');
      return createSmtpMailer({ url, sender, timeouts });
    };
    expect(await at('right-word').check()).toBeUndefined();
    expect(guarded.received).toEqual([]);
    const refused = await at('wrong-word').check();
    expect(refused).toContain('535');
    expect(refused).not.toContain('wrong-word');
    await at('right-word').mailer.send('1', mail);
    expect(guarded.received).toMatchObject([{ encrypted: true }]);
  } finally {
    await guarded.close();
  }
});

test('credentials are not sent unencrypted, nor to a server with an untrusted certificate', async () => {
  for (const encrypts of [false, true]) {
    const guarded = await startFakeSmtpServer({ user: 'redial', password: 'word', encrypts });
    try {
      const { mailer } = createSmtpMailer({
        url: addressFor(guarded.port, 'word'),
        sender,
        timeouts,
      });
      await expect(mailer.send('1', mail)).rejects.toThrow(encrypts ? 'certificate' : 'STARTTLS');
      expect(guarded.signIns()).toBe(0);
      expect(guarded.received).toEqual([]);
    } finally {
      await guarded.close();
    }
  }
});
