import {
  type ApiError,
  maxExactCount,
  type Product,
  paginationHeaders,
  type Result,
} from '@redial/contract';

/** One page of a product list, or the error of its request. */
export type ProductListPage =
  | {
      readonly ok: true;
      readonly items: readonly Product[];
      /** Cursor of the next page, if there is one. */
      readonly next: string | undefined;
      /**
       * Products in the whole list; greater than `maxExactCount` when there are too many to count.
       */
      readonly total: number;
    }
  | { readonly ok: false; readonly error: ApiError };

/**
 * Converts the response of a list endpoint: items from the body, total and cursor from the headers.
 */
export function toProductListPage(result: Result<Product[]>): ProductListPage {
  if (!result.ok) return { ok: false, error: result.error };
  const { value, headers } = result;
  const next = parseNextCursor(headers.get(paginationHeaders.next));
  // The API sends no total for lists that are too long to count.
  const uncounted = next === undefined ? value.length : maxExactCount + 1;
  return {
    ok: true,
    // Paid products are off the market (specification, 2).
    items: value.filter(({ isPaid }) => !isPaid),
    next,
    total: Number(headers.get(paginationHeaders.total) ?? uncounted),
  };
}

/**
 * Extracts the cursor from a header such as `Link: </allproducts?limit=24&after=abc>; rel="next"`.
 */
export function parseNextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(link ?? '')?.[1];
  if (!target) return undefined;
  return URL.parse(target, 'https://redial.invalid')?.searchParams.get('after') ?? undefined;
}
