import { type SortOption, sortOptions } from '@redial/contract';
import { Problem } from '../../platform/problem.ts';

/** The end of a page: sort value, id and relevance tier of its last product. */
export interface Cursor {
  readonly sort: SortOption;
  readonly value: string | number;
  readonly id: string;
  /** The index of the tier by relevance; other orders only have tier 0. */
  readonly tier?: number;
}

/** Encodes a cursor for use in a URL. */
export function encodeCursor({ sort, value, id, tier = 0 }: Cursor): string {
  const parts = [sort, value, id, ...(tier > 0 ? [tier] : [])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Decodes a cursor.
 *
 * @throws Problem `request.invalid` where it is malformed or belongs to another order.
 */
export function decodeCursor(text: string, expected: SortOption): Cursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(parsed)) {
      const [sort, value, id, tier = 0, ...rest] = parsed as unknown[];
      const isValid = isSort(sort) && sort === expected && isId(id) && isSortValue(sort, value);
      if (isValid && isTier(tier) && rest.length === 0) {
        return { sort, value, id, tier };
      }
    }
  } catch {
    // Not JSON: reported below like any other malformed cursor.
  }
  throw new Problem('request.invalid', 'query.after is not a cursor of this list', 'query.after');
}

const isSort = (sort: unknown): sort is SortOption => sortOptions.includes(sort as SortOption);
const isTier = (tier: unknown): tier is number => tier === 0 || tier === 1 || tier === 2;
const isId = (id: unknown): id is string =>
  typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

function isSortValue(sort: SortOption, value: unknown): value is string | number {
  if (sort === 'price' || sort === '-price') return Number.isSafeInteger(value);
  if (sort === 'cost-per-month' || sort === 'distance') return isInt4(value);
  if (sort === 'updates') return typeof value === 'string' && isUpdatesRank(value);
  // Only our own format: JavaScript parses dates that PostgreSQL rejects.
  return typeof value === 'string' && isoInstant.test(value) && toIso(value) === value;
}

const isInt4 = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
const isUpdatesRank = (text: string): boolean =>
  /^-?infinity$/.test(text) ||
  (/^[12]\d{3}-\d\d-\d\d$/.test(text) && toIso(text)?.slice(0, 10) === text);
const isoInstant = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function toIso(text: string): string | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
