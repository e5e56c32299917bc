import type pg from 'pg';

/** Uses of a statement before it is prepared: most statements of jobs and scripts never have as many. */
const usesBefore = 10;
/**
 * Prepared statements of a connection, without those of `prepareOnce`, which are few: each takes memory in its
 * backend.
 */
const maxPrepared = 100;
/** Texts that are counted. Lists of values differ in length, so their statements are many. */
const maxCounted = 500;

/** In place of the name of a query of `prepareOnce`. It gets one at its first use, where the connection allows that. */
export const preparedOnce = '';

/** Whether a statement is one of `prepareOnce`: others have no name, or another. */
export const isPreparedOnce = (statement: unknown): statement is pg.QueryConfig =>
  (statement as Partial<pg.QueryConfig> | undefined)?.name === preparedOnce;

type Query = (...args: unknown[]) => unknown;
type Prepared = Pick<Required<pg.QueryConfig>, 'name' | 'text'>;

/**
 * Gives names to the statements of `prepareOnce` and to others that are often made, so that they are prepared.
 * PostgreSQL then parses each of them once per connection, and plans it once if a plan for any values is as
 * cheap as those for particular ones (docs/decisions/0030).
 *
 * Must not be used behind a transaction pooler, where a connection has another backend each time.
 *
 * @returns makes a connection use the names, which all connections share.
 */
export function prepareStatements(): (client: pg.ClientBase) => void {
  const prepared = new Map<string, Prepared>();
  let uses = new Map<string, number>();
  let counted = 0;

  /** The same text for all connections, since each of them keeps it. */
  function findPrepared(text: string, atOnce: boolean): Prepared | undefined {
    const found = prepared.get(text);
    if (found || (!atOnce && counted >= maxPrepared)) return found;
    if (!atOnce) {
      const count = (uses.get(text) ?? 0) + 1;
      if (count < usesBefore) {
        if (uses.size >= maxCounted) uses = new Map();
        uses.set(text, count);
        return undefined;
      }
      uses.delete(text);
      counted++;
    }
    const next = { name: `redial_${prepared.size}`, text };
    prepared.set(text, next);
    return next;
  }

  return (client) => {
    const query = client.query.bind(client) as Query;
    client.query = ((...args: unknown[]) => {
      const statement = describe(args);
      const named = statement && findPrepared(statement.text, isPreparedOnce(statement));
      return named ? query({ ...statement, ...named }, ...args.slice(1)) : query(...args);
    }) as typeof client.query;
  };
}

/**
 * The statement of a call with values, if it has no name. Without values, a text may have several statements
 * and cannot be prepared.
 */
function describe([statement, values]: unknown[]): { readonly text: string } | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  if (typeof statement === 'string') return { text: statement };
  const { text, name, submit } = statement as { text?: unknown; name?: unknown; submit?: unknown };
  const isNamed = (name !== undefined && name !== preparedOnce) || submit !== undefined;
  return typeof text === 'string' && !isNamed ? (statement as { text: string }) : undefined;
}
