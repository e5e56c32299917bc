import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { prepareDatabase } from './prepare-database.ts';

test("an unreachable database stops the start with the setting's name", async () => {
  const page = createServer((line) => {
    line.on('error', () => undefined);
    line.once('data', () => line.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  }).listen(0, '127.0.0.1');
  await once(page, 'listening');
  const { port } = page.address() as AddressInfo;
  const start = (at: number) => {
    const databaseUrl = `postgresql://redial:word@127.0.0.1:${at}/redial`;
    const database = { url: databaseUrl, ownerUrl: databaseUrl };
    return prepareDatabase({ database }, database).catch((error: unknown) => error);
  };
  const none = await start(port);
  expect(none).toBeInstanceOf(ConfigError);
  expect(String(none)).toMatch(/DATABASE_URL cannot be used: Connection terminated/);
  page.close();
  await once(page, 'close');
  expect(String(await start(port))).toMatch(/DATABASE_URL cannot be used: connect ECONNREFUSED/);
});
