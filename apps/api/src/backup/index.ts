export { type BackupOptions, backUp } from './back-up.ts';
export { BackupError } from './backup-error.ts';
export { createKeyFile, isRecipient, readKeyFile } from './files.ts';
export { backupTime, findNewestBackup, listBackups, openBackup } from './manifest.ts';
export { reportFailedBackup } from './report-failed-backup.ts';
export {
  checkBackup,
  type OpenBackup,
  requireImeiSecret,
  restoreBackup,
  restoreSecrets,
} from './restore-backup.ts';
export { verifyRestored } from './verify-restored.ts';
