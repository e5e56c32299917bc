import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configError } from './setting.ts';

/** Generated once in demo, and kept; in production the operator's own. */
export function readSessionSecret(
  given: string | undefined,
  { production, dataDir }: { production: boolean; dataDir: string },
): string {
  if (given !== undefined) {
    if (given.length >= 32) return given;
    throw configError('SESSION_SECRET', 'must have at least 32 characters');
  }
  if (production) throw configError('SESSION_SECRET', 'is required in production');
  const file = path.join(dataDir, 'session-secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  return readFileSync(file, 'utf8').trim();
}
