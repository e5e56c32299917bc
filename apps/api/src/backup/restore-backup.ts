import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type DatabaseUrls, findMigration, findRole, migrate, migrateUpTo } from '../db/index.ts';
import type { ImageStore } from '../ports/image-store.ts';
import { fingerprint } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import { createFileReader, type FileReader, isIntact, type StoredFile } from './files.ts';
import { imagePathIn } from './image-list.ts';
import { type FoundBackup, type Manifest, openBackup } from './manifest.ts';
import { copySettings, listForeignKeys, listTables, quoteColumns, quoteTable } from './tables.ts';

/** A backup that was found complete, undamaged and readable. */
export interface OpenBackup extends FoundBackup {
  readonly read: FileReader;
  readonly suffix: string;
  /** Damaged image files that are not restored. */
  readonly skippedImages: readonly string[];
}

/**
 * Opens a backup and compares all of its files with the manifest.
 *
 * @param dir of a backup, or of several, of which the newest is opened.
 * @param identities keys of age, if the backup is encrypted.
 * @param options.skipDamagedImages leaves damaged images out instead of refusing the backup.
 * @throws BackupError if it is not complete, was changed or truncated, or cannot be decrypted.
 */
export async function checkBackup(
  dir: string,
  identities: readonly string[] | undefined,
  { skipDamagedImages = false }: { skipDamagedImages?: boolean } = {},
): Promise<OpenBackup> {
  const found = await openBackup(dir);
  const { manifest } = found;
  const isEncrypted = manifest.recipients.length > 0;
  if (isEncrypted && !identities) {
    throw new BackupError(
      `The backup is encrypted for ${manifest.recipients.join(', ')}: name the file of its key with --key FILE`,
    );
  }
  const suffix = isEncrypted ? '.age' : '';
  const damaged: string[] = [];
  const images = new Map(found.images);
  const check = async ({ file, stored, image }: StoredPart) => {
    if (await isIntact(found.dir, file, stored)) return;
    damaged.push(file);
    if (image !== undefined) images.delete(image);
  };
  await Readable.from(listParts(found, suffix)).forEach(check, { concurrency: 4 });
  const skippedImages = [...found.images.keys()].filter((name) => !images.has(name));
  const isRestorable = skippedImages.length === damaged.length;
  if (damaged.length > 0 && !(skipDamagedImages && isRestorable)) {
    const more = damaged.length > 3 ? `, and ${damaged.length - 3} more` : '';
    const remedy = isRestorable ? '; --skip-damaged-images restores everything else' : '';
    throw new BackupError(
      `The backup ${found.dir} is damaged: ${damaged.sort().slice(0, 3).join(', ')}${more} missing or changed since it was written${remedy}`,
    );
  }
  if ((await findMigration(manifest.migration.at)) === undefined) {
    throw new BackupError(
      `The backup was made by a newer Redial (migration ${manifest.migration.name || manifest.migration.at}): restore it with that one`,
    );
  }
  const read = createFileReader(found.dir, isEncrypted ? identities : undefined);
  const [first] = manifest.tables;
  if (first) (await read(first.file)).destroy();
  return { ...found, images, read, suffix, skippedImages };
}

interface StoredPart {
  /** The path in the backup. */
  readonly file: string;
  readonly stored: StoredFile;
  /** The name, if it is an image. */
  readonly image?: string;
}

/** Everything in a backup but the manifest itself. */
function* listParts({ manifest, images }: FoundBackup, suffix: string): Generator<StoredPart> {
  for (const [file, stored] of Object.entries(manifest.files)) yield { file, stored };
  for (const [image, stored] of images) yield { file: imagePathIn(image, suffix), stored, image };
}

/**
 * Writes the generated secrets of a backup into a data directory, before the settings are read.
 *
 * @throws BackupError if the directory has others.
 */
export async function restoreSecrets(
  { manifest, read, suffix }: OpenBackup,
  dataDir: string,
): Promise<void> {
  for (const name of manifest.secrets) {
    const secret = Buffer.concat(await (await read(`secrets/${name}${suffix}`)).toArray());
    const file = path.join(dataDir, name);
    const there = await readFile(file).catch(() => undefined);
    if (there?.equals(secret)) continue;
    if (there) {
      throw new BackupError(`${file} is not that of the backup: restore into an empty DATA_DIR`);
    }
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, secret, { mode: 0o600, flag: 'wx' });
  }
}

/** @throws BackupError if `IMEI_SECRET` is another one than that of the backup. */
export function requireImeiSecret({ manifest }: OpenBackup, secrets: readonly string[]): void {
  if (secrets.some((secret) => fingerprint(secret) === manifest.imeiSecret)) return;
  throw new BackupError(
    'IMEI_SECRET is not the one with which the backup was made: the numbers of devices could not be read',
  );
}

