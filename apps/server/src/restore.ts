import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  BackupError,
  checkBackup,
  type OpenBackup,
  readKeyFile,
  requireImeiSecret,
  restoreBackup,
  restoreSecrets,
  verifyRestored,
} from '@redial/api/backup';
import { runningEmbeddedPostgres } from '@redial/api/db';
import { pino } from 'pino';
import { onInterrupt, runCommand } from './command.ts';
import { readConfig, readDatabaseSettings } from './config.ts';
import { findDatabase, startForCommand } from './find-database.ts';
import { openImages } from './providers/images.ts';

const usage = `Usage: npm run restore -- DIR [--key FILE] [--skip-damaged-images]
  restores a backup, or the newest one in DIR, into the database and the image store of the settings,
  which have to be empty. Stop Redial first.
npm run restore -- --verify DIR [--key FILE]
  restores it into a temporary database only, and checks every file, the images that the database names,
  the invariants of the ledger, and the chains of ledger and audit log.
  Exit code: 0 done, 1 failed or something is wrong, 2 wrong arguments.`;

const print = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(() => {
  const ended = main();
  // Once its database was stopped, it removes its temporary files.
  onInterrupt(() => Promise.race([ended.catch(() => undefined), sleep(1000)]));
  return ended;
});

async function main(): Promise<number> {
  const args = readArguments();
  if (!args) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const keys = args.key === undefined ? undefined : await readKeyFile(path.resolve(args.key));
  const backup = await checkBackup(path.resolve(args.dir), keys, args);
  const { dir, manifest, images, skippedImages } = backup;
  const intact = Object.keys(manifest.files).length + images.size;
  print(`${dir}, of ${manifest.takenAt}: ${intact} files are as they were written`);
  for (const name of skippedImages) print(`The image ${name} is damaged, and left out`);
  return args.verify ? verify(backup) : restore(backup);
}

interface Arguments {
  readonly dir: string;
  readonly key: string | undefined;
  readonly verify: boolean;
  readonly skipDamagedImages: boolean;
}

function readArguments(): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      options: {
        verify: { type: 'boolean', default: false },
        key: { type: 'string' },
        'skip-damaged-images': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const { key, verify, 'skip-damaged-images': skipDamagedImages } = values;
    const [dir, ...more] = positionals;
    if (!dir || more.length > 0 || (verify && skipDamagedImages)) return undefined;
    return { dir, key, verify, skipDamagedImages };
  } catch {
    return undefined;
  }
}

async function restore(backup: OpenBackup): Promise<number> {
  const { dataDir } = readDatabaseSettings(process.env);
  if (await runningEmbeddedPostgres(dataDir)) {
    throw new BackupError(`Redial is running with ${dataDir}: stop it first`);
  }
  await restoreSecrets(backup, dataDir);
  const config = readConfig(process.env);
  requireImeiSecret(backup, [config.imeiSecret]);
  const { stop, ...urls } = await findDatabase(config);
  try {
    const { imageStore } = await openImages(config, pino({ level: 'warn' }));
    await restoreBackup(backup, { urls, imageStore });
  } finally {
    await stop();
  }
  const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  print(`Restored ${rows} rows and ${backup.images.size} image files`);
  return 0;
}

/** Restores into a new embedded PostgreSQL, which is removed afterwards. */
async function verify(backup: OpenBackup): Promise<number> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-verify-'));
  // If root verifies, PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o711);
  const remove = () => rm(dataDir, { recursive: true, force: true });
  onInterrupt(remove);
  try {
    const server = await startForCommand({
      dataDir,
      // Nothing of it is kept.
      settings: { fsync: 'off', full_page_writes: 'off' },
    });
    try {
      // The images were read and compared already.
      const imageStore = {
        put: async () => undefined,
        get: async () => undefined,
        delete: async () => undefined,
      };
      await restoreBackup(backup, { urls: server, imageStore });
      const wrong = await verifyRestored(server, backup, (line) => print(`Checked ${line}`));
      for (const line of wrong) print(line);
      print(wrong.length === 0 ? 'The backup is intact' : `${wrong.length} findings`);
      return wrong.length === 0 ? 0 : 1;
    } finally {
      await server.stop();
    }
  } finally {
    await remove();
  }
}
