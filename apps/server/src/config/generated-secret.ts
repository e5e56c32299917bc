import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configError } from './environment.ts';

/**
 * Reads a generated secret, or generates it on first use, readable by this user only.
 *
 * @throws ConfigError if the data directory cannot be used.
 */
export function readGeneratedSecret(
  dataDir: string,
  name: 'session-secret' | 'imei-secret' | 'vapid-key',
): string {
  const file = path.join(dataDir, name);
  try {
    if (!existsSync(file)) generate(file);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw configError('DATA_DIR', `cannot be used: ${(error as Error).message}`);
  }
}

function generate(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process has generated it concurrently.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
