import {
  type Category,
  type Condition,
  conditionFilters,
  conditionsOf,
  type FacetQuery,
} from '@redial/contract';
import type { SearchTerm } from '../catalogue/index.ts';

/**
 * Keys connect listings and saved searches in an index: a listing that matches a search has at least
 * one of its keys. Of a search with a text, they are the alternatives of one term; otherwise its brand,
 * model, storage and condition. All else is compared with the searches that the keys lead to.
 */

/** A prefix is looked up by its first letters: those of a listing's words are its keys. */
const prefixLengths = { min: 2, max: 5 } as const;

const wordKey = (word: string) => `=${word}`;
const prefixKey = (text: string) => `${[...text].slice(0, prefixLengths.max).join('')}*`;
const filterKey = (
  filters: Pick<FacetQuery, 'brand' | 'model' | 'storage' | 'condition'>,
): string =>
  `|${filters.brand ?? ''}|${filters.model ?? ''}|${filters.storage ?? ''}|${filters.condition ?? ''}`;

/** The keys of a search with this term, of which a matching listing has at least one. */
export const keysOfTerm = ({ words, markers }: SearchTerm): string[] => [
  ...words.map(({ text, prefix }) => (prefix ? prefixKey(text) : wordKey(text))),
  ...markers.map(wordKey),
];

/** The key of a search without a text. */
export const keysOfFilters = (search: FacetQuery): string[] => [filterKey(search)];

/** What the keys of a listing depend on. */
export interface KeyedListing {
  /** The words of its name and description, in the form of the full-text index, with its markers. */
  readonly lexemes: readonly string[];
  readonly category: Category;
  readonly condition: Condition;
  /** The slug of its model. */
  readonly model: string | null;
  readonly storageGb: number | null;
}

/** All keys of a listing. */
export function keysOfListing(listing: KeyedListing): string[] {
  const { lexemes, category, condition, model, storageGb } = listing;
  const keys = new Set<string>();
  for (const lexeme of lexemes) {
    keys.add(wordKey(lexeme));
    const letters = [...lexeme];
    const longest = Math.min(letters.length, prefixLengths.max);
    for (let length = prefixLengths.min; length <= longest; length++) {
      keys.add(prefixKey(letters.slice(0, length).join('')));
    }
  }
  const conditions = conditionFilters.filter((filter) => conditionsOf(filter).includes(condition));
  for (const brand of [undefined, category]) {
    for (const slug of model === null ? [undefined] : [undefined, model]) {
      for (const storage of storageGb === null ? [undefined] : [undefined, storageGb]) {
        for (const filter of [undefined, ...conditions]) {
          keys.add(
            filterKey({
              ...(brand && { brand }),
              ...(slug && { model: slug }),
              ...(storage && { storage }),
              ...(filter && { condition: filter }),
            }),
          );
        }
      }
    }
  }
  return [...keys];
}
