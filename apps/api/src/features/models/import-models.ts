import { toCents } from '@redial/contract';
import { eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { models, modelVariants } from '../../db/schema/index.ts';
import {
  acquireAdvisoryLock,
  inTransaction,
  type Transaction,
} from '../../platform/transaction.ts';
import { type ModelCatalogue, type ModelEntry, shippedCatalogue } from './model-data.ts';

export interface ImportedModels {
  readonly added: number;
  readonly updated: number;
  /** Corrected by an admin, and therefore left as they are. */
  readonly kept: number;
}

/**
 * Imports a catalogue: adds and updates its models. A model that an admin has corrected stays as it is,
 * and a model that the file lacks stays, too. All or nothing; a repetition changes nothing.
 */
export async function importModels(
  db: Database,
  catalogue: ModelCatalogue,
): Promise<ImportedModels> {
  return inTransaction(db, async (tx) => {
    // One import at a time: replicas that start together all import.
    await acquireAdvisoryLock(tx, importLock);
    const counts = { added: 0, updated: 0, kept: 0 };
    for (const entry of catalogue.models) {
      counts[await importModel(tx, entry, catalogue.version)] += 1;
    }
    return counts;
  });
}

/** Key of the advisory lock; unique within the application. */
const importLock = 7_326_141;

/** Imports the catalogue of this release, unless the database has this version or a later one. */
export async function importShippedModels(db: Database): Promise<ImportedModels | undefined> {
  const { rows } = await db.execute<{ version: string | null }>(
    sql`select max(data_version) as version from ${models}`,
  );
  const { version } = shippedCatalogue;
  return (rows[0]?.version ?? '') >= version ? undefined : importModels(db, shippedCatalogue);
}

async function importModel(
  tx: Transaction,
  entry: ModelEntry,
  dataVersion: string,
): Promise<keyof ImportedModels> {
  const values = toRow(entry, dataVersion);
  const [known] = await tx
    .select({ id: models.id })
    .from(models)
    .where(eq(models.slug, entry.slug));
  const [model] = await tx
    .insert(models)
    .values(values)
    .onConflictDoUpdate({ target: models.slug, set: values, setWhere: isNull(models.correctedAt) })
    .returning({ id: models.id });
  if (!model) return 'kept';
  await tx.delete(modelVariants).where(eq(modelVariants.modelId, model.id));
  await tx
    .insert(modelVariants)
    .values(
      entry.storageGb.flatMap((storageGb) =>
        entry.colours.map((colour) => ({ modelId: model.id, storageGb, colour })),
      ),
    );
  return known ? 'updated' : 'added';
}

const toRow = (entry: ModelEntry, dataVersion: string): typeof models.$inferInsert => ({
  slug: entry.slug,
  category: entry.category,
  brand: entry.brand,
  name: entry.name,
  aliases: entry.aliases,
  ...releaseColumns(entry.releasedOn),
  formFactor: entry.formFactor,
  screenInches: entry.screenInches,
  launchPriceCents: entry.launchPriceUsd === null ? null : (toCents(entry.launchPriceUsd) ?? null),
  storageStepCents: toCents(entry.storageStepUsd) ?? 0,
  priceSource: entry.priceSource,
  curve: entry.curve,
  updateStatus: entry.updates.status,
  updatesUntil: entry.updates.until,
  updateSource: entry.updates.source,
  updatesAsOf: entry.updates.asOf,
  dataVersion,
});

/** The columns of a release date, of which perhaps only the month is known. */
export const releaseColumns = (releasedOn: string) =>
  ({
    releasedOn: releasedOn.length === 7 ? `${releasedOn}-01` : releasedOn,
    releasePrecision: releasedOn.length === 7 ? 'month' : 'day',
  }) as const;
