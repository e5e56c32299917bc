import {
  type Category,
  categories,
  type ProductSuggestion,
  suggestionLimit,
} from '@redial/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { listed, meets } from './queries.ts';
import { brandOf, plainText, termsOf } from './words.ts';

/** How much a model must look like what was typed where no word of it is met as a whole. */
const likeness = 0.35;

/**
 * What somebody who types may mean: the brand that is named, then models on offer that have every
 * word; without such a model single phones, and without those the models that look most like it. The
 * last word may be the beginning of one.
 */
export async function suggest(
  { db }: Pick<Deps, 'db'>,
  { q }: { q: string },
): Promise<ProductSuggestion[]> {
  const text = plainText(q);
  if (text === '') return [];
  const [brands, models] = await Promise.all([brandNamed(db, text), modelsMeant(db, q)]);
  const named = [...brands, ...models.filter(({ met }) => met)];
  if (named.length > 0) return named.slice(0, suggestionLimit).map(told);
  const phones = await phonesNamed(db, q);
  return (phones.length > 0 ? phones : models).map(told);
}

const told = ({ kind, text, count, _id }: ProductSuggestion): ProductSuggestion => ({
  kind,
  text,
  count,
  ...(_id ? { _id } : {}),
});

/** The brand that the only word is, or begins. */
async function brandNamed(db: Database, text: string): Promise<ProductSuggestion[]> {
  const begun = categories.find((name) => text.length > 1 && name.toLowerCase().startsWith(text));
  const brand: Category | undefined = begun ?? brandOf(text);
  if (!brand) return [];
  const count = await db.$count(products, and(listed, eq(products.category, brand)));
  return count > 0 ? [{ kind: 'brand', text: brand, count }] : [];
}

/** The model in a product's name: what stands before storage, colour and brackets. */
const model = sql<string>`trim(regexp_replace(${products.name}, '(\\s+\\d+\\s*(gb|tb)\\M|,| [–—-] ).*$', '', 'i'))`;

/** Models that have every word, then those that look like what was typed. */
async function modelsMeant(db: Database, q: string) {
  const text = plainText(q);
  const models = db.$with('models').as(
    db
      .select({
        model: sql<string>`min(${model})`.as('model'),
        name: sql<string>`lower(${model})`.as('name'),
        brand: sql<string>`min(${products.category})`.as('brand'),
        count: sql<number>`count(*)::int`.as('count'),
      })
      .from(products)
      .where(listed)
      .groupBy(sql`lower(${model})`),
  );
  const searched = {
    words: sql`to_tsvector('simple', ${models.name})`,
    name: sql`${models.name}`,
    brand: sql`${models.brand}`,
  };
  const terms = termsOf(q, true).map((term) => meets(term, searched));
  const met = sql<boolean>`(${and(...terms) ?? sql`false`})`;
  const rows = await db
    .with(models)
    .select({ text: models.model, count: models.count, met })
    .from(models)
    .where(sql`${met} or similarity(${text}, ${models.name}) >= ${likeness}`)
    .orderBy(
      sql`${met} desc`,
      sql`${models.name} = ${text} desc`,
      sql`round(word_similarity(${text}, ${models.name})::numeric, 1) desc`,
      desc(models.count),
      models.name,
    )
    .limit(suggestionLimit);
  return rows.map((row) => ({ kind: 'model' as const, ...row }));
}

/** Phones on offer whose names have every word. */
async function phonesNamed(db: Database, q: string) {
  const searched = {
    words: sql`to_tsvector('simple', ${products.name})`,
    name: sql`lower(${products.name})`,
    brand: sql`${products.category}`,
  };
  const rows = await db
    .select({ _id: products.id, text: products.name })
    .from(products)
    .where(and(listed, ...termsOf(q, true).map((term) => meets(term, searched))))
    .orderBy(desc(products.postedAt), desc(products.id))
    .limit(suggestionLimit);
  return rows.map((row) => ({ kind: 'phone' as const, count: 1, ...row }));
}
