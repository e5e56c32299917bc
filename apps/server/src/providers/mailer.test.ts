import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { documentationOf } from '../config/settings-documentation.fixture.ts';
import { readConfig } from '../config.ts';
import { type MailerSettings, mailers, openMailer } from './mailer.ts';

const log = { warn: vi.fn() };
const secret = 'a secret of thirty-two letters or more';
const vapidKey = `${'A'.repeat(43)}=`;
const read = (settings: Record<string, string>) =>
  readConfig({
    DATA_DIR: tmpdir(),
    SESSION_SECRET: secret,
    IMEI_SECRET: secret,
    // Otherwise it would be generated in the data directory.
    VAPID_PRIVATE_KEY: vapidKey,
    ...settings,
  });

/** A valid value for each of the settings: its example in `.env.example`. */
const exampleOf = (names: readonly (keyof MailerSettings)[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, documentationOf(name).examples?.[0] ?? '']));

describe.each(Object.entries(mailers))('MAILER=%s', (MAILER, { required, optional }) => {
  const needed = { MAILER, ...exampleOf(required) };

  test('is accepted with its settings', () => {
    const settings = { ...needed, ...exampleOf(optional) };
    expect(read(settings).mailer).toMatchObject(settings);
    expect(read(needed).mailer).toMatchObject(needed);
  });

  test.each(required)('requires %s', (name) => {
    expect(() => read({ ...needed, [name]: '' })).toThrow(
      `${name} is missing: MAILER=${MAILER} requires it`,
    );
  });

  test.each([...required, ...optional])('is what %s is for', (name) => {
    expect(() => read(exampleOf([name]))).toThrow(
      `${name} is set, but MAILER is files: set MAILER=${MAILER}, or remove it`,
    );
  });
});

test('MAILER selects one of the mailers', () => {
  expect(() => read({ MAILER: 'pigeon' })).toThrow(
    `MAILER must be ${Object.keys(mailers).join(' or ')}`,
  );
});

test('smtps:// with a server that starts unencrypted is reported with an explanation', async () => {
  const server = createServer((line) => line.on('error', () => undefined).write('220 mail\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const config = read({ MAILER: 'smtp', SMTP_URL: `smtps://127.0.0.1:${port}` });
  await expect(openMailer(config, log, () => undefined)).rejects.toThrow(
    /^SMTP_URL cannot be used: the server does not use implicit TLS/,
  );
});

test('a mail service that is down does not prevent the start', async () => {
  const server = createServer((line) => line.end('421 too busy, come back later\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const config = read({ MAILER: 'smtp', SMTP_URL: `smtp://127.0.0.1:${port}` });
  const open = () => openMailer(config, log, () => undefined);
  log.warn.mockClear();
  await open();
  server.close();
  await once(server, 'close');
  await open();
  const reasons = log.warn.mock.calls.map(([context]) => String(context.err));
  expect(reasons).toEqual([
    expect.stringContaining('421'),
    expect.stringContaining('ECONNREFUSED'),
  ]);
});
