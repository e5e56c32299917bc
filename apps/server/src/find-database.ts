import { type DatabaseUrls, runningEmbeddedPostgres, startEmbeddedPostgres } from '@redial/api/db';
import { onInterrupt } from './command.ts';
import type { Config } from './config.ts';
import { requireDatabase } from './prepare-database.ts';

type Started = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/**
 * The configured database, or the embedded one: of a running Redial, or started for a command.
 *
 * @returns its URLs, and a function that stops it if it was started here.
 * @throws ConfigError if the configured database cannot be connected to.
 */
export async function findDatabase({
  database,
  dataDir,
}: Pick<Config, 'database' | 'dataDir'>): Promise<DatabaseUrls & { stop(): Promise<void> }> {
  if (database) await requireDatabase(database);
  const urls = database ?? (await runningEmbeddedPostgres(dataDir));
  if (urls) return { ...urls, stop: async () => undefined };
  return startForCommand({ dataDir });
}

/** Starts the embedded PostgreSQL without messages; a signal that ends the command stops it. */
export async function startForCommand(
  options: Omit<Parameters<typeof startEmbeddedPostgres>[0], 'log'>,
): Promise<Started> {
  const starting = startEmbeddedPostgres({ ...options, log: () => undefined });
  const forget = onInterrupt(() =>
    starting.then(
      (server) => server.stop(),
      () => undefined,
    ),
  );
  try {
    const server = await starting;
    const stop = async () => {
      await server.stop();
      forget();
    };
    return { ...server, stop };
  } catch (error) {
    forget();
    throw error;
  }
}
