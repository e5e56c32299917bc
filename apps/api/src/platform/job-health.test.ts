import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { periodOf, readJobHealth } from './job-health.ts';
import { backupJobName, createJobQueue, type JobName, jobNames } from './jobs.ts';

test('the period of a job follows from its schedule', () => {
  const periods = {
    '* * * * *': 60,
    '*/10 * * * *': 600,
    '17 * * * *': 3600,
    '0 */6 * * *': 6 * 3600,
    '30 3 * * *': 86_400,
    '0 4 * * 0': 7 * 86_400,
    '0 4 1 * *': 31 * 86_400,
  };
  for (const [cron, seconds] of Object.entries(periods)) expect(periodOf(cron), cron).toBe(seconds);
});

test('the health of jobs is that of their last runs, and a job that has not run for long is late', async () => {
  const database = await createTestDatabase();
  expect(await readJobHealth(database, new Date())).toEqual([]);
  const failures: string[] = [];
  const jobs = createJobQueue({
    connectionString: database.url,
    onError: (_error, what) => failures.push(what),
  });
  const idle = async () => undefined;
  const handlers = Object.fromEntries(jobNames.map((name) => [name, idle])) as Record<
    JobName,
    () => Promise<unknown>
  >;
  await jobs.start(
    {
      ...handlers,
      'hash-photos': async () => {
        throw new Error('for buyer@mail.com');
      },
    },
    { schedule: '30 3 * * *', run: idle },
  );
  jobs.trigger('hash-photos');
  jobs.trigger('cleanup-images');
  const find = async (name: string, now = new Date()) =>
    (await readJobHealth(database, now)).find((job) => job.name === name);
  await expect
    .poll(async () => (await find('hash-photos'))?.failed, { timeout: 20_000 })
    .toBe(true);
  await expect
    .poll(async () => (await find('cleanup-images'))?.lastRunAt, { timeout: 20_000 })
    .toBeTruthy();
  expect(await find('cleanup-images')).toMatchObject({ failed: false, late: false });
  expect(await find(backupJobName)).toMatchObject({ lastRunAt: null, late: false });
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  expect(await find('cleanup-images', later(2))).toMatchObject({ late: false });
  expect(await find('cleanup-images', later(4))).toMatchObject({ late: true });
  expect(await find(backupJobName, later(4))).toMatchObject({ late: false });
  await jobs.stop();
  expect(failures).toEqual(['hash-photos']);
  const { rows } = await database.db.$client.query(
    `select output::text as output from jobs.job where name = 'hash-photos' and state = 'failed'`,
  );
  expect(rows[0]?.output).not.toContain('mail.com');
  // The queue's tables stay: the database is not for another test.
  await database.executeAsOwner('select 1');
  await database.close();
}, 180_000);
