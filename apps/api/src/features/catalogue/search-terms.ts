import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { productTitles } from '../../db/schema/index.ts';
import { findInText } from './find-in-text.ts';
import { isWithinOneEdit, parseTerms, type Term } from './query-parser.ts';
import { textQuery, titleMatchesTerm } from './term-conditions.ts';
import { findSimilarWords, readTitleWords } from './title-words.ts';

/**
 * A term of a search text with its typing error corrected, for comparing single products with it. A
 * product matches if its name or description has one of the words, or its title one of the markers.
 */
export interface SearchTerm {
  readonly words: readonly { readonly text: string; readonly prefix: boolean }[];
  /** Lexemes of `product_titles.words` for brands and symbols. */
  readonly markers: readonly string[];
  /** How many titles had it: the fewer, the more it narrows a search. */
  readonly titles: number;
}

/**
 * Parses a search text as `resolveSearch` does, once for many later comparisons: a word that no title
 * has now is taken for the title words of similar spelling; a short one only if no listed product has
 * it in its text.
 */
export async function resolveTerms(db: Executor, q: string | undefined): Promise<SearchTerm[]> {
  const terms = parseTerms(q);
  if (terms.length === 0) return [];
  // One after the other: a transaction has one connection.
  const facts: Awaited<ReturnType<typeof findOccurrences>>[] = [];
  for (const term of terms) facts.push(await findOccurrences(db, term));
  const isUnknown = (index: number) => facts[index]?.titles === 0;
  const titleWords = terms.some((_, index) => isUnknown(index)) ? await readTitleWords(db) : [];
  const resolved: SearchTerm[] = [];
  for (const [index, term] of terms.entries()) {
    const { titles = 0, inText = false } = facts[index] ?? {};
    const corrected = isUnknown(index) ? await correct(db, term, inText, titleWords) : [];
    resolved.push({
      words: [...term.words, ...corrected.map((text) => ({ text, prefix: false }))],
      markers: [
        ...(term.brand ? [`=${term.brand.toLowerCase()}`] : []),
        ...(term.symbol ? [`=${term.symbol}`] : []),
      ],
      titles,
    });
  }
  return resolved;
}

/** A `tsquery` that a product's name, description and title markers together match or not. */
export const toTsquery = (terms: readonly SearchTerm[]): SQL | null =>
  terms.length === 0
    ? null
    : sql`${terms
        .map(({ words, markers }) => {
          const alternatives = [
            ...words.map(({ text, prefix }) => `'${text}'${prefix ? ':*' : ''}`),
            ...markers.map((marker) => `'${marker}'`),
          ];
          return `(${alternatives.join(' | ')})`;
        })
        .join(' & ')}::tsquery`;

async function findOccurrences(db: Executor, { fuzzy, ...term }: Term) {
  const { rows } = await db.execute<{ titles: number }>(
    sql`select count(*)::int as titles from ${productTitles} where ${titleMatchesTerm(term)}`,
  );
  const written = await findInText(db, textQuery([term]));
  return { titles: rows[0]?.titles ?? 0, inText: written?.length !== 0 };
}

async function correct(
  db: Executor,
  { words, fuzzy }: Term,
  inText: boolean,
  titleWords: readonly string[],
): Promise<readonly string[]> {
  const typed = words[0]?.text ?? '';
  if (fuzzy !== undefined) return findSimilarWords(db, fuzzy, titleWords);
  if (inText || !/^\p{L}{3,4}$/u.test(typed)) return [];
  return titleWords.filter((word) => /^\p{L}+$/u.test(word) && isWithinOneEdit(typed, word));
}
