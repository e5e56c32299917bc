import { PhoneModel } from '@redial/contract';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import shipped from './models.json' with { type: 'json' };

/** Null stands for unknown in a data file. */
const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A model in a data file. */
export const ModelEntry = Type.Object(
  {
    slug: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 80 }),
    category: PhoneModel.properties.category,
    brand: Type.String({ minLength: 1, maxLength: 40 }),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    aliases: Type.Array(Type.String({ minLength: 1, maxLength: 60 })),
    releasedOn: PhoneModel.properties.releasedOn,
    formFactor: PhoneModel.properties.formFactor,
    screenInches: nullable(Type.Number({ minimum: 2, maximum: 20 })),
    launchPriceUsd: nullable(Type.Number({ minimum: 1, maximum: 100_000 })),
    storageStepUsd: Type.Number({ minimum: 0, maximum: 10_000 }),
    priceSource: Type.String({ maxLength: 100 }),
    curve: PhoneModel.properties.curve,
    storageGb: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }),
    colours: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1 }),
    updates: Type.Object({
      status: PhoneModel.properties.updates.properties.status,
      until: nullable(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
      source: nullable(Type.String({ maxLength: 300 })),
      asOf: nullable(Type.String({ maxLength: 10 })),
    }),
  },
  { additionalProperties: false },
);
export type ModelEntry = Static<typeof ModelEntry>;

/** A data file of the model catalogue. */
export const ModelCatalogue = Type.Object({
  version: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    description: 'The day up to which the data was checked',
  }),
  models: Type.Array(ModelEntry, { minItems: 1 }),
});
export type ModelCatalogue = Static<typeof ModelCatalogue>;

/**
 * Parses a data file.
 *
 * @throws Error with the first place that is not valid.
 */
export function parseModelCatalogue(data: unknown): ModelCatalogue {
  if (!Value.Check(ModelCatalogue, data)) {
    const [first] = Value.Errors(ModelCatalogue, data);
    throw new Error(`${first?.instancePath || 'the file'} ${first?.message ?? 'is not valid'}`);
  }
  const slugs = data.models.map(({ slug }) => slug);
  const twice = slugs.find((slug, index) => slugs.indexOf(slug) !== index);
  if (twice) throw new Error(`the model ${twice} is there twice`);
  const undated = data.models.find(
    ({ updates }) => (updates.status === 'dated') !== (updates.until !== null),
  );
  if (undated)
    throw new Error(`${undated.slug}: updates.until belongs to status "dated", and only to it`);
  return data;
}

/** The catalogue that this release carries. Sources: README.md beside the file. */
export const shippedCatalogue: ModelCatalogue = parseModelCatalogue(shipped);
