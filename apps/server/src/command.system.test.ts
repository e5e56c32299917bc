import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backUp } from '@redial/api/backup';
import { openDatabase } from '@redial/api/db';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startPooler } from './pooler.fixture.ts';

async function createDir(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'redial-command-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  // If root runs the test, PostgreSQL runs as another user, who needs access.
  await chmod(dir, 0o711);
  return dir;
}

const bundles = path.join(import.meta.dirname, '../build-commands');

/** Starts a command and collects its output. */
function startCommand(name: string, args: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(bundles, `${name}.js`), ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, output }));
  return { child, ended };
}

const runCommand = (...args: Parameters<typeof startCommand>) => startCommand(...args).ended;

/** The process of the embedded PostgreSQL of a data directory, once it has started. */
async function startedDatabase(dataDir: () => string): Promise<number> {
  const file = () => path.join(dataDir(), 'postgres/data/postmaster.pid');
  await expect.poll(() => existsSync(file()), { timeout: 60_000, interval: 20 }).toBe(true);
  return Number.parseInt(readFileSync(file(), 'utf8'), 10);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const databaseUrl = (name: string) =>
  Object.assign(new URL(inject('postgres').url), { pathname: `/${name}` }).href;

/** Makes a backup of a migrated database without rows. */
const makeBackup = (dir: string) =>
  backUp({
    connectionString: databaseUrl('redial_template'),
    imageStore: {
      put: async () => undefined,
      get: async () => undefined,
      delete: async () => undefined,
    },
    imeiSecret: 'a secret of the tests for the numbers of devices',
    dataDir: dir,
    dir,
    recipients: [],
    now: new Date(),
  });

test.each([
  ['admin', ['list'], 'SIGINT', 130],
  ['doctor', [], 'SIGHUP', 129],
] as const)('a signal ends %s together with its database', async (name, args, signal, code) => {
  const dataDir = await createDir();
  const { child, ended } = startCommand(name, [...args], { DATA_DIR: dataDir });
  const database = await startedDatabase(() => dataDir);
  child.kill(signal);
  expect(await ended).toEqual({ code, output: '' });
  expect(isAlive(database)).toBe(false);
});

test.each([
  ['starts', ''],
  ['is migrated', 'redial-migrations-'],
])('a signal that ends a verification while its database %s removes all data', async (_, sign) => {
  const [dir, temporary] = [await createDir(), await createDir()];
  await makeBackup(dir);
  const { child, ended } = startCommand('restore', ['--verify', dir], { TMPDIR: temporary });
  const find = (start: string) => readdirSync(temporary).find((name) => name.startsWith(start));
  const database = await startedDatabase(() => path.join(temporary, find('redial-verify-') ?? '-'));
  await expect.poll(() => find(sign), { timeout: 60_000, interval: 20 }).toBeDefined();
  await sleep(sign ? 200 : 0);
  child.kill('SIGTERM');
  const { code, output } = await ended;
  expect(code).toBe(143);
  expect(output).not.toContain('rror');
  expect(isAlive(database)).toBe(false);
  expect(readdirSync(temporary)).toEqual([]);
});

test('admin with an argument too many does nothing', async () => {
  const dataDir = path.join(await createDir(), 'data');
  const wrong = [
    ['purge-demo', '--help'],
    ['list', 'all'],
    ['revoke', 'a@mail.com', 'more'],
    ['models', 'import', 'file.json', 'more'],
  ];
  const results = await Promise.all(
    wrong.map((args) => runCommand('admin', args, { DATA_DIR: dataDir })),
  );
  for (const { code, output } of results) {
    expect([code, output.split('\n')[0]]).toEqual([2, 'Usage: npm run admin -- COMMAND']);
  }
  expect(existsSync(dataDir), 'no database is created').toBe(false);
});

test('commands name the setting of a database that they cannot reach', async () => {
  const dir = await createDir();
  await makeBackup(dir);
  const settings = {
    DATA_DIR: path.join(dir, 'data'),
    DATABASE_URL: 'postgresql://redial:word@127.0.0.1:9/redial',
    IMEI_SECRET: 'a secret of the tests for the numbers of devices',
  };
  const results = await Promise.all([
    runCommand('ledger', ['verify'], settings),
    runCommand('backup', [dir], settings),
    runCommand('restore', [dir], settings),
    runCommand('admin', ['list'], settings),
  ]);
  expect(results.map(({ code }) => code)).toEqual([2, 1, 1, 1]);
  for (const { output } of results) {
    expect(output).toMatch(/^DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:9\n$/m);
    expect(output).not.toContain(' at ');
  }
});

test('the ledger of a database without Redial is not verified, and nothing is created', async () => {
  const dataDir = path.join(await createDir(), 'data');
  const [external, embedded] = await Promise.all([
    runCommand('ledger', ['verify'], { DATA_DIR: dataDir, DATABASE_URL: databaseUrl('postgres') }),
    runCommand('ledger', ['verify'], { DATA_DIR: dataDir }),
  ]);
  expect(external.output).toMatch(
    /^The database has no Redial in it: relation .+ does not exist\n$/,
  );
  expect(embedded.output).toBe(
    `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL\n`,
  );
  expect([external.code, embedded.code]).toEqual([2, 2]);
  expect(existsSync(dataDir)).toBe(false);
});

test('the ledger is verified through a transaction pooler, and past it by the direct URL', async () => {
  const direct = databaseUrl('redial_template');
  const pooler = await startPooler(direct);
  onTestFinished(pooler.close);
  const dataDir = path.join(await createDir(), 'data');
  const verify = (settings: Record<string, string>) =>
    runCommand('ledger', ['verify'], { DATA_DIR: dataDir, ...settings });
  const unreachable = 'postgresql://redial:word@127.0.0.1:9/redial';
  const [pooled, past, away] = await Promise.all([
    verify({ DATABASE_URL: pooler.url }),
    verify({ DATABASE_URL: unreachable, DATABASE_DIRECT_URL: direct }),
    verify({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: unreachable }),
  ]);
  for (const { code, output } of [pooled, past]) {
    expect(output).toMatch(/^0 transactions in 0 blocks verified in [\d.]+ s: intact$/m);
    expect(code).toBe(0);
  }
  expect(away).toEqual({
    code: 2,
    output: 'DATABASE_DIRECT_URL cannot be used: connect ECONNREFUSED 127.0.0.1:9\n',
  });
  const db = openDatabase(direct, { max: 1, onError: () => undefined });
  const { rows } = await db.execute(`select from pg_db_role_setting where setdatabase =
    (select oid from pg_database where datname = current_database())`);
  await db.$client.end();
  expect(rows, 'no settings of the role').toEqual([]);
});
