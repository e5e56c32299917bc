import {
  type ApiError,
  maxExactCount,
  type Product,
  paginationHeaders,
  type Result,
} from '@redial/contract';

/** A page of a product list, or why it could not be had. */
export type ProductListPage =
  | {
      readonly ok: true;
      readonly items: readonly Product[];
      /** Cursor of the next page, if there is one. */
      readonly next: string | undefined;
      /** Products in the whole list; more than `exactCounts` where there are too many to count. */
      readonly total: number;
    }
  | { readonly ok: false; readonly error: ApiError };

/** Reads a page from the answer of a list call: the items, and what its headers say of the rest. */
export function toProductListPage(result: Result<Product[]>): ProductListPage {
  if (!result.ok) return { ok: false, error: result.error };
  const { value, headers } = result;
  const next = parseNextCursor(headers.get(paginationHeaders.next));
  // A list that is too long to be counted at every look says no number.
  const uncounted = next === undefined ? value.length : maxExactCount + 1;
  return {
    ok: true,
    // Paid phones have left the market (specification, 2).
    items: value.filter(({ isPaid }) => !isPaid),
    next,
    total: Number(headers.get(paginationHeaders.total) ?? uncounted),
  };
}

/** The cursor in a header such as `Link: </allproducts?limit=24&after=abc>; rel="next"`. */
export function parseNextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(link ?? '')?.[1];
  if (!target) return undefined;
  return URL.parse(target, 'https://redial.invalid')?.searchParams.get('after') ?? undefined;
}
