import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { examine } from '../doctor/examine.ts';

const secret = 'a'.repeat(32);
const settings = { SESSION_SECRET: secret, IMEI_SECRET: secret };
const read = (more: Readonly<Record<string, string>>) => readConfig({ ...settings, ...more });

const recipient = 'age1veyt5ufyfwjcvvzvnphslansgrk0t480xxk03mr2at9mlr2wnpwqpswwpe';

test('backups are scheduled into a directory, and encrypted for several recipients', () => {
  expect(read({}).backup).toEqual({ scheduled: undefined, keep: undefined, recipients: [] });
  const { backup } = read({
    BACKUP_DIR: '/backups',
    BACKUP_SCHEDULE: '30 3 * * mon-fri',
    BACKUP_KEEP: '14',
    BACKUP_RECIPIENTS: `${recipient}, ${recipient}`,
  });
  expect(backup).toEqual({
    scheduled: { dir: '/backups', schedule: '30 3 * * mon-fri' },
    keep: 14,
    recipients: [recipient, recipient],
  });
  expect(() => read({ BACKUP_SCHEDULE: '30 3 * * *' })).toThrow('BACKUP_DIR is missing');
  expect(() => read({ BACKUP_DIR: '/backups' })).toThrow('BACKUP_DIR requires BACKUP_SCHEDULE');
});

test.each([
  ['BACKUP_SCHEDULE', 'daily'],
  ['BACKUP_SCHEDULE', '30 3 * *'],
  ['BACKUP_SCHEDULE', '99 3 * * *'],
  ['BACKUP_SCHEDULE', '30 3 * foo *'],
  ['BACKUP_SCHEDULE', '0 3 30 2 *'],
  ['BACKUP_SCHEDULE', '*/0 * * * *'],
  ['BACKUP_KEEP', '0'],
  ['BACKUP_RECIPIENTS', 'AGE-SECRET-KEY-1ABC'],
  ['BACKUP_RECIPIENTS', 'age1abcdefg'],
  ['BACKUP_RECIPIENTS', `${recipient},${recipient.replace('veyt', 'veyf')}`],
])('%s=%s is refused in one line, by the server and by the doctor', async (name, value) => {
  expect(() => read({ BACKUP_DIR: '/backups', [name]: value })).toThrow(
    new RegExp(`^${name} must be .+$`),
  );
  expect(await examine({ ...settings, [name]: value })).toEqual([
    expect.objectContaining({
      check: 'settings',
      status: 'failed',
      message: expect.stringMatching(new RegExp(`^${name} must be`)),
    }),
  ]);
});
