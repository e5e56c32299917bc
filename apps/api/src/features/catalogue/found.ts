import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import { listed } from './listed.ts';
import { type Term, termsOf, tokensOf } from './words.ts';

/** What a search finds, as SQL conditions on `products`. */
export interface Found {
  /** Nothing where no words are searched for. */
  readonly where?: SQL;
  /** Of what is found, the phones of a model that the search names as a whole; nothing where all or none are. */
  readonly best?: SQL;
  /** Whether descriptions were searched: then nobody can say cheaply how many there are. */
  readonly inText?: boolean;
}

/**
 * Finds out what a search means. Products share titles (brand and name), some thousand where there are
 * a million products: the words are looked for there, and an index leads from titles to products. A
 * word that no title has is taken for one that looks much like it, and looked for in the descriptions
 * where there is none. Where all that brings nothing on offer, each word may stand in the name or in
 * the description.
 */
export async function find(db: Database, q: string | undefined): Promise<Found> {
  const terms = termsOf(q);
  if (terms.length === 0) return {};
  const written = await ofTitles(db, terms.map(asWritten), q);
  if (written) return written;
  const { known, unknown, misspelt } = await lookUp(db, terms);
  if (known.length === 0) return { where: and(...unknown.map(textMeets)) as SQL, inText: true };
  const text = unknown.length > 0 ? and(...unknown.map(textMeets)) : undefined;
  const found = (text || misspelt) && (await ofTitles(db, known, q, text));
  return found || { where: textHasAll(terms), inText: true };
}

/** A term without what makes it meet words that look much like its own: no index finds those quickly. */
const asWritten = ({ like, ...term }: Term): Term => term;

/** Which terms there are titles for, as they are written or else as they may be misspelt. */
async function lookUp(db: Database, terms: Term[]) {
  const isThere = (term: Term) => sql`exists (select from titles where ${titleMeets(term)})`;
  const { rows } = await db.execute<{ found: ('written' | 'alike' | null)[] }>(
    sql`select array[${sql.join(
      terms.map(
        (term) =>
          sql`case when ${isThere(asWritten(term))} then 'written' when ${isThere(term)} then 'alike' end`,
      ),
      sql`, `,
    )}] as found`,
  );
  const ways = rows[0]?.found ?? [];
  return {
    known: terms.flatMap((term, place) => {
      const way = ways[place];
      return way ? [way === 'written' ? asWritten(term) : term] : [];
    }),
    unknown: terms.filter((_, place) => !ways[place]),
    misspelt: ways.includes('alike'),
  };
}

async function ofTitles(
  db: Database,
  terms: Term[],
  q: string | undefined,
  text?: SQL,
): Promise<Found | undefined> {
  const titles = await titlesWith(db, terms, q);
  if (!titles) return undefined;
  const where = and(titles.where, text) as SQL;
  const { rows } = await db.execute(
    sql`select 1 from ${products} where ${and(listed, where)} limit 1`,
  );
  return rows.length > 0 ? { ...titles, where, inText: text !== undefined } : undefined;
}

/** Titles that are named one by one; more than these are a condition for the database. */
const maxNamed = 2000;

async function titlesWith(
  db: Database,
  terms: Term[],
  q: string | undefined,
): Promise<(Found & { where: SQL }) | undefined> {
  const meeting = and(...terms.map(titleMeets));
  const named = sql`model_key = any(${arrayOf(modelsNamed(q))}::text[])`;
  const { rows } = await db.execute<{ title: string; best: boolean }>(
    sql`select title, ${named} as best from titles where ${meeting} limit ${maxNamed + 1}`,
  );
  if (rows.length === 0) return undefined;
  if (rows.length > maxNamed) {
    const among = (more?: SQL) =>
      sql`${titleOf} in (select titles.title from titles where ${and(meeting, more)})`;
    return { where: among(), best: among(named) };
  }
  const among = (some: typeof rows) =>
    sql`${titleOf} = any(${arrayOf(some.map(({ title }) => title))}::bigint[])`;
  const best = rows.filter((row) => row.best);
  const some = best.length > 0 && best.length < rows.length;
  return { where: among(rows), ...(some ? { best: among(best) } : {}) };
}

const titleOf = sql`${products}.title`;

/** SQL condition: a title meets a term in one of its ways. */
export function titleMeets({ words, like, brand, sign }: Term): SQL {
  const signs = [...(brand ? [`'=${brand.toLowerCase()}'`] : []), ...(sign ? [`'=${sign}'`] : [])];
  const query = sql`to_tsquery('simple', ${tsquery(words)})`;
  const whole = signs.length > 0 ? sql`(${query} || ${signs.join(' | ')}::tsquery)` : query;
  const meets = sql`titles.words @@ ${whole}`;
  return like ? sql`(${meets} or ${like} <% lower(titles.name))` : meets;
}

/** SQL condition: name or description of a product have one of the term's words. */
const textMeets = ({ words }: Term): SQL =>
  sql`${products}.search @@ to_tsquery('simple', ${tsquery(words)})`;

/** Products that are read at most where each word stands somewhere, but all in no title. */
const maxInText = 5000;

/** SQL condition: name and description together have every word, as it is written. */
function textHasAll(terms: Term[]): SQL {
  const query = terms.map(({ words }) => `(${words.map(({ text }) => `'${text}'`).join(' | ')})`);
  return sql`${products.id} = any(array(
    select products_with_words(to_tsquery('simple', ${query.join(' & ')}), ${maxInText})))`;
}

/** Quoted, so that no word is read as an operator. */
export const tsquery = (words: Term['words']): string =>
  words.map(({ text, prefix }) => `'${text}'${prefix ? ':*' : ''}`).join(' | ');

/** A PostgreSQL array of plain words or numbers. */
const arrayOf = (items: readonly string[]): string => `{${items.join(',')}}`;

/** Every run of words that may be a model's whole name, written as one word: see `model_key`. */
function modelsNamed(q: string | undefined): string[] {
  const tokens = tokensOf(q).slice(0, 10);
  return tokens.flatMap((_, from) =>
    [1, 2, 3, 4, 5]
      .filter((length) => from + length <= tokens.length)
      .map((length) => tokens.slice(from, from + length).join('')),
  );
}
