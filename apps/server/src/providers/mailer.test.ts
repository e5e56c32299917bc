import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openMailer } from './mailer.ts';

test('smtps:// with a server that starts unencrypted is reported with an explanation', async () => {
  const server = createServer((line) => line.on('error', () => undefined).write('220 mail\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const config = readConfig({
    MAILER: 'smtp',
    SMTP_URL: `smtps://127.0.0.1:${port}`,
    MAIL_FROM: 'shop@redial.example',
    DATA_DIR: tmpdir(),
    SESSION_SECRET: 'a secret of thirty-two letters or more',
  });
  await expect(openMailer(config, () => undefined)).rejects.toThrow(
    /^SMTP_URL cannot be used: the server does not use implicit TLS/,
  );
});
