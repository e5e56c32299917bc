import { type SortOrder, sortOrders } from '@redial/contract';
import { Problem } from '../../platform/problem.ts';

/** Where a page ended: the sorting value and id of its last product. */
export interface Cursor {
  readonly sort: SortOrder;
  readonly value: string | number;
  readonly id: string;
}

/** A cursor as text that survives in a URL. */
export function writeCursor({ sort, value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
}

/**
 * Reads a cursor back.
 *
 * @throws Problem `request.invalid` where it is not one of ours, or is of another order.
 */
export function readCursor(text: string, expected: SortOrder): Cursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(parsed) && parsed.length === 3) {
      const [sort, value, id] = parsed as unknown[];
      if (isSort(sort) && sort === expected && isId(id) && fits(sort, value)) {
        return { sort, value, id };
      }
    }
  } catch {
    // told below, like any other text that is no cursor
  }
  throw new Problem('request.invalid', 'query.after is not a cursor of this list', 'query.after');
}

const isSort = (sort: unknown): sort is SortOrder => sortOrders.includes(sort as SortOrder);
const isId = (id: unknown): id is string =>
  typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

function fits(sort: SortOrder, value: unknown): value is string | number {
  if (sort !== 'newest') return typeof value === 'number' && Number.isFinite(value);
  // Only as it was written: other dates that JavaScript reads are none, or out of range, for PostgreSQL.
  return typeof value === 'string' && instant.test(value) && isoOf(value) === value;
}

const instant = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function isoOf(text: string): string | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
