import { type DatabaseUrls, runningEmbeddedPostgres, startEmbeddedPostgres } from '@redial/api/db';
import type { Config } from './config.ts';

/**
 * The configured database, or the embedded one: of a running Redial, or started for a command.
 *
 * @returns its URLs, and a function that stops it if it was started here.
 */
export async function findDatabase({
  database,
  dataDir,
}: Config): Promise<DatabaseUrls & { stop(): Promise<void> }> {
  const urls = database ?? (await runningEmbeddedPostgres(dataDir));
  if (urls) return { ...urls, stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir, log: () => undefined });
}
