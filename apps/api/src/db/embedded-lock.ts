import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseInUse } from './embedded-error.ts';

/**
 * Keeps a second Redial off a database. Node has no file locks of its own, but its SQLite takes one
 * that the operating system lets go of when the process ends, however it ends.
 *
 * @throws DatabaseInUse
 */
export function takeLock(home: string): { release(): void } {
  const holderFile = path.join(home, 'holder');
  const lock = new DatabaseSync(path.join(home, 'lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked|busy/.test(error.message)) {
      throw new DatabaseInUse(home, readHolder(holderFile));
    }
    throw error;
  }
  writeFileSync(holderFile, `${process.pid}\n`);
  return { release: () => lock.isOpen && lock.close() };
}

function readHolder(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}
