import { type PhoneModel, toDollars, type UpdatePolicy } from '@redial/contract';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { prepareOnce } from '../../db/prepare-once.ts';
import { models, modelVariants } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';

/** A model of the catalogue with its id in the database. */
export type StoredModel = PhoneModel & { readonly id: number };

/** Reads the whole catalogue, by brand and newest first: some hundred models. */
export const findModels = async (db: Executor): Promise<StoredModel[]> =>
  (await allModels(db).execute()).map(toModel);

/** @throws Problem `model.not-found` */
export async function requireModel(db: Executor, slug: string): Promise<StoredModel> {
  return requireOne(await modelBySlug(db).execute({ slug }));
}

/** @throws Problem `model.not-found` */
export async function requireModelById(db: Executor, id: number): Promise<StoredModel> {
  return requireOne(await modelById(db).execute({ id }));
}

function requireOne([row]: readonly ModelRow[]): StoredModel {
  if (!row) throw new Problem('model.not-found');
  return toModel(row);
}

type ModelRow = Awaited<ReturnType<typeof selectModels>>[number];

const allModels = prepareOnce((db) => selectModels(db));
const modelBySlug = prepareOnce((db) => selectModels(db, eq(models.slug, sql.placeholder('slug'))));
const modelById = prepareOnce((db) => selectModels(db, eq(models.id, sql.placeholder('id'))));

function selectModels(db: Executor, where?: SQL) {
  return db
    .select({
      model: models,
      storageGb: sql<
        number[] | null
      >`(select array_agg(distinct ${modelVariants.storageGb} order by ${modelVariants.storageGb})
        from ${modelVariants} where ${modelVariants.modelId} = ${models.id})`,
      colours: sql<
        string[] | null
      >`(select array_agg(distinct ${modelVariants.colour} order by ${modelVariants.colour})
        from ${modelVariants} where ${modelVariants.modelId} = ${models.id})`,
    })
    .from(models)
    .where(where)
    .orderBy(asc(models.brand), sql`${models.releasedOn} desc`, asc(models.name));
}

function toModel({ model: row, storageGb, colours }: ModelRow): StoredModel {
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
