import {
  type Category,
  categories,
  maxExactCount,
  maxSuggestions,
  type ProductSuggestion,
} from '@redial/contract';
import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products, productTitles } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { countProducts } from './product-counts.ts';
import { isListed } from './product-filters.ts';
import { matchBrand, normalizeQuery, parseTerms } from './query-parser.ts';
import { modelMatchesTerm, titleMatchesTerm } from './term-conditions.ts';

/** Trigram similarity from which a model is suggested where no model has every word. */
const minSimilarity = 0.35;

/**
 * Completes a search text: the brand that it names, then listed models that contain every word.
 * Without such a model, single products are suggested, and without those the most similar models.
 * The last word may be a prefix.
 */
export async function getSuggestions(
  { db }: Pick<Deps, 'db'>,
  _actor: User | undefined,
  { q }: { q: string },
): Promise<ProductSuggestion[]> {
  const text = normalizeQuery(q);
  if (text === '') return [];
  const [brands, models] = await Promise.all([suggestBrand(db, text), suggestModels(db, q)]);
  const exact = [...brands, ...models];
  if (exact.length > 0) return exact.slice(0, maxSuggestions);
  const productNames = await suggestProductNames(db, q);
  return productNames.length > 0 ? productNames : suggestSimilarModels(db, q);
}

/** The brand that the text names, or of whose name it is a prefix. */
async function suggestBrand(db: Database, text: string): Promise<ProductSuggestion[]> {
  const completed = categories.find(
    (name) => text.length > 1 && name.toLowerCase().startsWith(text),
  );
  const brand: Category | undefined = completed ?? matchBrand(text);
  if (!brand) return [];
  const count = (await countProducts(db, { filters: { brand }, match: {} })) ?? 0;
  return count > 0 ? [{ kind: 'brand', text: brand, count }] : [];
}

/** Listed models that contain every word. */
async function suggestModels(db: Database, q: string): Promise<ProductSuggestion[]> {
  const terms = parseTerms(q, true);
  if (terms.length === 0) return [];
  const conditions = [...terms.map(titleMatchesTerm), ...terms.map(modelMatchesTerm)];
  return queryModels(db, normalizeQuery(q), and(...conditions));
}

async function suggestSimilarModels(db: Database, q: string): Promise<ProductSuggestion[]> {
  const text = normalizeQuery(q);
  return queryModels(db, text, sql`similarity(${text}, lower(model)) >= ${minSimilarity}`);
}

/** Models considered, the most similar first; of these the ones with listed products are suggested. */
const maxCandidates = 4 * maxSuggestions;

async function queryModels(
  db: Database,
  text: string,
  where: SQL | undefined,
): Promise<ProductSuggestion[]> {
  const { rows } = await db.execute<{ text: string; count: number }>(sql`
    with models as materialized (
      select min(model) as model, lower(model) as name, array_agg(id) as titles
      from ${productTitles} where ${where} group by lower(model)
      order by lower(model) = ${text} desc,
        round(word_similarity(${text}, lower(model))::numeric, 1) desc, count(*) desc, 2
      limit ${maxCandidates}
    ),
    counted as (
      select models.*, (
        select count(*)::int from (
          select from ${products} where ${isListed} and ${products.titleId} = any(models.titles)
          limit ${maxExactCount + 1}
        ) each
      ) as n from models
    )
    select model as text, n as count from counted where n > 0
    order by name = ${text} desc, round(word_similarity(${text}, name)::numeric, 1) desc, n desc, name
    limit ${maxSuggestions}`);
  return rows.map((row) => ({ kind: 'model', ...row }));
}

/** Listed products whose titles contain every word. */
async function suggestProductNames(db: Database, q: string): Promise<ProductSuggestion[]> {
  const terms = parseTerms(q, true);
  if (terms.length === 0) return [];
  const rows = await db
    .select({ _id: products.id, text: products.name })
    .from(products)
    .where(
      and(
        isListed,
        sql`${products.titleId} in (select ${productTitles.id} from ${productTitles} where ${and(...terms.map(titleMatchesTerm))})`,
      ),
    )
    .orderBy(desc(products.postedAt), desc(products.id))
    .limit(maxSuggestions);
  return rows.map((row) => ({ kind: 'phone', count: 1, ...row }));
}
