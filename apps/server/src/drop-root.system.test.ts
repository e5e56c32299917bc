import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts the built server and waits until it serves. */
async function startServer(dataDir: string, settings: Record<string, string> = {}) {
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
  onTestFinished(() => void server.kill('SIGKILL'));
  await expect.poll(() => output, { timeout: 120_000 }).toContain('Redial is ready');
  const stop = async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    return server.exitCode;
  };
  return { server, port, stop, output: () => output };
}

/** Real, effective, saved and file-system user ids of a process. */
async function userIds({ pid }: ChildProcess): Promise<number[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (/^Uid:\s+(.*)$/m.exec(status)?.[1] ?? '').split(/\s+/).map(Number);
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );

test.skipIf(process.getuid?.() !== 0).each([{}, { WORKERS: '2' }])(
  'a server that root has started serves as another user, restarts its database, and starts again: %o',
  { timeout: 300_000 },
  async (settings) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-root-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const cache = await mkdtemp(path.join(tmpdir(), 'redial-compiled-'));
    onTestFinished(() => rm(cache, { recursive: true, force: true }));
    const first = await startServer(dataDir, { ...settings, NODE_COMPILE_CACHE: cache });
    const ids = await userIds(first.server);
    expect(ids).toEqual(Array(4).fill(ids[0]));
    expect(ids[0]).toBeGreaterThan(0);
    expect(first.output()).toContain('Redial was started by root and continues as the user');
    for (const file of ['', 'images', 'session-secret']) {
      expect([file, (await stat(path.join(dataDir, file))).uid]).toEqual([file, ids[0]]);
    }

    const compiled = (await readdir(cache, { recursive: true })).map((file) =>
      path.join(cache, file),
    );
    const sizes = await Promise.all(compiled.map(async (file) => (await stat(file)).size));
    expect(Math.max(...sizes), 'the compiled bundle of the server is cached').toBeGreaterThan(1e6);

    const [postmaster] = await postmasterPid(dataDir);
    process.kill(Number(postmaster), 'SIGKILL');
    await expect.poll(() => first.output(), { timeout: 60_000 }).toContain('running again');
    await expect.poll(() => isReady(first.port), { timeout: 30_000 }).toBe(200);
    expect(await first.stop()).toBe(0);

    const second = await startServer(dataDir, settings);
    expect((await userIds(second.server))[0]).toBe(ids[0]);
    expect(await second.stop()).toBe(0);
  },
);

/** The process of the database, wherever it is. */
async function postmasterPid(dataDir: string): Promise<string[]> {
  const inside = path.join(dataDir, 'postgres');
  const elsewhere = await readFile(path.join(inside, 'moved-to'), 'utf8').catch(() => inside);
  return (await readFile(path.join(elsewhere.trim(), 'data/postmaster.pid'), 'utf8')).split('\n');
}
