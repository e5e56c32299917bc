import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DatabaseState, startEmbeddedPostgres } from '@redial/api/db';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { checkDatabase, judgeDatabase } from './check-database.ts';
import { checkBackups, checkDisk, checkPermissions, judgeSpace } from './check-machine.ts';
import { examine, renderFindings } from './examine.ts';
import { failed, ok, warning } from './finding.ts';

const secret = 'a secret of thirty-two letters or more';

async function createDir(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'redial-doctor-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

const external = (more: Record<string, string> = {}) => {
  const { url, ownerUrl } = inject('postgres');
  const name = (of: string) => Object.assign(new URL(of), { pathname: '/redial_template' }).href;
  return {
    SESSION_SECRET: secret,
    IMEI_SECRET: secret,
    DATABASE_URL: name(url),
    MIGRATION_DATABASE_URL: name(ownerUrl),
    ...more,
  };
};

test('a migrated database is ok', async () => {
  const { findings, aheadMs } = await checkDatabase(
    readConfig(external({ DATA_DIR: await createDir() })),
  );
  expect(findings.map(({ check, status }) => [check, status])).toEqual([
    ['database', 'ok'],
    ['extensions', 'ok'],
    ['migrations', 'ok'],
    ['connections', 'ok'],
  ]);
  expect(findings[2]?.message).toMatch(/^all \d+ are applied$/);
  expect(Math.abs(aheadMs ?? Number.NaN)).toBeLessThan(1000);
});

test('a database that does not exist is reported', async () => {
  const url = new URL(inject('postgres').url);
  url.pathname = '/no_such_database';
  const config = readConfig(
    external({ DATA_DIR: await createDir(), DATABASE_URL: url.href, MIGRATION_DATABASE_URL: '' }),
  );
  expect((await checkDatabase(config)).findings).toEqual([
    expect.objectContaining({
      status: 'failed',
      message: expect.stringContaining('no_such_database'),
      advice: expect.stringContaining('DATABASE_URL'),
    }),
  ]);
});

test('the embedded database is checked while it runs and while it does not', {
  timeout: 120_000,
}, async () => {
  const dataDir = await createDir();
  await chmod(dataDir, 0o711);
  const config = readConfig({ DATA_DIR: dataDir });
  const check = async () => (await checkDatabase(config)).findings.map(({ message }) => message);
  const expected = [
    expect.stringMatching(/^PostgreSQL \d+\.\d+$/),
    'pg_trgm is available: the start creates it',
    expect.stringMatching(/^0 are applied, \d+ follow/),
    '23 of 97 at most',
  ];
  expect(await check()).toEqual(expected);
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  onTestFinished(() => server.stop());
  expect(await check()).toEqual(expected);
});

const state: DatabaseState = {
  version: '18.4',
  majorVersion: 18,
  trigrams: 'installed',
  applied: 51,
  pending: 0,
  unknown: 0,
  aheadMs: 0,
  maxConnections: 97,
  isReadOnly: false,
};
const one = { url: 'postgresql://app@db/redial', ownerUrl: 'postgresql://owner@db/redial' };

test.each<[string, string, Partial<DatabaseState>, object]>([
  ['PostgreSQL 14', 'failed', { version: '14.2', majorVersion: 14 }, {}],
  ['a missing pg_trgm', 'failed', { trigrams: 'missing' }, {}],
  ['a standby', 'failed', { isReadOnly: true }, {}],
  ['a database of a newer version', 'warning', { unknown: 2 }, {}],
  ['too few connections', 'warning', { maxConnections: 20 }, { workers: 2 }],
  ['the role of the owner', 'warning', {}, { database: { url: one.url, ownerUrl: one.url } }],
])('%s is %s', (_what, status, differs, config) => {
  const settings = { database: one, databasePoolSize: 10, workers: 1 };
  expect(judgeDatabase(state, settings).filter((found) => found.status !== 'ok')).toEqual([]);
  const findings = judgeDatabase({ ...state, ...differs }, { ...settings, ...config });
  expect(findings.filter((found) => found.status !== 'ok')).toEqual([
    expect.objectContaining({ status, advice: expect.stringMatching(/.{10}/) }),
  ]);
});

test.each([
  [80e9, 0.9, 'ok'],
  [2e9, 0.9, 'warning'],
  [1e8, 0.9, 'failed'],
  [80e9, 0.001, 'failed'],
])('%d free bytes and a share of %d of the files are %s', (bytes, files, status) => {
  expect(judgeSpace('/data', bytes, files).status).toBe(status);
});

test('the disks of data and backups are checked, also before the first start', async () => {
  const dir = await createDir();
  const scheduled = { dir: `${dir}/backups/new`, schedule: '0 3 * * *' };
  const findings = await checkDisk({
    dataDir: `${dir}/data`,
    backup: { scheduled, keep: undefined, recipients: [] },
  });
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringContaining(`${dir}/data`),
    expect.stringContaining(`${dir}/backups/new`),
  ]);
});

