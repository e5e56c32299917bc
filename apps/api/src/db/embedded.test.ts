import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { runningEmbeddedPostgres } from './embedded.ts';

// Each test starts PostgreSQL several times: some seconds, and tens where other load shares the processor.
vi.setConfig({ testTimeout: 60_000 });

const script = fileURLToPath(new URL('../../test/embedded-postgres-process.ts', import.meta.url));
const dirs: string[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) await stop(child);
  for (const createDir of dirs.splice(0)) {
    // An orphaned initdb of a killed run may still be writing.
    await rm(createDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});

test('the first start creates a private database, later ones reuse it', async () => {
  const dataDir = await createDir();
  const first = await start(dataDir);
  await query(first.url, 'create table kept as select 7 as n');
  const settings = await query(
    first.url,
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
      current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
      (select rolsuper from pg_roles where rolname = current_user) as superuser`,
  );
  expect(settings).toEqual([
    { fsync: 'on', checksums: 'on', addresses: '', encoding: 'UTF8', superuser: false },
  ]);
  for (const name of ['data', 'run', 'password']) {
    const { mode } = await stat(path.join(dataDir, 'postgres', name));
    expect(mode & 0o077, `${name} is closed to others`).toBe(0);
  }
  await expect(query(first.url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  );
  await stop(first.child);
  await expect(query(first.url, 'select 1')).rejects.toThrow();

  const second = await start(dataDir);
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  expect(second.log).not.toContain('Creating the database');
});

test('an orphaned server of a killed run is stopped without losing data', async () => {
  const dataDir = await createDir();
  const first = await start(dataDir);
  await query(first.url, 'create table kept as select 7 as n');
  const leftover = await serverProcess(dataDir);
  expect(await runningEmbeddedPostgres(dataDir)).toBeDefined();
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect(isAlive(leftover)).toBe(true);
  // Nobody runs it: a command must not join it, nor take Redial for running.
  expect(await runningEmbeddedPostgres(dataDir)).toBeUndefined();

  const second = await start(dataDir);
  expect(second.log).toContain(`(process ${leftover})`);
  expect(await serverProcess(dataDir)).not.toBe(leftover);
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('a lock file whose process id was reused does not prevent the start', async () => {
  const dataDir = await createDir();
  const first = await start(dataDir);
  const pidFile = path.join(dataDir, 'postgres/data/postmaster.pid');
  const content = await readFile(pidFile, 'utf8');
  await stop(first.child);
  await writeFile(pidFile, content.replace(/^\d+/, String(process.pid)));
  const second = await start(dataDir);
  expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('a run killed during initialization leaves no incomplete database', async () => {
  const dataDir = await createDir();
  const postgres = path.join(dataDir, 'postgres');
  const killed = spawnChild(dataDir);
  await until(async () => {
    const names = await readdir(postgres).catch(() => []);
    const unfinished = names.find((name) => /^data\.new-\w+$/.test(name));
    return unfinished && existsSync(path.join(postgres, unfinished, 'PG_VERSION'));
  });
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(existsSync(path.join(postgres, 'data'))).toBe(false);

  const second = await start(dataDir);
  expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('a second process on the same data directory is rejected, and the first continues', async () => {
  const dataDir = await createDir();
  const first = await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(
    `DatabaseInUse: Another Redial (process ${first.child.pid}) uses the database in`,
  );
  expect(await query(first.url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('a killed server is restarted at the same URL', async () => {
  const dataDir = await createDir();
  const { url } = await start(dataDir);
  await query(url, 'create table kept as select 7 as n');
  process.kill(await serverProcess(dataDir), 'SIGKILL');
  await until(() =>
    query(url, 'select n from kept').then(
      () => true,
      () => false,
    ),
  );
  expect(await query(url, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('a directory path too long for a socket works', async () => {
  const dataDir = path.join(await createDir(), 'd'.repeat(60), 'e'.repeat(60));
  await mkdir(dataDir, { recursive: true });
  const { url } = await start(dataDir);
  expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test.runIf(process.getuid?.() === 0)(
  'as root, with an inaccessible directory, the database is stored in a fallback directory',
  async () => {
    const dataDir = await createDir();
    await chmod(dataDir, 0o700);
    const first = await start(dataDir);
    const place = (await readFile(path.join(dataDir, 'postgres/moved-to'), 'utf8')).trim();
    dirs.push(place);
    expect(first.log).toContain(`the database is in ${place}`);
    await query(first.url, 'create table kept as select 7 as n');
    await stop(first.child);
    const second = await start(dataDir);
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
    await stop(second.child);
    await rm(place, { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(`is at ${place}`);
  },
);

test('a data directory of another PostgreSQL version is rejected with its path', async () => {
  const dataDir = await createDir();
  const cluster = path.join(dataDir, 'postgres/data');
  await mkdir(cluster, { recursive: true });
  await expect(start(dataDir)).rejects.toThrow(
    `${cluster} was created by PostgreSQL (no version file)`,
  );
});

async function createDir(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'redial-embedded-'));
  // As root, the server runs as another user, who needs access.
  await chmod(made, 0o711);
  dirs.push(made);
  return made;
}

function spawnChild(dataDir: string): ChildProcess {
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  children.push(child);
  return child;
}

async function start(dataDir: string): Promise<{ child: ChildProcess; url: string; log: string }> {
  const child = spawnChild(dataDir);
  const log: string[] = [];
  if (!child.stdout) throw new Error('no output to read');
  for await (const line of createInterface(child.stdout)) {
    const [kind, ...words] = line.split(' ');
    const text = words.join(' ');
    if (kind === 'ready') return { child, url: text, log: log.join('\n') };
    if (kind === 'failed') throw new Error(text);
    log.push(text);
  }
  throw new Error(`The process exited: ${log.join('\n')}`);
}

/** Stops a child process as Redial is stopped, and what a killed one left behind. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  if (child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function serverProcess(dataDir: string): Promise<number> {
  const pidFile = path.join(dataDir, 'postgres/data/postmaster.pid');
  return Number.parseInt(await readFile(pidFile, 'utf8'), 10);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(holds: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('The condition was not met within 10 s');
    await sleep(5);
  }
}
