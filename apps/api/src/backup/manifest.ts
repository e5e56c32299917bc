import { lchown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { BackupError } from './backup-error.ts';
import { StoredFile } from './files.ts';
import { type ImageList, ImageName, imagePathIn, readImageList } from './image-list.ts';

const Manifest = Type.Object({
  format: Type.Literal('redial-backup-2'),
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
  /** Images that the database names and the image store does not have. */
  missingImages: Type.Array(Type.String()),
  /** Every file of the backup by path, except this one and the images. The list of the images is one. */
  files: Type.Record(Type.String(), StoredFile),
});
export type Manifest = Static<typeof Manifest>;

/** The first format, which can still be restored: this file names the images too. */
const FirstManifest = Type.Object({
  ...Manifest.properties,
  format: Type.Literal('redial-backup-1'),
  images: Type.Array(ImageName),
});
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
  // Some file systems refuse it, even to root; the backup is as good without.
  await giveToOwner(unfinished).catch(() => undefined);
  const complete = unfinished.slice(0, -unfinishedSuffix.length);
  await rename(unfinished, complete);
  await syncDir(path.dirname(complete));
  return complete;
}

/**
 * Gives a backup that root makes to the owner of the directory of backups, who makes the scheduled ones,
 * and has to be able to link its images and to delete it.
 */
async function giveToOwner(backup: string): Promise<void> {
  const { uid, gid } = await stat(path.dirname(backup));
  if (process.geteuid?.() !== 0 || uid === 0) return;
  for (const name of await readdir(backup, { recursive: true })) {
    await lchown(path.join(backup, name), uid, gid);
  }
  await lchown(backup, uid, gid);
}

export async function syncDir(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** When a backup was begun, by the name of its directory. */
export const backupTime = (backup: string): Date =>
  new Date(path.basename(backup).replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'));

/** The complete backups in a directory that this user can read, oldest first, as paths. */
export const listBackups = async (dir: string): Promise<string[]> =>
  (await findBackups(dir)).complete;

/** The backups in a directory, oldest first, as paths, and those that cannot be read, with the reason. */
async function findBackups(
  dir: string,
): Promise<{ complete: string[]; unreadable: Map<string, string> }> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupError(`${dir} cannot be read: ${error.message}`);
  });
  const complete: string[] = [];
  const unreadable = new Map<string, string>();
  for (const name of names.sort()) {
    if (!copyName.test(name)) continue;
    const one = path.join(dir, name);
    try {
      if (await hasManifest(one)) complete.push(one);
    } catch (error) {
      unreadable.set(one, (error as Error).message);
    }
  }
  return { complete, unreadable };
}

/** @throws if this user cannot tell. */
async function hasManifest(dir: string): Promise<boolean> {
  try {
    await stat(path.join(dir, manifestName));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

/**
 * Deletes all but the newest backups, and interrupted ones that are older than a day. The manifest goes
 * first, so that a backup of which a part is deleted never counts as one.
 *
 * @param keep how many to keep; all if undefined.
 * @returns why some could not be deleted or read: they are left.
 */
export async function deleteOldBackups(
  dir: string,
  keep: number | undefined,
  now: Date,
): Promise<string[]> {
  const { complete, unreadable } = await findBackups(dir);
  const left = [...unreadable.values()];
  const attempt = (work: Promise<void>) =>
    work.catch((error: Error) => {
      left.push(error.message);
    });
  for (const one of keep === undefined ? [] : complete.slice(0, -keep)) {
    await attempt(deleteBackup(one));
  }
  for (const name of await readdir(dir)) {
    const one = path.join(dir, name);
    if (!unreadable.has(one)) await attempt(deleteAbandoned(one, now));
  }
  return left;
}

async function deleteBackup(dir: string): Promise<void> {
  await rm(path.join(dir, manifestName));
  await rm(dir, { recursive: true });
}

/** Deletes what an interrupted backup has left, or an interrupted deletion. */
async function deleteAbandoned(dir: string, now: Date): Promise<void> {
  const name = path.basename(dir);
  const isUnfinished =
    name.endsWith(unfinishedSuffix) && copyName.test(name.slice(0, -unfinishedSuffix.length));
  if (!isUnfinished && (!copyName.test(name) || (await hasManifest(dir)))) return;
  const { mtimeMs } = await stat(dir);
  if (now.getTime() - mtimeMs > abandonedAfterMs) await rm(dir, { recursive: true, force: true });
}

export interface FoundBackup {
  readonly dir: string;
  readonly manifest: Manifest;
  readonly images: ImageList;
}

/**
 * Finds a backup: the directory itself, or the newest one in it.
 *
 * @throws BackupError if there is none, if it is not complete, or if this user cannot read it.
 */
export async function openBackup(dir: string): Promise<FoundBackup> {
  const found = await findNewestBackup(dir);
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
  if (Value.Check(FirstManifest, manifest)) return { dir: found, ...splitFirst(manifest) };
  if (!Value.Check(Manifest, manifest)) throw new BackupError(`${file} is not a Redial backup`);
  return { dir: found, manifest, images: await readImageList(found) };
}

/** Separates the images from the other files of a manifest of the first format. */
function splitFirst({
  images: names,
  ...first
}: Static<typeof FirstManifest>): Pick<FoundBackup, 'manifest' | 'images'> {
  const suffix = first.recipients.length > 0 ? '.age' : '';
  const files = new Map(Object.entries(first.files));
  const images = new Map<string, StoredFile>();
  for (const name of names) {
    const file = imagePathIn(name, suffix);
    const stored = files.get(file);
    if (stored) images.set(name, stored);
    files.delete(file);
  }
  return {
    manifest: { ...first, format: 'redial-backup-2', files: Object.fromEntries(files) },
    images,
  };
}

/**
 * The directory itself if it is a backup, or the newest one in it.
 *
 * @throws BackupError if this user cannot read it, instead of taking an older one.
 */
export async function findNewestBackup(dir: string): Promise<string | undefined> {
  const isBackup = await hasManifest(dir).catch((error: Error) => {
    throw new BackupError(`${dir} cannot be read: ${error.message}`);
  });
  if (isBackup) return dir;
  const { complete, unreadable } = await findBackups(dir);
  const newest = [...complete, ...unreadable.keys()].sort().at(-1);
  const reason = newest && unreadable.get(newest);
  if (reason) throw new BackupError(`${newest} cannot be read: ${reason}`);
  return newest;
}
