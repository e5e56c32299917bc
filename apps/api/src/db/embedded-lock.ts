import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseInUse, EmbeddedPostgresError } from './embedded-error.ts';

/** How long to wait for the lock, in milliseconds: another process may be stopping. */
const lockTimeoutMs = 3000;

/**
 * Prevents two processes from using the same data directory. Node.js has no file locks, but its
 * SQLite module takes one that the operating system releases when the process ends, even if it is
 * killed.
 *
 * @throws DatabaseInUse, or EmbeddedPostgresError if this user cannot write the directory.
 */
export async function acquireLock(home: string): Promise<{ release(): void }> {
  const holderFile = path.join(home, 'holder');
  const lock = openLock(home);
  const until = Date.now() + lockTimeoutMs;
  while (!tryLock(lock)) {
    if (Date.now() > until) {
      lock.close();
      throw new DatabaseInUse(home, readHolder(holderFile));
    }
    await sleep(100);
  }
  writeFileSync(holderFile, `${process.pid}\n`);
  return { release: () => lock.isOpen && lock.close() };
}

function openLock(home: string): DatabaseSync {
  const file = path.join(home, 'lock');
  try {
    accessSync(home, constants.W_OK | constants.X_OK);
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw new EmbeddedPostgresError(`DATA_DIR cannot be used: ${(error as Error).message}`);
  }
}

/** Whether a running process holds the lock, as far as this user can see. */
export function isLocked(home: string): boolean {
  const file = path.join(home, 'lock');
  if (!existsSync(file)) return false;
  try {
    using lock = new DatabaseSync(file, { timeout: 0 });
    return !tryLock(lock);
  } catch {
    // Another user's, who may be running it.
    return true;
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Error && /locked|busy/.test(error.message)) return false;
    lock.close();
    throw error;
  }
}

function readHolder(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}
