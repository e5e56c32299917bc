import { inspect } from 'node:util';
import { ConfigError, readConfig } from './config.ts';
import { prepareDatabase } from './prepare-database.ts';

/*
 * Migrates the database of DATABASE_URL and exits. The server does the same when it starts; this is
 * for deployments that migrate before the first replica of a new version starts.
 */
try {
  const config = readConfig(process.env);
  if (!config.database) throw new ConfigError('DATABASE_URL is required');
  await prepareDatabase(config, config.database);
  process.stdout.write('The database is migrated\n');
} catch (error) {
  const text =
    error instanceof ConfigError ? `Redial cannot migrate: ${error.message}` : inspect(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
