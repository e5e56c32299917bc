import { configureConnections, migrate } from '@redial/api/db';
import { type Config, ConfigError } from './config.ts';

/**
 * Migrates the database, and detects a transaction pooler.
 *
 * @throws ConfigError if an external database cannot be used.
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

/** Reports an unreachable external database as a configuration error. */
function toConfigError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : '';
  // Errors of the network, of TLS, or of PostgreSQL: connection, authorization, unknown database.
  const known = /^(E[A-Z]+|(08|28|3D)\w{3})$|CERT|^UNABLE_TO_/.test(code);
  const said = /does not support SSL|timeout|Connection terminated/;
  if (!known && !said.test(message)) return error;
  return new ConfigError(`DATABASE_URL cannot be used: ${message || code}`);
}
