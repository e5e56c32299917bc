import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import type { Deps } from '@redial/api';
import { backUp, reportFailedBackup } from '@redial/api/backup';
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
 * Makes the scheduled backup. A failure is reported to the admins and rejects, so that the job queue
 * logs it and the metrics have it.
 */
export async function makeScheduledBackup(
  config: Pick<Config, 'backup' | 'imeiSecret' | 'dataDir'>,
  deps: { connectionString: string } & Pick<Deps, 'imageStore' | 'log' | 'db' | 'clock' | 'jobs'>,
): Promise<void> {
  const { log } = deps;
  try {
    await makeBackup(config, deps);
  } catch (error) {
    await reportFailedBackup(deps, error).catch((err: unknown) =>
      log.error({ err }, 'a failed backup could not be reported'),
    );
    throw error;
  }
}

async function makeBackup(
  { backup, imeiSecret, dataDir }: Parameters<typeof makeScheduledBackup>[0],
  { connectionString, imageStore, log, clock }: Parameters<typeof makeScheduledBackup>[1],
): Promise<void> {
  if (!backup.scheduled) return;
  const { dir, manifest, images, bytes, left } = await backUp({
    connectionString,
    imageStore,
    imeiSecret,
    dataDir,
    dir: backup.scheduled.dir,
    recipients: backup.recipients,
    keep: backup.keep,
    now: clock.now(),
  });
  log.info({ dir, bytes, images: images.size }, 'a backup was made');
  if (left.length > 0) log.error({ left }, 'old backups could not be deleted');
  if (manifest.missingImages.length > 0) {
    log.error({ missing: manifest.missingImages.length }, 'images are missing in the image store');
  }
}
