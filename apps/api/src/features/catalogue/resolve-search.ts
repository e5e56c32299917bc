import { and, eq, not, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { productCounts, products, productTitles } from '../../db/schema/index.ts';
import { readOncePerPage } from '../../platform/page-memo.ts';
import { isListed, matchesFilters, type ProductFilters } from './product-filters.ts';
import { isWithinOneEdit, parseTerms, type Term, tokenize } from './query-parser.ts';
import { textMatchesTerm, titleMatchesTerm } from './term-conditions.ts';

/** The products that match a search text, as SQL conditions on `products`. */
export interface TextMatch {
  /** Undefined where the text has no search terms. */
  readonly where?: SQL;
  /**
   * The matches whose model the text names in full. Undefined where that is all or none of them.
   */
  readonly bestMatch?: SQL;
  /** The matches by name, which come before those by description. Undefined where all are by name. */
  readonly nameMatch?: SQL;
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
  const text = unknown.length > 0 ? and(...unknown.map(textMatchesTerm)) : undefined;
  const byText: TextMatch = {
    where: known.length === 0 ? (text as SQL) : textMatchesAll(terms),
    searchesText: true,
  };
  const match =
    known.length === 0
      ? (await isAnyListed(db, byText.where)) && byText
      : (text || misspelt) && (await matchListedTitles(db, known, q, text));
  if (match) return match;
  const corrected = await correctShortTerms(db, unknown);
  return (corrected && (await matchListedTitles(db, [...known, ...corrected], q))) || byText;
}

/**
 * Short words have no fuzzy alternative, since too many of them are similar. One that neither titles
 * nor descriptions contain is taken for the title words that differ from it by one typing error.
 *
 * @returns undefined where no word has such a correction.
 */
async function correctShortTerms(db: Database, terms: Term[]): Promise<Term[] | undefined> {
  const isShort = ({ words }: Term) => /^\p{L}{3,4}$/u.test(words[0]?.text ?? '');
  if (!terms.some(isShort)) return undefined;
  const { rows } = await db.execute<{ word: string }>(
    sql`select word from ts_stat('select words from product_titles') where word ~ '^[[:alpha:]]+$'`,
  );
  return terms.map((term) => {
    const typed = term.words[0]?.text ?? '';
    const similar = isShort(term) ? rows.filter(({ word }) => isWithinOneEdit(typed, word)) : [];
    return {
      ...term,
      words: [...term.words, ...similar.map(({ word }) => ({ text: word, prefix: false }))],
    };
  });
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
  if (!(await isAnyListed(db, where))) return undefined;
  return { ...titles, where, searchesText: text !== undefined };
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
  titles: TextMatch & { where: SQL },
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
    ...titles,
    where: or(titles.where, text) as SQL,
    nameMatch: titles.where,
    searchesText: true,
  };
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
  const brands = terms.flatMap((term) => (term.brand ? [{ ...term, brand: term.brand }] : []));
  const others = terms.filter(({ brand }) => !brand);
  const written = others.length > 0 ? others : brands;
  const query = written.map(({ words }) => {
    const alternatives = words.map((word) => `'${word.text}'${prefix && word.prefix ? ':*' : ''}`);
    return `(${alternatives.join(' | ')})`;
  });
  const isWritten = sql`${products.id} = any(array(
    select products_matching_text(to_tsquery('simple', ${query.join(' & ')}), ${max}::int)))`;
  const ofBrands = others.length > 0 ? brands : [];
  return and(
    isWritten,
    ...ofBrands.map((term) => or(textMatchesTerm(term), eq(products.category, term.brand))),
  ) as SQL;
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
