import { type PhoneModel, toDollars, type UpdatePolicy } from '@redial/contract';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { models, modelVariants } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';

/** A model of the catalogue with its id in the database. */
export type StoredModel = PhoneModel & { readonly id: number };

/** Reads the whole catalogue, by brand and newest first: some hundred models. */
export const findModels = (db: Executor): Promise<StoredModel[]> => selectModels(db);

/** @throws Problem `model.not-found` */
export async function requireModel(db: Executor, slug: string): Promise<StoredModel> {
  return requireOne(await selectModels(db, eq(models.slug, slug)));
}

/** @throws Problem `model.not-found` */
export async function requireModelById(db: Executor, id: number): Promise<StoredModel> {
  return requireOne(await selectModels(db, eq(models.id, id)));
}

function requireOne([model]: readonly StoredModel[]): StoredModel {
  if (!model) throw new Problem('model.not-found');
  return model;
}

async function selectModels(db: Executor, where?: SQL): Promise<StoredModel[]> {
  const rows = await db
    .select({
      model: models,
      storageGb: sql<
        number[]
      >`(select array_agg(distinct ${modelVariants.storageGb} order by ${modelVariants.storageGb})
        from ${modelVariants} where ${modelVariants.modelId} = ${models.id})`,
      colours: sql<
        string[]
      >`(select array_agg(distinct ${modelVariants.colour} order by ${modelVariants.colour})
        from ${modelVariants} where ${modelVariants.modelId} = ${models.id})`,
    })
    .from(models)
    .where(where)
    .orderBy(asc(models.brand), sql`${models.releasedOn} desc`, asc(models.name));
  return rows.map(({ model, ...variants }) => toModel(model, variants));
}

function toModel(
  row: typeof models.$inferSelect,
  { storageGb, colours }: { storageGb: number[] | null; colours: string[] | null },
): StoredModel {
  return {
    id: row.id,
    slug: row.slug,
    category: row.category,
    brand: row.brand,
    name: row.name,
    aliases: row.aliases,
    releasedOn: row.releasePrecision === 'month' ? row.releasedOn.slice(0, 7) : row.releasedOn,
    formFactor: row.formFactor,
    ...(row.screenInches === null ? {} : { screenInches: Math.round(row.screenInches * 10) / 10 }),
    ...(row.launchPriceCents === null ? {} : { launchPrice: toDollars(row.launchPriceCents) }),
    storageStep: toDollars(row.storageStepCents),
    priceSource: row.priceSource,
    curve: row.curve,
    storageGb: storageGb ?? [],
    colours: colours ?? [],
    updates: toUpdatePolicy(row),
    ...(row.correctedAt === null ? {} : { correctedAt: row.correctedAt.toISOString() }),
  };
}

/** What is announced about the updates of a model. */
export const toUpdatePolicy = ({
  updateStatus,
  updatesUntil,
  updateSource,
  updatesAsOf,
}: typeof models.$inferSelect): UpdatePolicy => ({
  status: updateStatus,
  ...(updatesUntil === null ? {} : { until: updatesUntil }),
  ...(updateSource === null ? {} : { source: updateSource }),
  ...(updatesAsOf === null ? {} : { asOf: updatesAsOf }),
});
