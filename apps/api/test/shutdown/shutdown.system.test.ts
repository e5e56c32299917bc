import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { runningEmbeddedPostgres } from '../../src/db/embedded.ts';
import { freePort } from '../free-port.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
/** Milliseconds within which no process may be left. */
const stopTimeoutMs = 20_000;
const testTimeoutMs = 300_000;

/** Starts the built server with its embedded PostgreSQL, like `npm start`. */
async function startServer(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-shutdown-'));
  // If started by root, PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const server = spawn(process.execPath, [path.join(root, 'apps/server/build/main.js')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'off',
      CARD_PAYMENTS: 'sandbox',
      ALLOW_SANDBOX_PAYMENTS: 'on',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  server.stdout.on('data', (text) => {
    output += text;
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    for (const pid of processesOf(server, dataDir)) process.kill(pid, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  return { server, dataDir, port, output: () => output };
}

async function waitUntilReady(port: number): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      {
        timeout: 120_000,
      },
    )
    .toBe(true);
}

/** The server, its children, and all processes that have the data directory in their arguments. */
function processesOf({ pid }: ChildProcess, dataDir: string): number[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  const processes = [...list.matchAll(/^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/gm)].map(
    ([, own, parent, state = '', args = '']) => ({
      own: Number(own),
      parent: Number(parent),
      state,
      args,
    }),
  );
  return processes
    .filter(({ state }) => !state.startsWith('Z'))
    .filter(({ own, parent, args }) => own === pid || parent === pid || args.includes(dataDir))
    .map(({ own }) => own);
}

/**
 * Expects that no process is left in time. A process can be gone before Node.js has noticed it, so
 * its exit code is polled for afterwards.
 */
async function expectStopped(server: ChildProcess, dataDir: string, timeout = stopTimeoutMs) {
  await expect.poll(() => processesOf(server, dataDir), { timeout, interval: 200 }).toEqual([]);
}

/** Inserts enough products for the complete list to exceed all socket buffers. */
async function insertProducts(dataDir: string): Promise<void> {
  const client = new pg.Client({
    connectionString: (await runningEmbeddedPostgres(dataDir))?.url,
  });
  await client.connect();
  await client.query(`
    with seller as (
      insert into users (id, identity_uid, email, email_key, name, role)
      values (gen_random_uuid(), 's', 's@mail.com', 's@mail.com', 'S', 'seller') returning id
    )
    insert into products (id, seller_id, name, description, category, condition, image_url,
      original_price_cents, resale_price_cents, seller_phone, location, purchase_year, years_of_use)
    select gen_random_uuid(), seller.id, 'iPhone 13', repeat('A good phone. ', 60), 'Iphone', 'good',
      '/images/x.jpg', 79900, 34500, '+1 202-555-0142', 'Lyon', 2022, '3 years'
    from seller, generate_series(1, 30000)`);
  await client.end();
}

/** Downloads the complete list at about 4 kB per second, so that the response never ends in time. */
async function readSlowly(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.write('GET /allproducts HTTP/1.1\r\nHost: redial\r\n\r\n');
  await once(socket, 'readable');
  const timer = setInterval(() => socket.read(1024), 250);
  socket.once('close', () => clearInterval(timer));
  onTestFinished(() => {
    socket.destroy();
  });
}

test(
  'a signal stops all processes in time, despite slow downloads',
  async () => {
    const { server, dataDir, port } = await startServer();
    await waitUntilReady(port);
    await insertProducts(dataDir);
    await Promise.all([readSlowly(port), readSlowly(port), readSlowly(port)]);
    await sleep(1000);
    expect(processesOf(server, dataDir).length).toBeGreaterThan(1);
    server.kill('SIGINT');
    await expectStopped(server, dataDir);
    await expect.poll(() => server.signalCode ?? server.exitCode).toBe(0);
  },
  testTimeoutMs,
);

test(
  'with several workers, a signal stops all processes in time',
  async () => {
    const { server, dataDir, port } = await startServer({ WORKERS: '2' });
    await waitUntilReady(port);
    server.kill('SIGTERM');
    await expectStopped(server, dataDir);
  },
  testTimeoutMs,
);

test.each([{}, { WORKERS: '2' }])(
  'while it drains, a stopping server is not ready and serves every request: %o',
  async (settings: { WORKERS?: string }) => {
    const { server, dataDir, port, output } = await startServer({
      DRAIN_SECONDS: '5',
      ...settings,
    });
    // Of several workers, the first one serves before the others do.
    if (settings.WORKERS) {
      await expect.poll(output, { timeout: 120_000 }).toContain('Redial is ready');
    }
    await waitUntilReady(port);
    // A connection of its own, as from a load balancer that has not noticed yet.
    const statusOf = (requested: string) =>
      fetch(`http://127.0.0.1:${port}${requested}`, { headers: { connection: 'close' } }).then(
        ({ status }) => status,
        () => 0,
      );
    server.kill('SIGTERM');
    const drainedAt = Date.now() + 5000;
    await expect.poll(() => statusOf('/readyz'), { timeout: 2000 }).toBe(503);
    const statuses: number[] = [];
    while (Date.now() < drainedAt - 1000) {
      statuses.push(await statusOf('/allproducts?limit=5'));
      await sleep(50);
    }
    expect(statuses.length).toBeGreaterThan(5);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await statusOf('/readyz')).toBe(503);
    await expectStopped(server, dataDir);
    await expect.poll(() => server.signalCode ?? server.exitCode).toBe(0);
  },
  testTimeoutMs,
);

test(
  'a second signal stops all processes immediately',
  async () => {
    const { server, dataDir, port } = await startServer();
    await waitUntilReady(port);
    await insertProducts(dataDir);
    await readSlowly(port);
    server.kill('SIGINT');
    await sleep(3200);
    server.kill('SIGINT');
    await expectStopped(server, dataDir, 8000);
    await expect.poll(() => server.signalCode ?? server.exitCode).toBe(130);
  },
  testTimeoutMs,
);

test.each([100, 1500, 3000])(
  'a signal %i ms after the start stops all processes',
  async (delay) => {
    const { server, dataDir } = await startServer();
    await sleep(delay);
    expect(server.exitCode, 'the server ended by itself').toBeNull();
    server.kill('SIGTERM');
    await expectStopped(server, dataDir);
  },
  testTimeoutMs,
);
