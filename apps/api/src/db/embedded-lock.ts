import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseInUse } from './embedded-error.ts';

/** Milliseconds that the lock is waited for: one that is just being stopped lets go of it. */
const lockTimeoutMs = 3000;

/**
 * Keeps a second Redial off a database. Node has no file locks of its own, but its SQLite takes one
 * that the operating system lets go of when the process ends, however it ends.
 *
 * @throws DatabaseInUse
 */
export async function acquireLock(home: string): Promise<{ release(): void }> {
  const holderFile = path.join(home, 'holder');
  const lock = new DatabaseSync(path.join(home, 'lock'), { timeout: 0 });
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
