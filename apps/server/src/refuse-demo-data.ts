import { findSandboxLinks } from '@redial/api/adapters';
import type { Database } from '@redial/api/db';
import { hasDemoData } from '@redial/api/demo';
import { ConfigError } from './config.ts';

/**
 * Checks that the database contains neither demo users nor accounts to which anybody can sign in.
 *
 * @throws ConfigError
 */
export async function refuseDemoData(db: Database): Promise<void> {
  if (!(await hasDemoData(db, await findSandboxLinks(db)))) return;
  throw new ConfigError(
    'NODE_ENV cannot be production while demo data is in the database: run npm run admin -- purge-demo, or use an empty database',
  );
}
