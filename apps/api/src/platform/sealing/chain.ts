import type { SQL } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import type { sealedBlocks } from '../../db/schema/index.ts';

/** A table whose rows are sealed, in the order of their ids (`chains.ts`). */
export interface Chain {
  readonly name: typeof sealedBlocks.$inferSelect.chain;
  /** What a row is called in findings, such as `ledger transaction`. */
  readonly rowName: string;
  /** The lowest id, as `first`. Sequences begin with 1. */
  readonly firstRow: SQL;
  /** The highest id, as `last`. */
  readonly lastRow: SQL;
  /**
   * The rows with ids in a range (`after` exclusive), as `id` and `content`: a text that depends on the
   * content of the row alone (`contentOf`). It must not change once rows are sealed.
   */
  readonly rows: (after: number, to: number) => SQL;
  /** What a verification checks besides, each finding in words. */
  readonly check?: (db: Database) => Promise<readonly string[]>;
}

/**
 * SQL that makes one text of columns. Numbers and lengths are decimal, times are microseconds since
 * 1970, and texts are preceded by their length in bytes, so that different rows have different texts,
 * and the same row has the same in every version of PostgreSQL, time zone and locale, and after a
 * restore.
 *
 * @param columns SQL expressions by type.
 */
export const contentOf = (columns: readonly (readonly ['number' | 'text' | 'time', string])[]) =>
  `concat_ws(' ', ${columns.map(([type, column]) => serializers[type](column)).join(', ')})`;

const serializers = {
  number: (column: string) => `coalesce(${column}::text, '-')`,
  text: (column: string) =>
    `coalesce(octet_length(convert_to(${column}::text, 'UTF8')) || ':' || ${column}::text, '-')`,
  time: (column: string) =>
    `coalesce((extract(epoch from ${column}) * 1000000)::bigint::text, '-')`,
};
