import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/db/client.ts';

/** Migrated once; every test database is cloned from it. */
export const templateDatabase = 'redial_template';

export interface TestDatabase {
  readonly db: Database;
  readonly url: string;
  /** Closes the pool and drops the database. */
  close(): Promise<void>;
}

/** Creates an empty, migrated database on the test server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { superuserUrl, url: appUrl } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(
    superuserUrl,
    `create database ${name} owner redial template ${templateDatabase} strategy file_copy`,
  );
  const url = withDatabaseName(appUrl, name);
  const db = openDatabase(url, { onError: () => undefined });
  return {
    db,
    url,
    async close() {
      await db.$client.end();
      await execute(superuserUrl, `drop database ${name} with (force)`);
    },
  };
}

/** The URL of another database on the same server. */
export function withDatabaseName(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
