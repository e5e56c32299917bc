import { constants } from 'node:os';
import { inspect } from 'node:util';
import { BackupError } from '@redial/api/backup';
import { EmbeddedPostgresError } from '@redial/api/db';
import { ConfigError } from './config.ts';

/** A signal repeated within this time counts as the same one, in milliseconds: npm forwards Ctrl-C. */
const duplicateSignalMs = 3000;
/** Milliseconds after which cleaning up is abandoned; the embedded PostgreSQL takes at most 15 s. */
const cleanupTimeoutMs = 18_000;

const cleanups: (() => Promise<unknown>)[] = [];

/**
 * Cleans up if a signal ends the command; the latest registered one first.
 *
 * @returns a function that takes it back, once there is nothing to clean up.
 */
export function onInterrupt(cleanup: () => Promise<unknown>): () => void {
  cleanups.push(cleanup);
  return () => {
    const at = cleanups.indexOf(cleanup);
    if (at >= 0) cleanups.splice(at, 1);
  };
}

/**
 * Runs a command of the operator and sets the exit code. Errors that the operator can fix are printed in
 * one line. SIGINT, SIGTERM and SIGHUP clean up and exit with 128 and the signal's number; a further
 * signal, or the timeout, exits at once, and `exit` handlers kill the database.
 *
 * @param main returns the exit code.
 * @param failureCode the exit code of an error.
 */
export async function runCommand(main: () => Promise<number>, failureCode = 1): Promise<void> {
  const isInterrupted = endOnSignal();
  try {
    const code = await main();
    if (!isInterrupted()) process.exitCode = code;
  } catch (error) {
    // A command whose database was stopped fails somewhere; this is not an error.
    if (isInterrupted()) return;
    const expected =
      error instanceof ConfigError ||
      error instanceof EmbeddedPostgresError ||
      error instanceof BackupError;
    process.stderr.write(`${expected ? error.message : inspect(error)}\n`);
    process.exitCode = failureCode;
  }
}

/** @returns whether a signal was received. */
function endOnSignal(): () => boolean {
  let since: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const code = 128 + constants.signals[signal];
    process.on(signal, () => {
      if (since !== undefined) {
        if (Date.now() - since > duplicateSignalMs) process.exit(code);
        return;
      }
      since = Date.now();
      process.exitCode = code;
      setTimeout(() => process.exit(code), cleanupTimeoutMs).unref();
      // Connections to the stopped database report their end as errors of their own.
      process.on('uncaughtException', () => undefined);
      cleanUp().finally(() => process.exit(code));
    });
  }
  return () => since !== undefined;
}

async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) {
    await cleanup().catch((error: unknown) => process.stderr.write(`${inspect(error)}\n`));
  }
}
