import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/db/client.ts';

/** Migrated once; every test database is cloned from it. */
export const templateDatabase = 'redial_template';

export interface TestDatabase {
  /** Connects as the role of the application. */
  readonly db: Database;
  readonly url: string;
  /** The URL for the owner, who migrates it. */
  readonly ownerUrl: string;
  /** Executes a statement as the owner, such as a change of a table. */
  executeAsOwner(statement: string): Promise<void>;
  /** Closes the pool and drops the database. */
  close(): Promise<void>;
}

/** Creates an empty, migrated database on the test server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { superuserUrl, ownerUrl, url: appUrl } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = withDatabaseName(appUrl, name);
  await execute(
    superuserUrl,
    `create database ${name} owner redial template ${templateDatabase} strategy file_copy`,
    // Privileges on the database itself are not copied from the template.
    `grant create on database ${name} to ${new URL(url).username}`,
  );
  const db = openDatabase(url, { onError: () => undefined });
  return {
    db,
    url,
    ownerUrl: withDatabaseName(ownerUrl, name),
    executeAsOwner: (statement) => execute(withDatabaseName(ownerUrl, name), statement),
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

async function execute(serverUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
