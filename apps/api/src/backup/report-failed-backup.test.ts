import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { BackupError } from './backup-error.ts';
import { reportFailedBackup } from './report-failed-backup.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('admins get one mail a day about failed backups, which has nothing of unknown errors', async () => {
  const admin = await app.insertUser('admin');
  const buyer = await app.insertUser('buyer');
  const errors = {
    '2026-11-20T03:30:00Z': Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' }),
    '2026-11-20T04:30:00Z': new Error('the second one of a day'),
    '2026-11-21T03:30:00Z': new Error('no answer from 10.0.0.7 as redial with secret-word'),
    '2026-11-22T03:30:00Z': new BackupError('another backup of this database is running'),
  };
  for (const [at, error] of Object.entries(errors)) {
    app.setNow(new Date(at));
    await reportFailedBackup(app.deps, error);
  }
  app.setNow(undefined);
  // The report has triggered the job.
  await app.runJobs();
  const mails = app.sentMails.filter(({ subject }) => subject === 'A scheduled backup failed');
  expect(mails.map(({ to }) => to)).toEqual([admin.email, admin.email, admin.email]);
  expect(mails.map(({ to }) => to)).not.toContain(buyer.email);
  expect(mails.map(({ text }) => /The backup of .+/.exec(text)?.[0])).toEqual([
    'The backup of 2026-11-20 03:30 UTC failed: the disk of the backups is full.',
    'The backup of 2026-11-21 03:30 UTC failed: the reason is in the log.',
    'The backup of 2026-11-22 03:30 UTC failed: another backup of this database is running.',
  ]);
});
