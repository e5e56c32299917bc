import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { createJobQueue, type JobName, jobNames } from './jobs.ts';

test('jobs start although the database closes their connections meanwhile', async () => {
  const database = await createTestDatabase();
  const errors: string[] = [];
  const jobs = createJobQueue({
    connectionString: database.url,
    onError: (error) => errors.push(String(error)),
  });
  const handlers = Object.fromEntries(jobNames.map((name) => [name, async () => undefined]));
  let started = false;
  const starting = jobs.start(handlers as Record<JobName, () => Promise<unknown>>).finally(() => {
    started = true;
  });
  const { $client: client } = database.db;
  const isRegistering = async () => {
    const { rows } = await client.query(`select to_regclass('jobs.queue') is not null as there`);
    if (!rows[0].there) return false;
    return (await client.query('select from jobs.queue where name = $1', [jobNames[0]])).rowCount;
  };
  while (!started && !(await isRegistering()));
  const other = await client.connect();
  await other.query('begin');
  await other.query('lock table jobs.queue in access exclusive mode');
  // The statement that waits for the table, so it is under way.
  const endWaiting = async () => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'redial-jobs' and datname = current_database()
         and wait_event_type = 'Lock'`,
    );
    return rowCount;
  };
  await expect.poll(endWaiting).toBeGreaterThan(0);
  await other.query('rollback');
  other.release();
  await starting;
  const { rows } = await client.query('select name from jobs.schedule');
  expect(rows).toHaveLength(jobNames.length);
  expect(errors.length).toBeGreaterThan(0);
  await jobs.stop();
});

test('a stop asks a job that works to end, and waits for it', async () => {
  const database = await createTestDatabase();
  const errors: string[] = [];
  const jobs = createJobQueue({
    connectionString: database.url,
    onError: (error) => errors.push(String(error)),
  });
  const begun = Promise.withResolvers<void>();
  let isDone = false;
  const handlers = {
    ...Object.fromEntries(jobNames.map((name) => [name, async () => undefined])),
    'update-prices': async () => {
      begun.resolve();
      await once(jobs.stopping, 'abort');
      await database.db.execute('select 1');
      isDone = true;
    },
  };
  await jobs.start(handlers as Record<JobName, () => Promise<unknown>>);
  jobs.trigger('update-prices');
  await begun.promise;
  expect(jobs.stopping.aborted).toBe(false);
  await jobs.stop();
  expect(isDone).toBe(true);
  expect(errors).toEqual([]);
});
