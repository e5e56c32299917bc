import { drizzle, type NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { connectionOptions, connectionSettings } from './connection-settings.ts';
import { openPipeline, type Pipeline, sendStatementsTogether } from './pipeline.ts';
import { isPreparedOnce, prepareStatements } from './prepare-statements.ts';
import * as schema from './schema/index.ts';
import { type StatementTracing, traceClient, traceStatements } from './trace-statements.ts';
import { requirePrimary } from './wal-position.ts';

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool };
/** A transaction, or the database itself. */
export type Executor = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

/**
 * Opens a connection pool. Timeouts keep one slow statement from blocking others (5 s per
 * statement, 2 s per lock, 10 s idle in a transaction).
 *
 * @param pooled the result of `configureConnections`: behind a transaction pooler, connections take
 *   no settings.
 * @param statementTimeoutMs after which the database cancels a statement.
 * @param queryTimeoutMs after which an unresponsive database is given up; longer than its own
 *   statement timeout.
 * @param connectTimeoutMs for which a statement waits for a connection.
 * @param applicationName by which the database lists the connections.
 * @param timeoutScale multiplies all timeouts.
 * @param tracing records each statement, without its values.
 * @param pipelined makes reads on three more connections, in pipeline mode, except behind a transaction pooler.
 * @param onConnect checks each new connection; by default, that the server is not a standby.
 * @param onError called for errors of idle connections; the pool replaces them.
 */
export function openDatabase(
  connectionString: string,
  {
    max = 10,
    pooled = false,
    statementTimeoutMs = connectionSettings.statement_timeout,
    queryTimeoutMs = statementTimeoutMs + 3000,
    connectTimeoutMs = 2000,
    applicationName = 'redial',
    timeoutScale = 1,
    tracing,
    pipelined = false,
    onConnect = requirePrimary,
    onError,
  }: {
    max?: number;
    pooled?: boolean;
    queryTimeoutMs?: number;
    timeoutScale?: number;
    statementTimeoutMs?: number;
    connectTimeoutMs?: number;
    applicationName?: string;
    tracing?: StatementTracing | undefined;
    pipelined?: boolean;
    onConnect?: (client: pg.ClientBase) => Promise<void>;
    onError: (error: Error) => void;
  },
): Database {
  const settings = Object.entries({
    ...connectionSettings,
    statement_timeout: statementTimeoutMs,
  }).map(([name, ms]) => [name, ms * timeoutScale]);
  const config: pg.ClientConfig = {
    connectionString,
    connectionTimeoutMillis: connectTimeoutMs * timeoutScale,
    query_timeout: queryTimeoutMs * timeoutScale,
    application_name: applicationName,
    ...(pooled ? {} : { ...Object.fromEntries(settings), options: connectionOptions }),
  };
  const pool = new pg.Pool({ ...config, pipeline: true, max, onConnect });
  pool.on('error', onError);
  // The pool handles errors of idle connections only. A connection that breaks between two
  // statements of a transaction would otherwise crash the process; the next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // For the statements of a transaction that do not wait for each other.
  pool.on('connect', sendStatementsTogether);
  const prepare = pooled ? () => undefined : prepareStatements();
  pool.on('connect', prepare);
  if (tracing) traceStatements(pool, tracing);
  if (pipelined && !pooled) {
    usePipelines(pool, (onResult) =>
      openPipeline(
        config,
        async (client) => {
          prepare(client);
          await onConnect(client);
          if (tracing) traceClient(client, tracing);
        },
        onResult,
      ),
    );
  }
  const db = drizzle(pool, { schema, casing });
  db.transaction = transactionsOf(pool);
  return db;
}

/** Connections of the background jobs of a process. */
export const jobConnections = 4;
/** Milliseconds for a statement of a job, and for which one waits for a connection. */
const jobTimeoutMs = 60_000;

/**
 * Opens the connections of background jobs. Their statements may read whole tables, which takes longer in
 * a large catalogue than a request may; and jobs that wait for each other take no connection from requests.
 * Behind a transaction pooler, their statements have the limit of the others.
 */
export const openJobDatabase = (
  connectionString: string,
  options: Pick<Parameters<typeof openDatabase>[1], 'pooled' | 'tracing' | 'onError'>,
): Database =>
  openDatabase(connectionString, {
    ...options,
    max: jobConnections,
    statementTimeoutMs: jobTimeoutMs,
    connectTimeoutMs: jobTimeoutMs,
    applicationName: 'redial-jobs',
  });

/** Connections that other reads than those of `prepareOnce` share. */
const sharedConnections = 2;
/** Milliseconds after which what comes next does not wait for a statement: it may take seconds. */
const maxStallMs = 50;
/** Texts that are remembered of statements that were slower, and milliseconds for which each is. */
const maxSlow = 500;
const slowForMs = 60_000;

/**
 * Makes statements that are not part of a transaction on connections that they share: the short ones of
 * `prepareOnce` on one, other reads on those with the fewest under way (docs/decisions/0036, 0037). Reads
 * that were slow before, or whose connections all have a slow statement under way, use the pool, as writes
 * do, which may wait for locks.
 */
function usePipelines(
  pool: pg.Pool,
  open: (onResult?: (statement: pg.QueryConfig, ms: number) => void) => Pipeline,
): void {
  const slow = new LRUCache<string, true>({ max: maxSlow, ttl: slowForMs });
  const remember = (text: string, ms: number) => {
    if (ms > maxStallMs) slow.set(text, true);
  };
  const short = open();
  const shared = Array.from({ length: sharedConnections }, () =>
    open(({ text }, ms) => remember(text, ms)),
  );
  const choose = (statement: unknown): Pipeline | undefined => {
    const text = textOf(statement);
    if (!isRead(text)) return undefined;
    if (isPreparedOnce(statement)) return short;
    if (slow.has(text)) return undefined;
    const [best] = shared
      .filter((one) => one.stalledMs() < maxStallMs)
      .sort((a, b) => a.pending - b.pending);
    return best;
  };
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  /** Makes a statement that was slow on the pool, where it may be slow again. */
  const querySlow = async (text: string, args: unknown[]) => {
    const since = performance.now();
    const result = await query(...args);
    remember(text, performance.now() - since);
    return result;
  };
  pool.query = ((...args: unknown[]) => {
    const [statement, values] = args;
    if (!Array.isArray(values)) return query(...args);
    const pipeline = choose(statement);
    if (pipeline) return pipeline.query(statement as pg.QueryConfig, values);
    const text = textOf(statement);
    return slow.has(text) ? querySlow(text, args) : query(...args);
  }) as typeof pool.query;
  const end = pool.end.bind(pool) as () => Promise<void>;
  pool.end = async () => {
    await Promise.all([end(), ...[short, ...shared].map((one) => one.end())]);
  };
}

const textOf = (statement: unknown): string =>
  (statement as Partial<pg.QueryConfig> | undefined)?.text ?? '';

const isRead = (text: string): boolean => /^\s*select\b/.test(text);

const casing = 'snake_case';
const dialect = new PgDialect({ casing });

/**
 * Runs transactions on connections of a pool. Drizzle's own version does not return the connection
 * if `begin` fails, as after a crash of the database: each time, the pool would have one less, and
 * closing it would wait for ever.
 */
function transactionsOf(pool: pg.Pool): Database['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    try {
      const session: Pick<Database, 'transaction'> = new NodePgSession(client, dialect, undefined);
      return await session.transaction(work, config);
    } finally {
      client.release();
    }
  };
}
