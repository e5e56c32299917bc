import { configureConnections, migrate } from '@redial/api/db';
import { type Config, ConfigError } from './config.ts';

/**
 * Brings the database up to date, and finds out whether a proxy stands before it.
 *
 * @throws ConfigError where an outside one cannot be used.
 */
export async function prepareDatabase(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  connectionString: string,
): Promise<{ pooled: boolean }> {
  try {
    await migrate(connectionString);
    return await configureConnections(connectionString);
  } catch (error) {
    throw databaseUrl ? toConfigError(error) : error;
  }
}

/** An outside database that is not there, or lets nobody in, is for the operator to mend. */
function toConfigError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : '';
  // Of the network, of TLS, or of PostgreSQL: connection, authorisation, no such database.
  const known = /^(E[A-Z]+|(08|28|3D)\w{3})$|CERT|^UNABLE_TO_/.test(code);
  const said = /does not support SSL|timeout|Connection terminated/;
  if (!known && !said.test(message)) return error;
  return new ConfigError(`DATABASE_URL cannot be used: ${message || code}`);
}
