import { type SQL, sql } from 'drizzle-orm';
import { products, productTitles } from '../../db/schema/index.ts';
import type { Term } from './query-parser.ts';

/** SQL condition: a title matches one of a term's alternatives. */
export function titleMatchesTerm({ words, fuzzy, brand, symbol }: Term): SQL {
  // Lexemes that the index has for a title's brand and symbols.
  const markers = [
    ...(brand ? [`'=${brand.toLowerCase()}'`] : []),
    ...(symbol ? [`'=${symbol}'`] : []),
  ];
  const query = sql`to_tsquery('simple', ${tsquery(words)})`;
  const full = markers.length > 0 ? sql`(${query} || ${markers.join(' | ')}::tsquery)` : query;
  const exact = sql`${productTitles.words} @@ ${full}`;
  return fuzzy ? sql`(${exact} or ${fuzzy} <% lower(${productTitles.name}))` : exact;
}

/** SQL condition: the model of a title matches one of a term's alternatives. */
export function modelMatchesTerm({ words, fuzzy, brand, symbol }: Term): SQL {
  const alternatives = [
    sql`to_tsvector('simple', model) @@ to_tsquery('simple', ${tsquery(words)})`,
    ...(fuzzy ? [sql`${fuzzy} <% lower(model)`] : []),
    ...(brand ? [sql`category = ${brand}`] : []),
    ...(symbol ? [sql`strpos(model, ${symbol}) > 0`] : []),
  ];
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

/** SQL condition: a product's name or description contains one of the term's words. */
export const textMatchesTerm = (term: Term): SQL =>
  sql`${products}.search @@ to_tsquery('simple', ${tsquery(term.words)})`;

/** A `tsquery` that has one of the words of each term. */
export const textQuery = (terms: readonly Term[], { prefix = true } = {}): string =>
  terms
    .map(({ words }) => words.map((word) => (prefix ? word : { ...word, prefix: false })))
    .map((words) => `(${tsquery(words)})`)
    .join(' & ');

/** A `tsquery` of alternatives. Words are quoted, so that none is parsed as an operator. */
const tsquery = (words: Term['words']): string =>
  words.map(({ text, prefix }) => `'${text}'${prefix ? ':*' : ''}`).join(' | ');
