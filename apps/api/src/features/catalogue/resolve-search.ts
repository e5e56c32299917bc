import { and, eq, not, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { productCounts, products, productTitles } from '../../db/schema/index.ts';
import { readOncePerPage } from '../../platform/page-memo.ts';
import { findInText } from './find-in-text.ts';
import { isListed, matchesFilters, type ProductFilters } from './product-filters.ts';
import { isWithinOneEdit, parseTerms, type Term, tokenize } from './query-parser.ts';
import { textMatchesTerm, textQuery, titleMatchesTerm } from './term-conditions.ts';
import { findSimilarWords, readTitleWords } from './title-words.ts';

/** The products that match a search text, as SQL conditions on `products`. */
export interface TextMatch {
  /** Undefined where the text has no search terms. */
  readonly where?: SQL;
  /** The same products in tiers, the most relevant first. */
  readonly tiers?: readonly MatchTier[];
  /** Whether descriptions are searched, which makes counting the matches expensive. */
  readonly searchesText?: boolean;
}

/** Products that are equally relevant: those that satisfy the condition and have one of the titles. */
export interface MatchTier {
  /** Ids of titles; undefined where they are not known or too many, and part of the condition. */
  readonly titles?: readonly string[];
  readonly where?: SQL | undefined;
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
 * Resolves a search text to conditions, once per request or page; list, count and facets all use the result.
 *
 * Many products share a title (brand and name): a million products have some thousand titles. The
 * terms are matched against the titles, and an index leads from titles to products. Products whose
 * description has terms that are missing in the name match, too, and come after the others; in a large
 * catalogue only where few products match by name. A term that no title contains is matched fuzzily,
 * and failing that against the descriptions. If no listed product matches, typing errors in short words
 * are corrected; if still none does, each term may match either the name or the description.
 */
export async function resolveSearch(
  db: Database,
  q: string | undefined,
  filters: ProductFilters,
): Promise<ProductSearch> {
  return {
    filters,
    match: await readOncePerPage(`search ${JSON.stringify(q)}`, () => matchText(db, q)),
  };
}

async function matchText(db: Database, q: string | undefined): Promise<TextMatch> {
  const terms = parseTerms(q);
  if (terms.length === 0) return {};
  const exactTerms = terms.map(exactTerm);
  const titles = await matchTitles(db, exactTerms, q);
  const exact = titles && (await withDescriptions(db, titles, exactTerms));
  if (exact) return exact;
  const { known, unknown, misspelt } = await classifyTerms(db, terms);
  const text = unknown.length > 0 ? await findText(db, unknown) : undefined;
  const isUnwritten = unknown.length > 0 && !text;
  const match =
    known.length === 0
      ? text && { ...text, tiers: [text], searchesText: true }
      : !isUnwritten && (text || misspelt) && (await matchListedTitles(db, known, q, text));
  if (match) return match;
  const corrected = await correctShortTerms(db, unknown);
  const byTitle = corrected && (await matchListedTitles(db, [...known, ...corrected], q));
  if (byTitle) return byTitle;
  const where = isUnwritten ? undefined : await findWholeText(db, terms);
  return where ? { where, tiers: [{ where }], searchesText: true } : noMatch;
}

const noMatch: TextMatch = { where: sql`false`, tiers: [] };

/** Products that have words in their text. */
interface TextCondition {
  readonly where: SQL;
  /** Whether the condition lists them, which selects them faster than their titles. */
  readonly isList: boolean;
}

/** Listed products that have each of the terms in their text; undefined where there are none. */
async function findText(db: Database, terms: Term[]): Promise<TextCondition | undefined> {
  const ids = await findInText(db, textQuery(terms));
  if (!ids) return { where: and(...terms.map(textMatchesTerm)) as SQL, isList: false };
  return ids.length === 0 ? undefined : { where: hasId(ids), isList: true };
}

/** The same for terms that name and description contain together, as whole words. */
async function findWholeText(db: Database, terms: Term[]): Promise<SQL | undefined> {
  const { query, ofBrands } = wholeText(terms);
  const ids = await findInText(db, query);
  if (ids?.length === 0) return undefined;
  return and(ids ? hasId(ids) : isInText(query, maxTextMatches), ofBrands);
}

const hasId = (ids: readonly string[]): SQL => sql`${products.id} = any(${toPgArray(ids)}::uuid[])`;

/**
 * Short words have no fuzzy alternative, since too many of them are similar. One that neither titles
 * nor descriptions contain is taken for the title words that differ from it by one typing error.
 *
 * @returns undefined where no word has such a correction.
 */
async function correctShortTerms(db: Database, terms: Term[]): Promise<Term[] | undefined> {
  const isShort = ({ words }: Term) => /^\p{L}{3,4}$/u.test(words[0]?.text ?? '');
  if (!terms.some(isShort)) return undefined;
  const titleWords = (await readTitleWords(db)).filter((word) => /^\p{L}+$/u.test(word));
  return terms.map((term) => {
    const typed = term.words[0]?.text ?? '';
    const similar = titleWords.filter((word) => isShort(term) && isWithinOneEdit(typed, word));
    return withWords(term, similar);
  });
}

/** Whether a title has the term, as `titleMatchesTerm` in SQL, without similar words. */
function isInTitles({ words, brand, symbol }: Term, titleWords: readonly string[]): boolean {
  const markers = [brand && `=${brand.toLowerCase()}`, symbol && `=${symbol}`];
  return titleWords.some(
    (word) =>
      markers.includes(word) ||
      words.some(({ text, prefix }) => (prefix ? word.startsWith(text) : word === text)),
  );
}

/** A term without its fuzzy alternative, which no index makes fast. */
const exactTerm = ({ fuzzy, ...term }: Term): Term => term;

/** The term, which words of titles match, too. */
const withWords = (term: Term, words: readonly string[]): Term => ({
  ...term,
  words: [...term.words, ...words.map((text) => ({ text, prefix: false }))],
});

/** Splits the terms into those that match a title, exactly or with similar words, and the others. */
async function classifyTerms(db: Database, terms: Term[]) {
  const titleWords = await readTitleWords(db);
  /** The words that each term stands for besides its own; undefined where no title has any. */
  const corrections = await Promise.all(
    terms.map(async (term) => {
      if (isInTitles(term, titleWords)) return [];
      const similar = term.fuzzy ? await findSimilarWords(db, term.fuzzy, titleWords) : [];
      return similar.length > 0 ? similar : undefined;
    }),
  );
  return {
    known: terms.flatMap((term, index) => {
      const similar = corrections[index];
      return similar ? [withWords(exactTerm(term), similar)] : [];
    }),
    unknown: terms.filter((_, index) => !corrections[index]),
    misspelt: corrections.some((similar) => similar && similar.length > 0),
  };
}

/** Products by their titles; undefined where none of them is listed. */
async function matchListedTitles(
  db: Database,
  terms: Term[],
  q: string | undefined,
  text?: TextCondition,
): Promise<TextMatch | undefined> {
  const titles = await matchTitles(db, terms, q);
  if (!titles) return undefined;
  const where = and(titles.where, text?.where) as SQL;
  if (!(await isAnyListed(db, where))) return undefined;
  const tiers = titles.tiers.map((tier) =>
    text?.isList
      ? { where: and(tier.titles && hasTitle(tier.titles), tier.where, text.where) }
      : { ...tier, where: and(tier.where, text?.where) },
  );
  return { where, tiers, searchesText: text !== undefined };
}

async function isAnyListed(db: Database, where: SQL | undefined): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from ${products} where ${and(isListed, where)} limit 1`,
  );
  return rows.length > 0;
}

/** Listed products that match by name, above which a large catalogue's descriptions are not searched. */
const maxNameMatches = 500;

/**
 * Adds the products that match only together with their description.
 *
 * @returns undefined where no listed product matches by name.
 */
async function withDescriptions(
  db: Database,
  titles: TitleMatch,
  terms: Term[],
): Promise<TextMatch | undefined> {
  const small = sql`((select coalesce(sum(n), 0) from ${productCounts}) <= ${maxTextSearched}::int)`;
  const listed = (where: SQL, offset = 0) =>
    sql`exists (select from ${products} where ${and(isListed, where)} offset ${offset}::int)`;
  const inText = textMatchesAll(terms, { prefix: true, max: maxTextSearched });
  const inFewTexts = textMatchesAll(terms);
  const only = (text: SQL) => and(text, not(titles.where)) as SQL;
  const { rows } = await db.execute<{ named: boolean; small: boolean; described: boolean }>(sql`
    select ${listed(titles.where)} as named, ${small} as small, case
      when ${small} then ${listed(only(inText))}
      when ${listed(titles.where, maxNameMatches)} then false
      else ${listed(only(inFewTexts))} end as described`);
  const [found] = rows;
  if (!found?.named) return undefined;
  if (!found.described) return titles;
  const text = found.small ? inText : inFewTexts;
  return {
    where: or(titles.where, text) as SQL,
    tiers: [...titles.tiers, { where: only(text) }],
    searchesText: true,
  };
}

/** Titles that are listed in the condition; more than these stay a subquery. */
const maxInlineTitles = 2000;

/** The products of titles; those of the model that the text names in full come first. */
interface TitleMatch extends TextMatch {
  readonly where: SQL;
  readonly tiers: readonly MatchTier[];
}

async function matchTitles(
  db: Database,
  terms: Term[],
  q: string | undefined,
): Promise<TitleMatch | undefined> {
  const matching = and(...terms.map(titleMatchesTerm));
  const named = sql`${productTitles.modelKey} = any(${toPgArray(candidateModelKeys(q))}::text[])`;
  const { rows } = await db.execute<{ id: string; best: boolean }>(
    sql`select id, ${named} as best from ${productTitles} where ${matching} limit ${maxInlineTitles + 1}`,
  );
  if (rows.length === 0) return undefined;
  if (rows.length > maxInlineTitles) {
    const among = (more?: SQL) =>
      sql`${products.titleId} in (select ${productTitles.id} from ${productTitles} where ${and(matching, more)})`;
    return {
      where: among(),
      tiers: [{ where: among(named) }, { where: among(sql`${named} is not true`) }],
    };
  }
  const ids = (some: typeof rows) => some.map(({ id }) => id);
  return {
    where: hasTitle(ids(rows)),
    tiers: [rows.filter(({ best }) => best), rows.filter(({ best }) => !best)]
      .filter((tier) => tier.length > 0)
      .map((tier) => ({ titles: ids(tier) })),
  };
}

/** SQL condition: the product has one of the titles. */
export const hasTitle = (ids: readonly string[]): SQL =>
  sql`${products.titleId} = any(${toPgArray(ids)}::bigint[])`;

/** Size of the catalogue up to which all descriptions may be searched or their matches counted. */
export const maxTextSearched = 20_000;
/** Products read at most where no title has all of the words. */
const maxTextMatches = 5000;

/**
 * SQL condition: name and description together contain every term; a brand need not be written out.
 *
 * @param options.prefix words may begin with a term; costs more.
 * @param options.max products read at most.
 */
function textMatchesAll(
  terms: Term[],
  { prefix = false, max = maxTextMatches }: { prefix?: boolean; max?: number } = {},
): SQL {
  const { query, ofBrands } = wholeText(terms, prefix);
  return and(isInText(query, max), ofBrands) as SQL;
}

const isInText = (query: string, max: number): SQL =>
  sql`${products.id} = any(array(
    select products_matching_text(to_tsquery('simple', ${query}), ${max}::int)))`;

/** The words that are looked up in the index, and the brands that products must have or name. */
function wholeText(terms: Term[], prefix = false): { query: string; ofBrands: SQL | undefined } {
  const brands = terms.flatMap((term) => (term.brand ? [{ ...term, brand: term.brand }] : []));
  const others = terms.filter(({ brand }) => !brand);
  if (others.length === 0) return { query: textQuery(brands, { prefix }), ofBrands: undefined };
  return {
    query: textQuery(others, { prefix }),
    ofBrands: and(
      ...brands.map((term) => or(textMatchesTerm(term), eq(products.category, term.brand))),
    ),
  };
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
