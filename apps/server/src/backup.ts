import path from 'node:path';
import { backUp, createKeyFile } from '@redial/api/backup';
import { pino } from 'pino';
import { runCommand } from './command.ts';
import { readConfig } from './config.ts';
import { findDatabase } from './find-database.ts';
import { openImages } from './providers/images.ts';

const usage = `Usage: npm run backup -- DIR
  makes a backup in a new directory of DIR, while Redial runs or not, encrypted if BACKUP_RECIPIENTS is
  set. Keeps the newest BACKUP_KEEP ones.
npm run backup -- --new-key FILE
  creates a key, and prints what to set BACKUP_RECIPIENTS to. Keep the file elsewhere than the backups
  and the server: a backup is restored with it, and without it never.
  Exit code: 0 done, 1 failed, 2 wrong arguments.`;

await runCommand(() => main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  const [first, second] = args;
  if (first === '--new-key' && second && args.length === 2) return createKey(path.resolve(second));
  if (!first || first.startsWith('-') || args.length > 1) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  return makeBackup(path.resolve(first));
}

async function createKey(file: string): Promise<number> {
  const recipient = await createKeyFile(file, new Date());
  process.stdout.write(`The key is in ${file}. Set BACKUP_RECIPIENTS=${recipient}\n`);
  return 0;
}

async function makeBackup(dir: string): Promise<number> {
  const config = readConfig(process.env);
  const { ownerUrl, stop } = await findDatabase(config);
  try {
    const { imageStore } = await openImages(config, pino({ level: 'warn' }));
    const since = performance.now();
    const { manifest, images, ...backup } = await backUp({
      connectionString: ownerUrl,
      imageStore,
      imeiSecret: config.imeiSecret,
      dataDir: config.dataDir,
      dir,
      recipients: config.backup.recipients,
      keep: config.backup.keep,
      now: new Date(),
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    process.stdout.write(
      `${backup.dir}: ${rows} rows of ${manifest.tables.length} tables and ${images.size} image files, ${(backup.bytes / 1e6).toFixed(1)} MB, ${manifest.recipients.length > 0 ? 'encrypted' : 'not encrypted'}, in ${seconds} s\n`,
    );
    for (const reason of backup.left) {
      process.stderr.write(`An old backup could not be deleted: ${reason}\n`);
    }
    if (manifest.missingImages.length > 0) {
      process.stdout.write(
        `${manifest.missingImages.length} image files are not in the image store, such as ${manifest.missingImages[0]}\n`,
      );
    }
    return 0;
  } finally {
    await stop();
  }
}
