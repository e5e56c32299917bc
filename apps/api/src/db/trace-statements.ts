import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import type { SpanDescription, Tracing } from '../ports/tracing.ts';

export type StatementTracing = Pick<Tracing, 'startCall'>;

/** What comes before the table that a statement is about. */
const beforeTable: Readonly<Record<string, RegExp>> = {
  SELECT: /\bfrom\s+"?(\w+)"?/i,
  INSERT: /\binto\s+"?(\w+)"?/i,
  UPDATE: /\bupdate\s+(?:only\s+)?"?(\w+)"?/i,
  DELETE: /\bfrom\s+"?(\w+)"?/i,
};

/**
 * Describes a statement by its kind and its first table: a text may contain values, as the lists of
 * prepared statements differ in length, so it is not recorded.
 */
function describeStatement(text: string): SpanDescription {
  const [, first = ''] = /^\s*(\w+)/.exec(text) ?? [];
  const [word = first] =
    first.toLowerCase() === 'with' ? (/\b(insert|update|delete|select)\b/i.exec(text) ?? []) : [];
  const operation = word.toUpperCase();
  const table = beforeTable[operation]?.exec(text)?.[1];
  const name = table ? `${operation} ${table}` : operation;
  return {
    name,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table ? { 'db.collection.name': table } : {}),
    },
  };
}

type AnyFunction = (...args: unknown[]) => unknown;

/** Records the statements of a pool's connections as spans of the requests and jobs that make them. */
export function traceStatements(pool: pg.Pool, tracing: StatementTracing): void {
  // A connection that was waited for is handed over by the request that released it.
  const connect = pool.connect.bind(pool) as AnyFunction;
  pool.connect = ((callback?: AnyFunction) =>
    callback ? connect(AsyncResource.bind(callback)) : connect()) as typeof pool.connect;
  pool.on('connect', (client) => traceClient(client, tracing));
}

/** Records the statements of a connection as spans. */
export function traceClient(client: pg.ClientBase, tracing: StatementTracing): void {
  const query = client.query.bind(client) as AnyFunction;
  client.query = ((...args: unknown[]) =>
    traceStatement(tracing, query, args)) as typeof client.query;
}

/** Makes a query in one of the forms that `pg` has: with a promise, a callback, or a stream. */
function traceStatement(tracing: StatementTracing, query: AnyFunction, args: unknown[]): unknown {
  const [statement] = args;
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown })?.text;
  const span = typeof text === 'string' ? tracing.startCall(describeStatement(text)) : undefined;
  if (!span) return query(...args);
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const end = (error: unknown, result: unknown) => {
      span.end({ error });
      callback(error, result);
    };
    return query(...args.slice(0, -1), end);
  }
  const result = query(...args);
  if (result instanceof Promise) {
    result.then(
      () => span.end(),
      (error: unknown) => span.end({ error }),
    );
  } else span.end();
  return result;
}
