import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sealedBlocks, webAssets } from '../../src/db/schema/index.ts';
import { createInstallation } from '../crash/installation.ts';
import { freePort } from '../free-port.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

const server = path.resolve(import.meta.dirname, '../../../server');
/** Milliseconds per test; a start takes long on a busy machine. */
const timeoutMs = 240_000;

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'redial-start-'));
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs a script of the server until it exits. */
async function run(script: string, args: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(server, script), ...args], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      PORT: String(await freePort()),
      NODE_NO_WARNINGS: '1',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [exitCode] = await once(child, 'close');
  return { exitCode, lines: output.trim().split('\n').filter(Boolean) };
}

/** Starts a script of the server and waits until it serves. @returns the base URL. */
async function serve(script: string): Promise<string> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const settings = { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl };
  const installation = createInstallation({ dataDir, port, publicUrl, settings, script });
  onTestFinished(() => installation.stop());
  await installation.start();
  return publicUrl;
}

/** @returns the URL of an SMTP server that accepts no mails. */
async function serveRefusingMail(): Promise<string> {
  const mail = createServer((connection) => connection.end('554 not from you\r\n'));
  mail.listen(0, '127.0.0.1');
  await once(mail, 'listening');
  onTestFinished(() => void mail.close());
  return `smtp://127.0.0.1:${(mail.address() as AddressInfo).port}`;
}

const productionSettings = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://redial.test',
  SESSION_SECRET: 'a secret of the tests, long enough to sign with',
  IMEI_SECRET: 'another secret of the tests, long enough to hash with',
  CARD_PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  MAILER: 'smtp',
};

test(
  'production refuses to start with demo data, until it is purged',
  async () => {
    const production = { ...productionSettings, SMTP_URL: await serveRefusingMail() };
    await database.db.execute(sql`
      insert into users (id, identity_uid, email, email_key, name, role)
      values (gen_random_uuid(), 'demo', 'buyer@redial.dev', 'buyer@redial.dev', 'Demo', 'buyer')`);
    const refused = await run('build/main.js', [], production);
    expect(refused.exitCode).toBe(1);
    expect(refused.lines).toHaveLength(1);
    expect(refused.lines[0]).toContain(
      'NODE_ENV cannot be production while demo data is in the database: run npm run admin -- purge-demo',
    );
    const purged = await run('build-commands/admin.js', ['purge-demo'], production);
    expect(purged).toEqual({ exitCode: 0, lines: [] });
    const { rows } = await database.db.execute(sql`select from users where removed_at is null`);
    expect(rows).toEqual([]);
    // Stripe, if it can be reached, rejects the key, and else the SMTP server us; both come after the check.
    const later = await run('build/main.js', [], production);
    expect(later.lines.at(-1)).toMatch(/SMTP_URL cannot be used|STRIPE_SECRET_KEY is rejected/);
  },
  timeoutMs,
);

test(
  'a page whose data cannot be loaded is sent as 503, and not cached',
  async () => {
    const publicUrl = await serve('build/main.js');
    const open = async () => {
      const response = await fetch(publicUrl);
      return { status: response.status, headers: response.headers, html: await response.text() };
    };
    await database.executeAsOwner('alter table products rename to products_away');
    for (let repetition = 1; repetition <= 2; repetition++) {
      const { status, headers, html } = await open();
      expect(status).toBe(503);
      expect(headers.get('cache-control')).toMatch(/no-cache|no-store/);
      expect(headers.get('etag')).toBeNull();
      expect(html).toContain('</html>');
    }
    await database.executeAsOwner('alter table products_away rename to products');
    expect((await open()).status).toBe(200);
  },
  timeoutMs,
);

test(
  'a start seals at once what was not sealed before, and shares its scripts with other versions',
  async () => {
    const { rows } = await database.db.execute<{ id: number }>(sql`
      insert into audit_entries (action, actor_role, target_type, target_id, changes)
      values ('data.exported', 'operator', 'audit-log', 'chain', '{}') returning id::int`);
    const publicUrl = await serve('build/main.js');
    const sealed = sql`chain = 'audit' and last_id >= ${rows[0]?.id}`;
    await expect
      .poll(() => database.db.$count(sealedBlocks, sealed), { timeout: 15_000, interval: 500 })
      .toBe(1);
    const page = await (await fetch(publicUrl)).text();
    const [, script = ''] = /\/assets\/(entry\.client-[\w-]+\.js)/.exec(page) ?? [];
    const sent = await fetch(`${publicUrl}/assets/${script}`);
    const [shared] = await database.db
      .select({ content: webAssets.content })
      .from(webAssets)
      .where(eq(webAssets.name, script));
    expect(shared?.content.toString()).toBe(await sent.text());
  },
  timeoutMs,
);

test(
  'the development server renders pages from their sources, and serves their scripts',
  async () => {
    const publicUrl = await serve('src/dev.ts');
    const open = async (path: string) => {
      const response = await fetch(publicUrl + path);
      return { status: response.status, text: await response.text() };
    };
    for (const path of ['/', '/search?q=galaxy', '/blogs', '/login']) {
      const { status, text } = await open(path);
      expect(status, path).toBe(200);
      expect(text, path).toContain('</main>');
    }
    const { text } = await open('/');
    const [entry] = /\/app\/entry\.client\.tsx/.exec(text) ?? [];
    const module = await open(entry ?? '/missing');
    expect(module.status).toBe(200);
    expect(module.text).toContain('hydrateRoot');
  },
  timeoutMs,
);