/**
 * Restores a backup into an empty database and image store. The images come first, and all rows in one
 * transaction, so that an interrupted restore leaves a database without rows and can be repeated.
 *
 * @throws BackupError if the database has data, or is in use.
 */
export async function restoreBackup(
  backup: OpenBackup,
  { urls, imageStore }: { urls: DatabaseUrls; imageStore: ImageStore },
): Promise<void> {
  const { manifest } = backup;
  await requireEmpty(urls.ownerUrl, manifest);
  const restoreImage = async (name: string) => {
    const source = await backup.read(imagePathIn(name, backup.suffix));
    const type = name.endsWith('.webp') ? 'image/webp' : 'image/jpeg';
    await imageStore.put(name, Buffer.concat(await source.toArray()), type);
  };
  await Readable.from(backup.images.keys()).forEach(restoreImage, { concurrency: 8 });
  await migrateUpTo(urls.ownerUrl, manifest.migration.at);
  await loadTables(backup, urls.ownerUrl);
  await migrate(urls.ownerUrl, await findRole(urls.url));
}

/** Refuses a database with data, or one that a server uses. Migrations alone fill some tables. */
async function requireEmpty(ownerUrl: string, manifest: Manifest): Promise<void> {
  const client = await connect(ownerUrl);
  try {
    if (await isInUse(client)) throw new BackupError('Redial uses this database: stop it first');
    for (const table of await listTables(client)) {
      if (filledByMigrations.includes(table.name)) continue;
      const { rowCount } = await client.query(`select from ${quoteTable(client, table)} limit 1`);
      if (rowCount) {
        throw new BackupError(
          `The database is not empty (table ${table.schema}.${table.name}): restore into an empty one, or an empty DATA_DIR`,
        );
      }
    }
    if ((await findLastMigration(client)) > manifest.migration.at) {
      throw new BackupError(
        'The database is empty, but of a newer version than the backup: restore into a new one, or a new DATA_DIR',
      );
    }
  } finally {
    await client.end();
  }
}

/** Seconds within which the connections of a server that has stopped end. */
const maxClosingSeconds = 3;

/** Whether a server uses the database. A connection that was just closed ends a moment later. */
async function isInUse(client: pg.Client): Promise<boolean> {
  const until = Date.now() + maxClosingSeconds * 1000;
  for (;;) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database()
        and application_name in ('redial', 'redial-jobs')`,
    );
    if (rowCount === 0) return false;
    if (Date.now() > until) return true;
    await sleep(100);
  }
}

/** When the last migration of a database was made; 0 for one that was never migrated. */
async function findLastMigration(client: pg.Client): Promise<number> {
  const table = 'drizzle.__drizzle_migrations';
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('${table}') as found`,
  );
  if (!rows[0]?.found) return 0;
  const last = await client.query<{ at: string | null }>(
    `select max(created_at) as at from ${table}`,
  );
  return Number(last.rows[0]?.at ?? 0);
}

/** Tables of which a database without data has rows; a test compares them. */
export const filledByMigrations: readonly string[] = [
  'balance_entries',
  'catalogue_revisions',
  'listed_words',
  'state_transitions',
];

/**
 * Loads all tables in one transaction, without triggers, and creates the foreign keys again. All sessions
 * end: those that users have ended since the backup would be valid again.
 */
async function loadTables({ manifest, read }: OpenBackup, ownerUrl: string): Promise<void> {
  const client = await connect(ownerUrl);
  try {
    await client.query(`begin; ${copySettings}`);
    const tables = await listTables(client);
    const known = new Set(tables.map((table) => quoteTable(client, table)));
    const unknown = manifest.tables.find((table) => !known.has(quoteTable(client, table)));
    if (unknown || known.size !== manifest.tables.length) {
      throw new BackupError('The tables of the backup are not those of its version of Redial');
    }
    const foreignKeys = await listForeignKeys(client);
    for (const { table, name } of foreignKeys) {
      await client.query(`alter table ${table} drop constraint ${name}`);
    }
    for (const table of known) await client.query(`alter table ${table} disable trigger user`);
    await client.query(`truncate ${[...known].join(', ')}`);
    for (const table of manifest.tables) {
      const target = `${quoteTable(client, table)} (${quoteColumns(client, table)})`;
      const load = client.query(copyFrom(`copy ${target} from stdin`));
      await pipeline(await read(table.file), createGunzip(), load);
      if (load.rowCount !== table.rows) {
        throw new BackupError(
          `${table.file} has ${load.rowCount} rows instead of ${table.rows}: the backup is damaged`,
        );
      }
    }
    for (const { lastValue, ...sequence } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2::bigint)', [
        quoteTable(client, sequence),
        lastValue,
      ]);
    }
    await client.query('delete from identity.session');
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    for (const table of known) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'redial-restore' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
