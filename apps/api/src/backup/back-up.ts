import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { findMigration } from '../db/index.ts';
import { deriveKey } from '../platform/encryption.ts';
import type { ImageStore } from '../ports/image-store.ts';
import { BackupError } from './backup-error.ts';
import { copyImages } from './copy-images.ts';
import { createFileWriter, type FileWriter, type StoredFile } from './files.ts';
import { type ImageList, imageListFile, imagePathIn, writeImageList } from './image-list.ts';
import { listImageNames } from './image-names.ts';
import {
  createUnfinished,
  deleteOldBackups,
  finish,
  listBackups,
  type Manifest,
  openBackup,
  type SecretName,
  syncDir,
} from './manifest.ts';
import { copySettings, listSequences, listTables, quoteColumns, quoteTable } from './tables.ts';

/** Key of the advisory lock under which one process at a time makes a backup. */
const backupLock = 7_305_120;
/** How often a snapshot is taken again because an image that it names was deleted meanwhile. */
const maxSnapshots = 20;
/** How often an image is looked for that is being uploaded. */
const uploadAttempts = 10;
/** Secrets that `npm start` generates into the data directory. */
const generatedSecrets: readonly SecretName[] = ['session-secret', 'imei-secret', 'vapid-key'];

export interface BackupOptions {
  /** As the role of the server or as the owner. */
  readonly connectionString: string;
  readonly imageStore: ImageStore;
  readonly imeiSecret: string;
  /** Has the generated secrets, if there are any. */
  readonly dataDir: string;
  /** Contains the backups, each in a directory of its own. */
  readonly dir: string;
  /** Recipients of age; the backup is not encrypted if there are none. */
  readonly recipients: readonly string[];
  /** How many backups to keep; all if undefined. */
  readonly keep?: number | undefined;
  readonly now: Date;
  /** Milliseconds for which an image is waited for that is being uploaded. */
  readonly uploadPatienceMs?: number;
  /** Called between the steps, for tests. */
  readonly onStep?: (step: 'images copied' | 'snapshot taken' | 'tables copied') => Promise<void>;
}

export interface Backup {
  readonly dir: string;
  readonly manifest: Manifest;
  readonly images: ImageList;
  readonly bytes: number;
  /** Why old backups could not be deleted, which are left. */
  readonly left: readonly string[];
}

/**
 * Makes a backup while Redial runs: of the database in one snapshot, and of every image that the snapshot
 * names. Most images are copied before the snapshot, and those that were uploaded meanwhile directly
 * after it; if one of them was deleted in between, another snapshot is taken. The manifest is written
 * last, so an interrupted backup never counts as one.
 *
 * @throws BackupError if another backup is running.
 * @throws ImagesUnavailable
 */
