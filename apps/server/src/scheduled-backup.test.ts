import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskImageStore } from '@redial/api/adapters';
import { openDatabase } from '@redial/api/db';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createMetrics } from './metrics/metrics.ts';
import { makeScheduledBackup } from './scheduled-backup.ts';

/** Creates an empty, migrated database. */
async function createDatabase() {
  const name = `redial_backup_${randomUUID().slice(0, 8)}`;
  const { url, superuserUrl } = inject('postgres');
  const superuser = openDatabase(superuserUrl, { onError: () => undefined, timeoutScale: 4 });
  await superuser.$client.query(`create database ${name} template redial_template`);
  const connectionString = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const db = openDatabase(connectionString, { onError: () => undefined });
  onTestFinished(async () => {
    await db.$client.end();
    await superuser.$client.query(`drop database ${name} with (force)`);
    await superuser.$client.end();
  });
  return { db, connectionString };
}

test('a scheduled backup that fails is an event for the admins, and a metric until one succeeds', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-scheduled-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const dir = path.join(dataDir, 'backups');
  const { db, connectionString } = await createDatabase();
  const triggered: string[] = [];
  const deps = {
    db,
    connectionString,
    clock: { now: () => new Date() },
    jobs: { trigger: (name: string) => void triggered.push(name) },
    log: pino({ enabled: false }),
    imageStore: await createDiskImageStore(path.join(dataDir, 'images')),
  };
  const config = {
    backup: { scheduled: { dir, schedule: '30 3 * * *' }, keep: undefined, recipients: [] },
    imeiSecret: 'a secret of the tests for the numbers of devices',
    dataDir,
  };
  const metrics = createMetrics();
  const backUp = metrics.measureJob('back-up', () => makeScheduledBackup(config, deps));
  const lastFailure = async () => {
    const metric = metrics.registry.getSingleMetric('redial_backup_last_failure_timestamp_seconds');
    return (await metric?.get())?.values[0]?.value;
  };
  const events = async () => {
    const found = await db.$client.query('select type, payload from domain_events');
    return found.rows;
  };
  expect(await lastFailure()).toBe(0);

  // Something else is at the path of the directory.
  await writeFile(dir, '');
  await expect(backUp()).rejects.toThrow('cannot be read');
  expect(await lastFailure()).toBeGreaterThan(Date.now() / 1000 - 60);
  const [event, ...others] = await events();
  expect(event).toMatchObject({
    type: 'backup.failed',
    payload: { reason: expect.stringContaining('cannot be read') },
  });
  expect(others).toEqual([]);
  expect(triggered).toEqual(['dispatch-outbox']);

  await rm(dir);
  const failedAt = (await lastFailure()) ?? 0;
  await backUp();
  const [backup = ''] = await readdir(dir);
  // The alert compares the two.
  expect(Date.parse(backup.replace(/T(..)-(..)-(..)-/, 'T$1:$2:$3.')) / 1000).toBeGreaterThan(
    failedAt,
  );
  expect(await events()).toHaveLength(1);
});
