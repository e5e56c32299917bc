import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { findNewestBackup, openBackup } from '@redial/api/backup';
import type { Config } from '../config.ts';
import { requireBackupDir } from '../scheduled-backup.ts';
import { describeError, type Finding, failed, ok, warning } from './finding.ts';

/** Free bytes below which writing soon fails, and below which it is time to act. */
const minFreeBytes = 500e6;
const lowFreeBytes = 5e9;
/** Age of the newest backup from which one was missed, in milliseconds; as in the alert. */
const maxBackupAgeMs = 36 * 3600 * 1000;

/** Checks the free space of the disks with data and backups. */
export async function checkDisk({
  dataDir,
  backup,
}: Pick<Config, 'dataDir' | 'backup'>): Promise<Finding[]> {
  const dirs = [dataDir, ...(backup.scheduled ? [backup.scheduled.dir] : [])];
  return Promise.all(
    dirs.map(async (dir) => {
      const { bavail, bsize, files, ffree } = await statfs(nearestExisting(dir));
      return judgeSpace(dir, bavail * bsize, files > 0 ? ffree / files : 1);
    }),
  );
}

/** @param freeFiles the share of files (inodes) that can still be created. */
export function judgeSpace(dir: string, freeBytes: number, freeFiles: number): Finding {
  const free = `${(freeBytes / 1e9).toFixed(1)} GB are free for ${dir}`;
  if (freeFiles < 0.02) {
    return failed('disk', `hardly any file can be created in ${dir}`, 'free inodes: df -i');
  }
  if (freeBytes < minFreeBytes) {
    return failed('disk', free, 'free space now: on a full disk the database stops');
  }
  if (freeBytes < lowFreeBytes) return warning('disk', free, 'free space, or use a larger disk');
  return ok('disk', free);
}

/** Checks that this user can write where Redial does, and that others cannot read secrets. */
export async function checkPermissions({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const name = 'permissions';
  const dirs = [dataDir, path.join(dataDir, 'images'), path.join(dataDir, 'mail')];
  const findings: Finding[] = [];
  for (const dir of dirs) {
    const obstacle = await access(nearestExisting(dir), constants.W_OK | constants.X_OK).catch(
      describeError,
    );
    if (obstacle) {
      findings.push(
        failed(
          name,
          `${dir} cannot be written: ${obstacle}`,
          `chown it to the user who runs Redial`,
        ),
      );
    }
  }
  const secrets = ['session-secret', 'imei-secret', 'vapid-key', 'postgres/password'].map((file) =>
    path.join(dataDir, file),
  );
  for (const file of [...secrets, path.resolve('.env')]) {
    const mode = await stat(file).then(
      (found) => found.mode & 0o077,
      () => 0,
    );
    if (mode !== 0) {
      findings.push(warning(name, `others can read ${file}`, `chmod 600 ${file}`));
    }
  }
  return findings.length > 0
    ? findings
    : [ok(name, `${dataDir} can be written, secrets are private`)];
}

/** Checks that backups are made, can be written, and that none was missed. */
export async function checkBackups(
  { backup, production }: Pick<Config, 'backup' | 'production'>,
  now: Date,
): Promise<Finding> {
  const name = 'backup';
  if (!backup.scheduled) {
    if (!production) return ok(name, 'none is scheduled');
    return warning(name, 'none is scheduled', 'set BACKUP_DIR and BACKUP_SCHEDULE');
  }
  const { dir } = backup.scheduled;
  try {
    await requireBackupDir({ backup });
    const newest = await findNewestBackup(dir);
    if (!newest) return warning(name, `${dir} has none yet`, `npm run backup -- ${dir}`);
    const { takenAt } = (await openBackup(newest)).manifest;
    const message = `the newest one is of ${takenAt}`;
    if (now.getTime() - Date.parse(takenAt) <= maxBackupAgeMs) return ok(name, message);
    return warning(name, message, 'look at the log for lines with the message back-up');
  } catch (error) {
    return failed(name, describeError(error), `make ${dir} writable for the user who runs Redial`);
  }
}

/** The directory, or the nearest one above that exists: the first start creates the others. */
function nearestExisting(dir: string): string {
  return existsSync(dir) ? dir : nearestExisting(path.dirname(dir));
}