test('a secret that others can read is a warning', async () => {
  const dataDir = await createDir();
  const file = path.join(dataDir, 'session-secret');
  await writeFile(file, secret, { mode: 0o600 });
  expect(await checkPermissions({ dataDir })).toEqual([expect.objectContaining({ status: 'ok' })]);
  await chmod(file, 0o644);
  expect(await checkPermissions({ dataDir })).toEqual([
    warning('permissions', `others can read ${file}`, `chmod 600 ${file}`),
  ]);
});

test('a data directory that cannot be written is reported', async () => {
  const file = path.join(await createDir(), 'file');
  await writeFile(file, '', { mode: 0o600 });
  const [finding] = await checkPermissions({ dataDir: path.join(file, 'data') });
  expect(finding).toMatchObject({ status: 'failed', advice: expect.stringContaining('chown') });
});

test('backups that are missing, old or cannot be written are reported', async () => {
  const dir = await createDir();
  const check = (at: string | undefined, now = new Date(), production = true) => {
    const scheduled = at === undefined ? undefined : { dir: at, schedule: '0 3 * * *' };
    return checkBackups(
      { production, backup: { scheduled, keep: undefined, recipients: [] } },
      now,
    );
  };
  expect(await check(undefined)).toMatchObject({ status: 'warning' });
  expect(await check(undefined, new Date(), false)).toMatchObject({ status: 'ok' });
  expect(await check(dir)).toMatchObject({ status: 'warning', advice: `npm run backup -- ${dir}` });
  await writeFile(path.join(dir, 'file'), '');
  expect(await check(path.join(dir, 'file/backups'))).toMatchObject({ status: 'failed' });
});

test('an invalid setting is the only finding, with its name', async () => {
  expect(await examine({ PORT: 'many' })).toEqual([
    expect.objectContaining({
      check: 'settings',
      status: 'failed',
      message: expect.stringContaining('PORT'),
    }),
  ]);
});

test('every part of an installation is examined', async () => {
  const dataDir = await createDir();
  await mkdir(path.join(dataDir, 'images'));
  const findings = await examine(
    external({ DATA_DIR: dataDir, PUBLIC_URL: 'http://127.0.0.1:10' }),
  );
  expect(findings.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(new Set(findings.map(({ check }) => check))).toEqual(
    new Set([
      'settings',
      'session secret',
      'database',
      'extensions',
      'migrations',
      'connections',
      'card payments',
      'identity',
      'image store',
      'mail',
      'web push',
      'public URL',
      'backup',
      'disk',
      'permissions',
      'clock',
    ]),
  );
});

test('findings are rendered one a line, with what to do', () => {
  const text = renderFindings([
    ok('a', 'fine'),
    warning('b', 'low', 'raise it'),
    failed('c', 'x', 'y'),
  ]);
  expect(text).toBe(
    'ok       a: fine\nwarning  b: low → raise it\nfailed   c: x → y\n1 failed, 1 warnings\n',
  );
});
