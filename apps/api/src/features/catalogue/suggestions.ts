import {
  type Category,
  categories,
  exactCounts,
  type ProductSuggestion,
  suggestionLimit,
} from '@redial/contract';
import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { countList } from './counts.ts';
import { titleMeets, tsquery } from './found.ts';
import { listed } from './listed.ts';
import { brandOf, plainText, type Term, termsOf } from './words.ts';

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
  const count = (await countList(db, { query: { brand } })) ?? 0;
  return count > 0 ? [{ kind: 'brand', text: brand, count }] : [];
}

/** Models whose phones are counted, of those that may be meant. */
const candidates = 4 * suggestionLimit;

/** Models on offer that have every word, else those that look like what was typed. */
async function modelsMeant(db: Database, q: string) {
  const terms = termsOf(q, true);
  const text = plainText(q);
  const met = terms.length > 0 ? and(...terms.map(modelMeets)) : sql`false`;
  const having = await modelsWhere(db, text, and(...terms.map(titleMeets), met));
  const named = having.map((model) => ({ ...model, met: true }));
  if (named.length > 0) return named;
  const alike = await modelsWhere(db, text, sql`similarity(${text}, lower(model)) >= ${likeness}`);
  return alike.map((model) => ({ ...model, met: false }));
}

async function modelsWhere(db: Database, text: string, where: SQL | undefined) {
  const { rows } = await db.execute<{ text: string; count: number }>(sql`
    with models as materialized (
      select min(model) as model, lower(model) as name, array_agg(title) as titles
      from titles where ${where} group by lower(model)
      order by lower(model) = ${text} desc,
        round(word_similarity(${text}, lower(model))::numeric, 1) desc, count(*) desc, 2
      limit ${candidates}
    ),
    counted as (
      select models.*, (
        select count(*)::int from (
          select from ${products} where ${listed} and ${products}.title = any(models.titles)
          limit ${exactCounts + 1}
        ) each
      ) as n from models
    )
    select model as text, n as count from counted where n > 0
    order by name = ${text} desc, round(word_similarity(${text}, name)::numeric, 1) desc, n desc, name
    limit ${suggestionLimit}`);
  return rows.map((row) => ({ kind: 'model' as const, ...row }));
}

/** SQL condition: the model in a title meets a term in one of its ways. */
function modelMeets({ words, like, brand, sign }: Term): SQL {
  const ways = [
    sql`to_tsvector('simple', model) @@ to_tsquery('simple', ${tsquery(words)})`,
    ...(like ? [sql`${like} <% lower(model)`] : []),
    ...(brand ? [sql`category = ${brand}`] : []),
    ...(sign ? [sql`strpos(model, ${sign}) > 0`] : []),
  ];
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** Phones on offer whose titles have every word. */
async function phonesNamed(db: Database, q: string) {
  const terms = termsOf(q, true);
  if (terms.length === 0) return [];
  const rows = await db
    .select({ _id: products.id, text: products.name })
    .from(products)
    .where(
      and(
        listed,
        sql`${products}.title in (select titles.title from titles where ${and(...terms.map(titleMeets))})`,
      ),
    )
    .orderBy(desc(products.postedAt), desc(products.id))
    .limit(suggestionLimit);
  return rows.map((row) => ({ kind: 'phone' as const, count: 1, ...row }));
}
