import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products, productTitles } from '../../db/schema/index.ts';
import { isListed, matchesFilters, type ProductFilters } from './product-filters.ts';
import { parseTerms, type Term, tokenize } from './query-parser.ts';
import { textMatchesTerm, titleMatchesTerm } from './term-conditions.ts';

/** The products that match a search text, as SQL conditions on `products`. */
export interface TextMatch {
  /** Undefined where the text has no search terms. */
  readonly where?: SQL;
  /**
   * The matches whose model the text names in full. Undefined where that is all or none of them.
   */
  readonly bestMatch?: SQL;
  /** Whether descriptions are searched, which makes counting the matches expensive. */
  readonly searchesText?: boolean;
}

/** A product list: its filters and the products that match its search text. */
export interface ProductSearch {
  readonly filters: ProductFilters;
  readonly match: TextMatch;
}

/** SQL condition: the product is listed and matches both the filters and the search text. */
export const matchesSearch = ({ filters, match }: ProductSearch): SQL | undefined =>
  and(matchesFilters(filters), match.where);

/**
 * Resolves a search text to conditions, once per request; list, count and facets all use the result.
 *
 * Many products share a title (brand and name): a million products have some thousand titles. The
 * terms are matched against the titles, and an index leads from titles to products. A term that no
 * title contains is matched fuzzily, and failing that against the descriptions. If no listed product
 * matches, each term may match either the name or the description.
 */
export async function resolveSearch(
  db: Database,
  q: string | undefined,
  filters: ProductFilters,
): Promise<ProductSearch> {
  return { filters, match: await matchText(db, q) };
}

async function matchText(db: Database, q: string | undefined): Promise<TextMatch> {
  const terms = parseTerms(q);
  if (terms.length === 0) return {};
  const exact = await matchListedTitles(db, terms.map(exactTerm), q);
  if (exact) return exact;
  const { known, unknown, misspelt } = await classifyTerms(db, terms);
  const text = unknown.length > 0 ? and(...unknown.map(textMatchesTerm)) : undefined;
  if (known.length === 0) return { where: text as SQL, searchesText: true };
  const match = (text || misspelt) && (await matchListedTitles(db, known, q, text));
  return match || { where: textMatchesAll(terms), searchesText: true };
}

/** A term without its fuzzy alternative, which no index makes fast. */
const exactTerm = ({ fuzzy, ...term }: Term): Term => term;

/** Splits the terms into those that match a title, exactly or else fuzzily, and the others. */
async function classifyTerms(db: Database, terms: Term[]) {
  const hasTitle = (term: Term) =>
    sql`exists (select from ${productTitles} where ${titleMatchesTerm(term)})`;
  const { rows } = await db.execute<{ matches: ('exact' | 'fuzzy' | null)[] }>(
    sql`select array[${sql.join(
      terms.map(
        (term) =>
          sql`case when ${hasTitle(exactTerm(term))} then 'exact' when ${hasTitle(term)} then 'fuzzy' end`,
      ),
      sql`, `,
    )}] as matches`,
  );
  const matches = rows[0]?.matches ?? [];
  return {
    known: terms.flatMap((term, index) => {
      const match = matches[index];
      return match ? [match === 'exact' ? exactTerm(term) : term] : [];
    }),
    unknown: terms.filter((_, index) => !matches[index]),
    misspelt: matches.includes('fuzzy'),
  };
}

/** Products by their titles; undefined where none of them is listed. */
async function matchListedTitles(
  db: Database,
  terms: Term[],
  q: string | undefined,
  text?: SQL,
): Promise<TextMatch | undefined> {
  const titles = await matchTitles(db, terms, q);
  if (!titles) return undefined;
  const where = and(titles.where, text) as SQL;
  const { rows } = await db.execute(
    sql`select 1 from ${products} where ${and(isListed, where)} limit 1`,
  );
  return rows.length > 0 ? { ...titles, where, searchesText: text !== undefined } : undefined;
}

/** Titles that are listed in the condition; more than these stay a subquery. */
const maxInlineTitles = 2000;

async function matchTitles(
  db: Database,
  terms: Term[],
  q: string | undefined,
): Promise<(TextMatch & { where: SQL }) | undefined> {
  const matching = and(...terms.map(titleMatchesTerm));
  const named = sql`${productTitles.modelKey} = any(${toPgArray(candidateModelKeys(q))}::text[])`;
  const { rows } = await db.execute<{ id: string; best: boolean }>(
    sql`select id, ${named} as best from ${productTitles} where ${matching} limit ${maxInlineTitles + 1}`,
  );
  if (rows.length === 0) return undefined;
  if (rows.length > maxInlineTitles) {
    const among = (more?: SQL) =>
      sql`${productTitle} in (select ${productTitles.id} from ${productTitles} where ${and(matching, more)})`;
    return { where: among(), bestMatch: among(named) };
  }
  const among = (some: typeof rows) =>
    sql`${productTitle} = any(${toPgArray(some.map(({ id }) => id))}::bigint[])`;
  const best = rows.filter((row) => row.best);
  const some = best.length > 0 && best.length < rows.length;
  return { where: among(rows), ...(some ? { bestMatch: among(best) } : {}) };
}

const productTitle = products.titleId;

/** Products read at most where no title has all of the words. */
const maxTextMatches = 5000;

/** SQL condition: name and description together contain every term, spelt exactly. */
function textMatchesAll(terms: Term[]): SQL {
  const query = terms.map(({ words }) => `(${words.map(({ text }) => `'${text}'`).join(' | ')})`);
  return sql`${products.id} = any(array(
    select products_matching_text(to_tsquery('simple', ${query.join(' & ')}), ${maxTextMatches})))`;
}

/** A PostgreSQL array literal of plain words or numbers. */
const toPgArray = (items: readonly string[]): string => `{${items.join(',')}}`;

/** Every run of up to five words, joined: candidates for the column `modelKey`. */
function candidateModelKeys(q: string | undefined): string[] {
  const tokens = tokenize(q).slice(0, 10);
  return tokens.flatMap((_, from) =>
    [1, 2, 3, 4, 5]
      .filter((length) => from + length <= tokens.length)
      .map((length) => tokens.slice(from, from + length).join('')),
  );
}
