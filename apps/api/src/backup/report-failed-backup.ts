import type { Deps } from '../deps.ts';
import { emit } from '../platform/outbox.ts';
import { BackupError } from './backup-error.ts';

/** What a failed system call means for a backup. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk of the backups is full',
  EDQUOT: 'the disk of the backups is full',
  EROFS: 'the directory of the backups is read-only',
  EACCES: 'the directory of the backups cannot be written',
  ENOENT: 'the directory of the backups, or a part of it, is gone',
};

/**
 * Tells the admins that a scheduled backup has failed. An error of the database or the image store may
 * have addresses and keys in its message, so the reason of such an error is in the log only.
 */
export async function reportFailedBackup(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  error: unknown,
): Promise<void> {
  const at = clock.now().toISOString();
  await emit(db, { type: 'backup.failed', at, reason: explain(error) });
  jobs.trigger('dispatch-outbox');
}

function explain(error: unknown): string {
  if (error instanceof BackupError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? 'the reason is in the log';
}
