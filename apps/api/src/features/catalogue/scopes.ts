import type { Category } from '@redial/contract';
import type { ProductListQuery } from './product-filters.ts';

/** A product that a response shows. */
type Shown = { readonly id: string; readonly sellerId: string };

/** The scopes of products that a response shows: a card has data of the product and of its seller. */
export const productScopes = (shown: readonly Shown[]): string[] =>
  shown.flatMap(({ id, sellerId }) => [`product:${id}`, `seller:${sellerId}`]);

/**
 * The scopes of a list: the products that it shows, and those that it could show. Without filters, the
 * newest first, these are only the ones that enter or leave the list; a search text is also compared with
 * the names of other categories, and of products that are not listed.
 */
export function listScopes(query: ProductListQuery, shown: readonly Shown[]): string[] {
  const { q, sort = 'newest', category, brand, advertised, after, ...filters } = query;
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  const kind = q || sort !== 'newest' || isFiltered ? 'changed' : 'listed';
  const part = advertised ? 'advertised' : (category ?? brand);
  return [
    part && !q ? `${kind}:${part}` : kind,
    ...(filters.verified ? ['verified'] : []),
    ...productScopes(shown),
  ];
}

/** More ranges of prices than these are replaced by the whole category. */
const maxRanges = 60;

/**
 * The scopes of the products of a category that were offered at a price in a range, or are now.
 *
 * @param range lowest and highest price in cents; undefined where it has no bound.
 */
export function nearScopes(
  category: Category,
  [low, high]: readonly [number | undefined, number | undefined],
): string[] {
  if (low === undefined || high === undefined) return [`changed:${category}`];
  const [first, last] = [Math.floor(low / rangeCents), Math.floor(high / rangeCents)];
  if (last - first >= maxRanges) return [`changed:${category}`];
  return Array.from({ length: last - first + 1 }, (_, n) => `near:${category}:${first + n}`);
}

/** The function `near_scopes` of the database has the same ranges. */
const rangeCents = 500;
