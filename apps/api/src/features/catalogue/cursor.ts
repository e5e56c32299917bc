import { type SortOption, sortOptions } from '@redial/contract';
import { Problem } from '../../platform/problem.ts';

/** Where a page ended: the sorting value and id of its last product, and the tier it was in. */
export interface Cursor {
  readonly sort: SortOption;
  readonly value: string | number;
  readonly id: string;
  /** By relevance, the better ones are tier 0; other orders have no more than that. */
  readonly tier?: number;
}

/** A cursor as text that survives in a URL. */
export function encodeCursor({ sort, value, id, tier = 0 }: Cursor): string {
  const parts = [sort, value, id, ...(tier > 0 ? [tier] : [])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Reads a cursor back.
 *
 * @throws Problem `request.invalid` where it is not one of ours, or is of another order.
 */
export function decodeCursor(text: string, expected: SortOption): Cursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(parsed)) {
      const [sort, value, id, tier = 0, ...more] = parsed as unknown[];
      const whole = isSort(sort) && sort === expected && isId(id) && isSortValue(sort, value);
      if (whole && isTier(tier) && more.length === 0) {
        return { sort, value, id, tier };
      }
    }
  } catch {
    // told below, like any other text that is no cursor
  }
  throw new Problem('request.invalid', 'query.after is not a cursor of this list', 'query.after');
}

const isSort = (sort: unknown): sort is SortOption => sortOptions.includes(sort as SortOption);
const isTier = (tier: unknown): tier is number => tier === 0 || tier === 1;
const isId = (id: unknown): id is string =>
  typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

function isSortValue(sort: SortOption, value: unknown): value is string | number {
  const byTime = sort === 'newest' || sort === 'relevance';
  if (!byTime) return typeof value === 'number' && Number.isFinite(value);
  // Only as it was written: other dates that JavaScript reads are none, or out of range, for PostgreSQL.
  return typeof value === 'string' && isoInstant.test(value) && toIso(value) === value;
}

const isoInstant = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function toIso(text: string): string | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
