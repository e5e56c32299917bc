import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import type { Deps } from '@redial/api';
import { backUp } from '@redial/api/backup';
import { type Config, ConfigError } from './config.ts';

/**
 * Checks that this process can write backups, so that this is not noticed when one is needed.
 *
 * @throws ConfigError
 */
export async function requireBackupDir({ backup }: Pick<Config, 'backup'>): Promise<void> {
  if (!backup.scheduled) return;
  const { dir } = backup.scheduled;
  try {
    await mkdir(dir, { recursive: true });
    await access(dir, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `BACKUP_DIR cannot be written by the user who runs Redial: ${(error as Error).message}`,
    );
  }
}

/**
 * Makes the scheduled backup. A failure rejects, so that the job queue logs it; the age of the newest
 * backup is a metric.
 */
export async function makeScheduledBackup(
  { backup, imeiSecret, dataDir }: Config,
  {
    connectionString,
    imageStore,
    log,
  }: { connectionString: string } & Pick<Deps, 'imageStore' | 'log'>,
): Promise<void> {
  if (!backup.scheduled) return;
  const { dir, manifest, bytes } = await backUp({
    connectionString,
    imageStore,
    imeiSecret,
    dataDir,
    dir: backup.scheduled.dir,
    recipients: backup.recipients,
    keep: backup.keep,
    now: new Date(),
  });
  log.info({ dir, bytes, images: manifest.images.length }, 'a backup was made');
  if (manifest.missingImages.length > 0) {
    log.error({ missing: manifest.missingImages.length }, 'images are missing in the image store');
  }
}
