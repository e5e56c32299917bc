import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { BackupError } from './backup-error.ts';

const StoredFile = Type.Object({
  /** Size in bytes, as stored. */
  bytes: Type.Integer({ minimum: 0 }),
  /** SHA-256 of the stored bytes, in hexadecimal. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type StoredFile = Static<typeof StoredFile>;

const Manifest = Type.Object({
  format: Type.Literal('redial-backup-1'),
  /** The time of the snapshot of the database, ISO 8601. */
  takenAt: Type.String(),
  /** The last migration of the database: its name, and its time as recorded by the migrator. */
  migration: Type.Object({ name: Type.String(), at: Type.Integer() }),
  /** The age recipients of every file; none if the backup is not encrypted. */
  recipients: Type.Array(Type.String()),
  /** Identifies `IMEI_SECRET` without telling it. */
  imeiSecret: Type.String(),
  tables: Type.Array(
    Type.Object({
      schema: Type.String(),
      name: Type.String(),
      columns: Type.Array(Type.String()),
      rows: Type.Integer({ minimum: 0 }),
      /** The file's path in the backup. */
      file: Type.String({ pattern: '^database/[\\w.-]+$' }),
    }),
  ),
  sequences: Type.Array(
    Type.Object({ schema: Type.String(), name: Type.String(), lastValue: Type.String() }),
  ),
  /** Secrets that were generated into the data directory, by file name. */
  secrets: Type.Array(Type.Enum(['session-secret', 'imei-secret', 'vapid-key'])),
  /** Names of the images. */
  images: Type.Array(Type.String({ pattern: '^[\\w.-]+$' })),
  /** Images that the database names and the image store does not have. */
  missingImages: Type.Array(Type.String()),
  /** Every file of the backup except this one, by path. */
  files: Type.Record(Type.String(), StoredFile),
});
export type Manifest = Static<typeof Manifest>;
export type SecretName = Manifest['secrets'][number];

const manifestName = 'manifest.json';
/** Ends the name of a backup that is being written. */
const unfinishedSuffix = '.unfinished';
/** Unfinished backups older than this were interrupted, in milliseconds. */
const abandonedAfterMs = 24 * 3600_000;
const copyName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** Creates the directory of a new backup, whose name says that it is not finished. */
export async function createUnfinished(dir: string, now: Date): Promise<string> {
  const name = now.toISOString().replaceAll(/[:.]/g, '-');
  const unfinished = path.join(dir, name + unfinishedSuffix);
  await mkdir(dir, { recursive: true });
  await mkdir(unfinished, { mode: 0o700 });
  return unfinished;
}

/**
 * Writes the manifest as the last file, then gives the directory its final name. All other files have
 * to be on the disk.
 *
 * @returns the directory of the complete backup.
 */
export async function finish(unfinished: string, manifest: Manifest): Promise<string> {
  const temporary = path.join(unfinished, `${manifestName}.new`);
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path.join(unfinished, manifestName));
  await syncDir(unfinished);
  const complete = unfinished.slice(0, -unfinishedSuffix.length);
  await rename(unfinished, complete);
  await syncDir(path.dirname(complete));
  return complete;
}

export async function syncDir(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The complete backups in a directory, oldest first, as paths. */
export async function listBackups(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupError(`${dir} cannot be read: ${error.message}`);
  });
  const complete: string[] = [];
  for (const name of names.sort()) {
    if (!copyName.test(name)) continue;
    if (await stat(path.join(dir, name, manifestName)).catch(() => undefined)) {
      complete.push(path.join(dir, name));
    }
  }
  return complete;
}

/**
 * Deletes all but the newest backups, and interrupted ones that are older than a day. The manifest goes
 * first, so that a backup of which a part is deleted never counts as one.
 *
 * @param keep how many to keep; all if undefined.
 */
export async function deleteOldBackups(
  dir: string,
  keep: number | undefined,
  now: Date,
): Promise<void> {
  const old = keep === undefined ? [] : (await listBackups(dir)).slice(0, -keep);
  for (const one of old) {
    await rm(path.join(one, manifestName));
    await rm(one, { recursive: true });
  }
  for (const name of await readdir(dir)) {
    const isUnfinished =
      name.endsWith(unfinishedSuffix) && copyName.test(name.slice(0, -unfinishedSuffix.length));
    const hasNoManifest =
      copyName.test(name) &&
      !(await stat(path.join(dir, name, manifestName)).catch(() => undefined));
    if (!isUnfinished && !hasNoManifest) continue;
    const { mtimeMs } = await stat(path.join(dir, name));
    if (now.getTime() - mtimeMs > abandonedAfterMs) {
      await rm(path.join(dir, name), { recursive: true, force: true });
    }
  }
}

/**
 * Finds a backup: the directory itself, or the newest one in it.
 *
 * @throws BackupError if there is none, or if it is not complete.
 */
export async function openBackup(dir: string): Promise<{ dir: string; manifest: Manifest }> {
  const found = (await stat(path.join(dir, manifestName)).catch(() => undefined))
    ? dir
    : (await listBackups(dir)).at(-1);
  if (!found) {
    throw new BackupError(
      `${dir} has no complete backup: a backup has a ${manifestName}, which is written last`,
    );
  }
  const file = path.join(found, manifestName);
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new BackupError(`${file} is damaged: ${(error as Error).message}`);
  }
  if (!Value.Check(Manifest, manifest)) throw new BackupError(`${file} is not a Redial backup`);
  return { dir: found, manifest };
}