export async function backUp(options: BackupOptions): Promise<Backup> {
  const { connectionString, dir, recipients, now, onStep = async () => undefined } = options;
  const { uploadPatienceMs = 5000 } = options;
  const connect = async () => {
    const client = new pg.Client({ connectionString, application_name: 'redial-backup' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const current = await connect();
  const snapshot = await connect();
  let unfinished: string | undefined;
  try {
    await takeLock(current);
    const previous = await findPrevious(dir, recipients);
    unfinished = await createUnfinished(dir, now);
    const writer = createFileWriter(unfinished, recipients);
    const target = { imageStore: options.imageStore, dir: unfinished, previous, writer };
    const copied = new Map<string, StoredFile>();
    await copyImages(target, await listImageNames(current), copied);
    await onStep('images copied');

    const { names, missing } = await takeSnapshot(target, {
      snapshot,
      current,
      copied,
      onStep,
      uploadPatienceMs,
    });
    const dump = await copyTables(snapshot, writer);
    await onStep('tables copied');
    const secrets = await copySecrets(options.dataDir, writer);
    await snapshot.query('commit');
    // Deleted before the snapshot was taken.
    for (const name of copied.keys()) {
      if (names.has(name)) continue;
      await rm(path.join(unfinished, imagePathIn(name, writer.suffix)));
      copied.delete(name);
    }
    const manifest: Manifest = {
      format: 'redial-backup-2',
      recipients: [...recipients],
      imeiSecret: fingerprint(options.imeiSecret),
      ...dump.described,
      secrets: [...secrets.keys()],
      missingImages: missing.sort(),
      files: Object.fromEntries([
        ...dump.files,
        ...[...secrets].map(
          ([name, stored]) => [`secrets/${name}${writer.suffix}`, stored] as const,
        ),
        [imageListFile, await writeImageList(unfinished, copied)],
      ]),
    };
    const imageFiles = [...copied.keys()].map((name) => imagePathIn(name, writer.suffix));
    await syncParents(unfinished, [...Object.keys(manifest.files), ...imageFiles]);
    const complete = await finish(unfinished, manifest);
    const left = await deleteOldBackups(dir, options.keep, now).catch((error: Error) => [
      error.message,
    ]);
    let bytes = 0;
    for (const file of [...Object.values(manifest.files), ...copied.values()]) bytes += file.bytes;
    return { dir: complete, manifest, images: copied, bytes, left };
  } catch (error) {
    if (unfinished) await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await Promise.allSettled([current.end(), snapshot.end()]);
  }
}

/** Identifies a secret without telling it. */
export const fingerprint = (secret: string): string =>
  deriveKey(secret, 'backup fingerprint').toString('hex', 0, 8);

/** Held by a transaction, since a session may be shared behind a transaction pooler. */
async function takeLock(client: pg.Client): Promise<void> {
  await client.query(`begin; ${copySettings}`);
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(${backupLock}) as taken`,
  );
  if (!rows[0]?.taken) throw new BackupError('another backup of this database is running');
}

/** The newest backup, if its images can be linked: those of one for other recipients cannot. */
async function findPrevious(dir: string, recipients: readonly string[]) {
  const newest = (await listBackups(dir)).at(-1);
  const previous = newest && (await openBackup(newest).catch(() => undefined));
  return previous && String(previous.manifest.recipients) === String(recipients)
    ? previous
    : undefined;
}

/**
 * Begins the transaction of the snapshot, and copies the images that it names and the backup does not
 * have.
 *
 * @returns the names of all images, and of those that the image store has lost.
 */
async function takeSnapshot(
  target: Parameters<typeof copyImages>[0],
  {
    snapshot,
    current,
    copied,
    onStep,
    uploadPatienceMs,
  }: {
    snapshot: pg.Client;
    /** Sees what was committed since. */
    current: pg.Client;
    copied: Map<string, StoredFile>;
    onStep: NonNullable<BackupOptions['onStep']>;
    uploadPatienceMs: number;
  },
): Promise<{ names: Set<string>; missing: string[] }> {
  for (let attempt = 0; attempt < maxSnapshots; attempt++) {
    await snapshot.query(`begin isolation level repeatable read read only; ${copySettings}`);
    const names = await listImageNames(snapshot);
    await onStep('snapshot taken');
    let missing = await copyImages(target, names, copied);
    for (let n = 0; missing.length > 0; n++) {
      const now = await listImageNames(current);
      // It was deleted after the snapshot was taken, or its upload has failed.
      if (missing.some((name) => !now.has(name))) break;
      if (n === uploadAttempts) return { names, missing };
      await sleep(uploadPatienceMs / uploadAttempts);
      missing = await copyImages(target, missing, copied);
    }
    if (missing.length === 0) return { names, missing };
    await snapshot.query('rollback');
  }
  throw new BackupError('images are deleted faster than they can be copied: try again');
}

/** Copies all tables of a snapshot. */
async function copyTables(client: pg.Client, writer: FileWriter) {
  const { rows } = await client.query<{ at: string; taken_at: Date }>(
    'select max(created_at) as at, now() as taken_at from drizzle.__drizzle_migrations',
  );
  const at = Number(rows[0]?.at);
  const files: [string, StoredFile][] = [];
  const tables: Manifest['tables'] = [];
  for (const table of await listTables(client)) {
    const file = `database/${table.schema}.${table.name}.copy.gz${writer.suffix}`;
    const from = `(select ${quoteColumns(client, table)} from ${quoteTable(client, table)})`;
    const copy = client.query(copyTo(`copy ${from} to stdout`));
    const compressed = copy.pipe(createGzip());
    copy.on('error', (error) => compressed.destroy(error));
    files.push([file, await writer.write(file, compressed)]);
    tables.push({ ...table, columns: [...table.columns], rows: copy.rowCount, file });
  }
  return {
    files,
    described: {
      takenAt: (rows[0]?.taken_at ?? new Date(0)).toISOString(),
      migration: { name: (await findMigration(at)) ?? '', at },
      tables,
      // Sequences are not part of a snapshot: read last, they are ahead of every row.
      sequences: await listSequences(client),
    },
  };
}

async function copySecrets(
  dataDir: string,
  writer: FileWriter,
): Promise<Map<SecretName, StoredFile>> {
  const copied = new Map<SecretName, StoredFile>();
  for (const name of generatedSecrets) {
    const secret = await readFile(path.join(dataDir, name)).catch(() => undefined);
    if (!secret) continue;
    const file = `secrets/${name}${writer.suffix}`;
    copied.set(name, await writer.write(file, Readable.from([secret])));
  }
  return copied;
}

/** Makes the entries of all directories durable. */
async function syncParents(dir: string, files: readonly string[]): Promise<void> {
  const parents = new Set(files.map((file) => path.dirname(path.join(dir, file))));
  for (const parent of [...parents, path.join(dir, 'images'), dir]) {
    await syncDir(parent).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
