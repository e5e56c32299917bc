import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { connectionOptions, connectionSettings } from './connection-settings.ts';
import * as schema from './schema/index.ts';

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool };
/** A transaction, or the database itself. */
export type Executor = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

/**
 * Opens a pool on a database. Limits keep one slow statement from holding everybody
 * (5 s a statement, 2 s a lock, 10 s idle in a transaction).
 *
 * @param pooled what `prepareSessions` found: a proxy has the sessions, and takes no settings.
 * @param answerWithin milliseconds after which one that has stopped answering at all is given up; longer
 *   than the database itself allows a statement.
 * @param onError told of connections that died while idle; the pool replaces them.
 */
export function openDatabase(
  connectionString: string,
  {
    max = 10,
    pooled = false,
    queryTimeoutMs = 8000,
    onError,
  }: {
    max?: number;
    pooled?: boolean;
    queryTimeoutMs?: number;
    onError: (error: Error) => void;
  },
): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 2000,
    query_timeout: queryTimeoutMs,
    application_name: 'redial',
    ...(pooled ? {} : { ...connectionSettings, options: connectionOptions }),
  });
  pool.on('error', onError);
  // The pool listens to idle connections only. One that breaks in the hands of a transaction, between
  // two of its statements, would otherwise end the process; the next statement is told of it anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return drizzle(pool, { schema, casing: 'snake_case' });
}
