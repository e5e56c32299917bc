import type { Executor } from './client.ts';
import { mapRowsDirectly } from './map-rows.ts';
import { preparedOnce } from './prepare-statements.ts';

/**
 * Builds a query once, instead of for each request: building the text of one with fifty columns takes as
 * long as executing it. Values that differ are placeholders (`sql.placeholder`). Its rows are mapped without
 * drizzle, as far as `map-rows.ts` can.
 *
 * @returns gives the query for a database or a transaction.
 */
export function prepareOnce<Query extends object>(
  build: (db: Executor) => { prepare(name: string): Query },
): (db: Executor) => Query {
  let built: Query | undefined;
  return (db) => {
    if (!built) {
      built = build(db).prepare(preparedOnce);
      mapRowsDirectly(built);
    }
    return withClient(built, clientOf(db));
  };
}

/** The pool of a database, or the connection of a transaction; private in drizzle's types. */
const clientOf = (db: Executor): unknown =>
  (db as unknown as { session: { client: unknown } }).session.client;

/** A prepared query of drizzle that is made on another pool or connection. Only its client differs. */
const withClient = <Query extends object>(query: Query, client: unknown): Query =>
  Object.create(query, { client: { value: client } });
