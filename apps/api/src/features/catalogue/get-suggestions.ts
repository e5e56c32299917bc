import {
  type Category,
  categories,
  maxExactCount,
  maxSuggestions,
  type ProductSuggestion,
} from '@redial/contract';
import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { countProducts } from './product-counts.ts';
import { isListed } from './product-filters.ts';
import { matchBrand, normalizeQuery, parseTerms, type Term } from './query-parser.ts';
import { titleMatchesTerm, tsquery } from './resolve-search.ts';

/** How much a model must look like what was typed where no word of it is met as a whole. */
const minSimilarity = 0.35;

/**
 * What somebody who types may mean: the brand that is named, then models on offer that have every
 * word; without such a model single phones, and without those the models that look most like it. The
 * last word may be the beginning of one.
 */
export async function getSuggestions(
  { db }: Pick<Deps, 'db'>,
  { q }: { q: string },
): Promise<ProductSuggestion[]> {
  const text = normalizeQuery(q);
  if (text === '') return [];
  const [brands, models] = await Promise.all([suggestBrand(db, text), suggestModels(db, q)]);
  const named = [...brands, ...models.filter(({ met }) => met)];
  if (named.length > 0) return named.slice(0, maxSuggestions).map(toSuggestion);
  const phones = await suggestProductNames(db, q);
  return (phones.length > 0 ? phones : models).map(toSuggestion);
}

const toSuggestion = ({ kind, text, count, _id }: ProductSuggestion): ProductSuggestion => ({
  kind,
  text,
  count,
  ...(_id ? { _id } : {}),
});

/** The brand that the only word is, or begins. */
async function suggestBrand(db: Database, text: string): Promise<ProductSuggestion[]> {
  const begun = categories.find((name) => text.length > 1 && name.toLowerCase().startsWith(text));
  const brand: Category | undefined = begun ?? matchBrand(text);
  if (!brand) return [];
  const count = (await countProducts(db, { query: { brand } })) ?? 0;
  return count > 0 ? [{ kind: 'brand', text: brand, count }] : [];
}

/** Models whose phones are counted, of those that may be meant. */
const maxCandidates = 4 * maxSuggestions;

/** Models on offer that have every word, else those that look like what was typed. */
async function suggestModels(db: Database, q: string) {
  const terms = parseTerms(q, true);
  const text = normalizeQuery(q);
  const met = terms.length > 0 ? and(...terms.map(modelMatchesTerm)) : sql`false`;
  const having = await queryModels(db, text, and(...terms.map(titleMatchesTerm), met));
  const named = having.map((model) => ({ ...model, met: true }));
  if (named.length > 0) return named;
  const alike = await queryModels(
    db,
    text,
    sql`similarity(${text}, lower(model)) >= ${minSimilarity}`,
  );
  return alike.map((model) => ({ ...model, met: false }));
}

async function queryModels(db: Database, text: string, where: SQL | undefined) {
  const { rows } = await db.execute<{ text: string; count: number }>(sql`
    with models as materialized (
      select min(model) as model, lower(model) as name, array_agg(title) as titles
      from titles where ${where} group by lower(model)
      order by lower(model) = ${text} desc,
        round(word_similarity(${text}, lower(model))::numeric, 1) desc, count(*) desc, 2
      limit ${maxCandidates}
    ),
    counted as (
      select models.*, (
        select count(*)::int from (
          select from ${products} where ${isListed} and ${products}.title = any(models.titles)
          limit ${maxExactCount + 1}
        ) each
      ) as n from models
    )
    select model as text, n as count from counted where n > 0
    order by name = ${text} desc, round(word_similarity(${text}, name)::numeric, 1) desc, n desc, name
    limit ${maxSuggestions}`);
  return rows.map((row) => ({ kind: 'model' as const, ...row }));
}

/** SQL condition: the model in a title meets a term in one of its ways. */
function modelMatchesTerm({ words, fuzzy, brand, symbol }: Term): SQL {
  const ways = [
    sql`to_tsvector('simple', model) @@ to_tsquery('simple', ${tsquery(words)})`,
    ...(fuzzy ? [sql`${fuzzy} <% lower(model)`] : []),
    ...(brand ? [sql`category = ${brand}`] : []),
    ...(symbol ? [sql`strpos(model, ${symbol}) > 0`] : []),
  ];
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** Phones on offer whose titles have every word. */
async function suggestProductNames(db: Database, q: string) {
  const terms = parseTerms(q, true);
  if (terms.length === 0) return [];
  const rows = await db
    .select({ _id: products.id, text: products.name })
    .from(products)
    .where(
      and(
        isListed,
        sql`${products}.title in (select titles.title from titles where ${and(...terms.map(titleMatchesTerm))})`,
      ),
    )
    .orderBy(desc(products.postedAt), desc(products.id))
    .limit(maxSuggestions);
  return rows.map((row) => ({ kind: 'phone' as const, count: 1, ...row }));
}
