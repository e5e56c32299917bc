import cluster from 'node:cluster';
import { inspect } from 'node:util';
import { EmbeddedPostgresError } from '@redial/api/db';
import { type Config, ConfigError, readConfig } from './config.ts';
import { start } from './start.ts';
import type { WebSource } from './web.ts';
import { startWorkers, WorkerFailed } from './workers.ts';

/**
 * A signal repeated within this time counts as the same one, in milliseconds: npm and the start
 * script forward Ctrl-C, which can take long on a busy machine.
 */
const duplicateSignalMs = 3000;

/**
 * Milliseconds after which a graceful shutdown is abandoned, besides those of draining. Less for a
 * worker, for which the primary process waits.
 */
const shutdownTimeoutMs = cluster.isPrimary ? 13_000 : 9_000;

const log = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Runs Redial until a signal stops it, in the configured number of processes. Errors that the
 * operator can fix are printed in one line.
 *
 * @param options.keepRoot whether a process that root has started stays root.
 */
export async function run(
  openWeb: (config: Config) => Promise<WebSource>,
  { keepRoot = false }: { keepRoot?: boolean } = {},
): Promise<void> {
  let isStopping = () => false;
  try {
    const config = readConfig(process.env);
    const redial =
      config.workers > 1 && cluster.isPrimary
        ? startWorkers(config, log)
        : start({ ...config, keepRoot }, await openWeb(config), log);
    isStopping = stopOnSignal(redial.stop, shutdownTimeoutMs + config.drainMs);
    await redial.ready;
    if (!isStopping() && cluster.isPrimary) logReady(config);
  } catch (error) {
    // A start that is being stopped fails somewhere; this is not an error.
    if (!isStopping()) exitWithError(error);
  }
}

function logReady({ publicUrl, demo, dataDir, identity }: Config): void {
  log(`\nRedial is ready at ${publicUrl}\n`);
  // Firebase itself has no demo accounts, its emulator does.
  if (demo && (identity.provider === 'embedded' || identity.emulator)) {
    log('Demo accounts, all with the password Redial#2021:');
    log('  admin@redial.dev · seller@redial.dev · buyer@redial.dev');
    log('  moderator@redial.dev · support@redial.dev');
  }
  log(`Data is in ${dataDir}. Ctrl-C stops all of it.`);
}

/**
 * The first signal shuts down gracefully; a further one, or the timeout, exits immediately. Child
 * processes are then killed by `exit` handlers.
 *
 * @returns whether a signal was received.
 */
function stopOnSignal(stop: () => Promise<void>, timeoutMs: number): () => boolean {
  let since: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (since !== undefined) {
        if (Date.now() - since > duplicateSignalMs) process.exit(130);
        return;
      }
      since = Date.now();
      if (cluster.isPrimary) log('Stopping …');
      setTimeout(() => process.exit(130), timeoutMs).unref();
      stop().then(() => process.exit(0), exitWithError);
    });
  }
  return () => since !== undefined;
}

function exitWithError(error: unknown): never {
  const expected =
    error instanceof ConfigError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof WorkerFailed;
  const text = expected ? `Redial cannot start: ${error.message}` : inspect(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
