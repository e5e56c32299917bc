import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import { isListed } from './product-filters.ts';
import { parseTerms, type Term, tokenize } from './query-parser.ts';

/** What a search finds, as SQL conditions on `products`. */
export interface SearchMatch {
  /** Nothing where no words are searched for. */
  readonly where?: SQL;
  /** Of what is found, the phones of a model that the search names as a whole; nothing where all or none are. */
  readonly bestMatch?: SQL;
  /** Whether descriptions were searched: then nobody can say cheaply how many there are. */
  readonly searchesText?: boolean;
}

/**
 * Finds out what a search means. Products share titles (brand and name), some thousand where there are
 * a million products: the words are looked for there, and an index leads from titles to products. A
 * word that no title has is taken for one that looks much like it, and looked for in the descriptions
 * where there is none. Where all that brings nothing on offer, each word may stand in the name or in
 * the description.
 */
export async function resolveSearch(db: Database, q: string | undefined): Promise<SearchMatch> {
  const terms = parseTerms(q);
  if (terms.length === 0) return {};
  const written = await matchListedTitles(db, terms.map(exactTerm), q);
  if (written) return written;
  const { known, unknown, misspelt } = await classifyTerms(db, terms);
  if (known.length === 0)
    return { where: and(...unknown.map(textMatchesTerm)) as SQL, searchesText: true };
  const text = unknown.length > 0 ? and(...unknown.map(textMatchesTerm)) : undefined;
  const found = (text || misspelt) && (await matchListedTitles(db, known, q, text));
  return found || { where: textMatchesAll(terms), searchesText: true };
}

/** A term without what makes it meet words that look much like its own: no index finds those quickly. */
const exactTerm = ({ fuzzy, ...term }: Term): Term => term;

/** Which terms there are titles for, as they are written or else as they may be misspelt. */
async function classifyTerms(db: Database, terms: Term[]) {
  const isThere = (term: Term) => sql`exists (select from titles where ${titleMatchesTerm(term)})`;
  const { rows } = await db.execute<{ found: ('written' | 'alike' | null)[] }>(
    sql`select array[${sql.join(
      terms.map(
        (term) =>
          sql`case when ${isThere(exactTerm(term))} then 'written' when ${isThere(term)} then 'alike' end`,
      ),
      sql`, `,
    )}] as found`,
  );
  const ways = rows[0]?.found ?? [];
  return {
    known: terms.flatMap((term, place) => {
      const way = ways[place];
      return way ? [way === 'written' ? exactTerm(term) : term] : [];
    }),
    unknown: terms.filter((_, place) => !ways[place]),
    misspelt: ways.includes('alike'),
  };
}

async function matchListedTitles(
  db: Database,
  terms: Term[],
  q: string | undefined,
  text?: SQL,
): Promise<SearchMatch | undefined> {
  const titles = await matchTitles(db, terms, q);
  if (!titles) return undefined;
  const where = and(titles.where, text) as SQL;
  const { rows } = await db.execute(
    sql`select 1 from ${products} where ${and(isListed, where)} limit 1`,
  );
  return rows.length > 0 ? { ...titles, where, searchesText: text !== undefined } : undefined;
}

/** Titles that are named one by one; more than these are a condition for the database. */
const maxInlineTitles = 2000;

async function matchTitles(
  db: Database,
  terms: Term[],
  q: string | undefined,
): Promise<(SearchMatch & { where: SQL }) | undefined> {
  const meeting = and(...terms.map(titleMatchesTerm));
  const named = sql`model_key = any(${toPgArray(candidateModelKeys(q))}::text[])`;
  const { rows } = await db.execute<{ title: string; best: boolean }>(
    sql`select title, ${named} as best from titles where ${meeting} limit ${maxInlineTitles + 1}`,
  );
  if (rows.length === 0) return undefined;
  if (rows.length > maxInlineTitles) {
    const among = (more?: SQL) =>
      sql`${productTitle} in (select titles.title from titles where ${and(meeting, more)})`;
    return { where: among(), bestMatch: among(named) };
  }
  const among = (some: typeof rows) =>
    sql`${productTitle} = any(${toPgArray(some.map(({ title }) => title))}::bigint[])`;
  const best = rows.filter((row) => row.best);
  const some = best.length > 0 && best.length < rows.length;
  return { where: among(rows), ...(some ? { bestMatch: among(best) } : {}) };
}

const productTitle = sql`${products}.title`;

/** SQL condition: a title meets a term in one of its ways. */
export function titleMatchesTerm({ words, fuzzy, brand, symbol }: Term): SQL {
  const signs = [
    ...(brand ? [`'=${brand.toLowerCase()}'`] : []),
    ...(symbol ? [`'=${symbol}'`] : []),
  ];
  const query = sql`to_tsquery('simple', ${tsquery(words)})`;
  const whole = signs.length > 0 ? sql`(${query} || ${signs.join(' | ')}::tsquery)` : query;
  const meets = sql`titles.words @@ ${whole}`;
  return fuzzy ? sql`(${meets} or ${fuzzy} <% lower(titles.name))` : meets;
}

/** SQL condition: name or description of a product have one of the term's words. */
const textMatchesTerm = ({ words }: Term): SQL =>
  sql`${products}.search @@ to_tsquery('simple', ${tsquery(words)})`;

/** Products that are read at most where each word stands somewhere, but all in no title. */
const maxTextMatches = 5000;

/** SQL condition: name and description together have every word, as it is written. */
function textMatchesAll(terms: Term[]): SQL {
  const query = terms.map(({ words }) => `(${words.map(({ text }) => `'${text}'`).join(' | ')})`);
  return sql`${products.id} = any(array(
    select products_with_words(to_tsquery('simple', ${query.join(' & ')}), ${maxTextMatches})))`;
}

/** Quoted, so that no word is read as an operator. */
export const tsquery = (words: Term['words']): string =>
  words.map(({ text, prefix }) => `'${text}'${prefix ? ':*' : ''}`).join(' | ');

/** A PostgreSQL array of plain words or numbers. */
const toPgArray = (items: readonly string[]): string => `{${items.join(',')}}`;

/** Every run of words that may be a model's whole name, written as one word: see `model_key`. */
function candidateModelKeys(q: string | undefined): string[] {
  const tokens = tokenize(q).slice(0, 10);
  return tokens.flatMap((_, from) =>
    [1, 2, 3, 4, 5]
      .filter((length) => from + length <= tokens.length)
      .map((length) => tokens.slice(from, from + length).join('')),
  );
}
