import { configureConnections, type DatabaseUrls, findRole, migrate } from '@redial/api/db';
import { type Config, ConfigError, type ExternalDatabase } from './config.ts';

/**
 * Migrates the database, grants the server's role what it needs, and detects a transaction pooler.
 *
 * @throws ConfigError if an external database cannot be used.
 */
export async function prepareDatabase(
  { database }: Pick<Config, 'database'>,
  { url, ownerUrl }: DatabaseUrls,
): Promise<{ pooled: boolean }> {
  let setting = 'DATABASE_URL';
  try {
    const role = await findRole(url);
    if (ownerUrl !== url) setting = 'MIGRATION_DATABASE_URL';
    await migrate(ownerUrl, role);
    if (database?.directUrl) {
      setting = 'DATABASE_DIRECT_URL';
      const { pooled } = await configureConnections(database.directUrl);
      if (pooled) throw new ConfigError(`${setting} leads through a transaction pooler, too`);
    }
    setting = 'DATABASE_URL';
    return await configureConnections(url);
  } catch (error) {
    throw database ? toConfigError(setting, error) : error;
  }
}

/** @throws ConfigError if an external database cannot be connected to, as the server or as the owner. */
export async function requireDatabase(database: ExternalDatabase): Promise<void> {
  const { url, ownerUrl, directUrl } = database;
  let setting = url === directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  try {
    await findRole(url);
    if (ownerUrl === url) return;
    setting = 'MIGRATION_DATABASE_URL';
    await findRole(ownerUrl);
  } catch (error) {
    throw toConfigError(setting, error);
  }
}

/** Reports an unreachable external database as a configuration error. */
function toConfigError(setting: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : '';
  // Errors of the network, of TLS, or of PostgreSQL: connection, authorization, unknown database.
  const known = /^(E[A-Z]+|(08|28|3D)\w{3})$|CERT|^UNABLE_TO_/.test(code);
  const said = /does not support SSL|timeout|Connection terminated/;
  if (!known && !said.test(message)) return error;
  return new ConfigError(`${setting} cannot be used: ${message || code}`);
}
