import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { placeNames, places } from '../../db/schema/index.ts';
import {
  acquireAdvisoryLock,
  inTransaction,
  type Transaction,
} from '../../platform/transaction.ts';
import { normalizePlaceName } from './place-names.ts';

/** The gazetteer that this release carries (README). */
const file = new URL('./places.tsv.gz', import.meta.url);
/** The version of the gazetteer, of which the first line of the file says the same. */
export const gazetteerVersion = '2023-03-05';
/** Key of the advisory lock; unique within the application. */
const importLock = 7_326_142;

/**
 * Imports the gazetteer of this release, unless the database has it or a later one. Places that it lacks
 * stay, since listings refer to them. All or nothing.
 *
 * @returns the number of places; undefined if there was nothing to import.
 */
export async function importShippedPlaces(db: Database): Promise<number | undefined> {
  if (await isImported(db)) return undefined;
  const rows = await readPlaces();
  return inTransaction(db, async (tx) => {
    // One import at a time: replicas that start together all import.
    await acquireAdvisoryLock(tx, importLock);
    if (await isImported(tx)) return undefined;
    for (const batch of batchesOf(rows)) await insertPlaces(tx, batch);
    await tx.delete(placeNames);
    for (const batch of batchesOf(rows)) await insertNames(tx, batch);
    return rows.length;
  });
}

async function insertPlaces(tx: Transaction, rows: readonly string[][]): Promise<void> {
  const column = (index: number) => sql.param(rows.map((row) => row[index]));
  await tx.execute(sql`
    insert into ${places}
      (id, name, country, region, latitude, longitude, population, data_version)
    select id, name, country, nullif(region, ''), latitude, longitude, population,
      ${gazetteerVersion}::date
    from unnest(${column(0)}::integer[], ${column(1)}::text[], ${column(2)}::text[],
      ${column(3)}::text[], ${column(4)}::float8[], ${column(5)}::float8[],
      ${column(6)}::integer[])
      each (id, name, country, region, latitude, longitude, population)
    on conflict (id) do update set name = excluded.name, country = excluded.country,
      region = excluded.region, latitude = excluded.latitude, longitude = excluded.longitude,
      population = excluded.population, data_version = excluded.data_version`);
}

async function insertNames(tx: Transaction, rows: readonly string[][]): Promise<void> {
  const names = rows.flatMap(([id = '', name = '', , , , , , others = '']) => [
    { id, name: normalizePlaceName(name), isMain: true },
    ...others.split(',').flatMap((other) => (other ? [{ id, name: other, isMain: false }] : [])),
  ]);
  await tx.execute(sql`
    insert into ${placeNames} (place_id, name, is_main)
    select * from unnest(${sql.param(names.map(({ id }) => id))}::integer[],
      ${sql.param(names.map(({ name }) => name))}::text[],
      ${sql.param(names.map(({ isMain }) => isMain))}::boolean[])
    on conflict do nothing`);
}

/** Places written per statement, so that none comes near the time limit of a statement. */
const batchSize = 2000;

const batchesOf = (rows: readonly string[][]): string[][][] =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );

async function isImported(db: Pick<Database, 'execute'>): Promise<boolean> {
  const { rows } = await db.execute<{ version: string | null }>(
    sql`select max(data_version)::text as version from ${places}`,
  );
  return (rows[0]?.version ?? '') >= gazetteerVersion;
}

/** The columns of each place, as `tooling/places.mjs` writes them. */
async function readPlaces(): Promise<string[][]> {
  const text = (await promisify(gunzip)(await readFile(file))).toString();
  const [version, ...lines] = text.trimEnd().split('\n');
  if (version !== gazetteerVersion) {
    throw new Error(`places.tsv.gz is of ${version}, and import-places.ts of ${gazetteerVersion}`);
  }
  return lines.map((line) => line.split('\t'));
}
