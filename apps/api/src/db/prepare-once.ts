import type { Executor } from './client.ts';
import { mapRowsDirectly } from './map-rows.ts';
import { preparedOnce } from './prepare-statements.ts';

/**
 * Builds a query once per database, instead of for each request: building the text of one with fifty
 * columns takes as long as executing it. Values that differ are placeholders (`sql.placeholder`). Its rows are
 * mapped without drizzle, as far as `map-rows.ts` can.
 *
 * @returns gives the query for a database; in a transaction, it is built anew.
 */
export function prepareOnce<Query extends object>(
  build: (db: Executor) => { prepare(name: string): Query },
): (db: Executor) => Query {
  const queries = new WeakMap<Executor, Query>();
  return (db) => {
    const known = queries.get(db);
    if (known) return known;
    const query = build(db).prepare(preparedOnce);
    mapRowsDirectly(query);
    queries.set(db, query);
    return query;
  };
}
