import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/db/client.ts';
import { startEmbeddedPostgres } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { importShippedModels } from '../src/features/models/index.ts';
import { importShippedPlaces } from '../src/features/places/index.ts';
import {
  describeTemplate,
  readOnlyTables,
  type TemplateContent,
  templateDatabase,
  withClient,
  withDatabaseName,
} from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server, as superuser, as the owner and as the role that Redial uses. */
    postgres: {
      superuserUrl: string;
      ownerUrl: string;
      url: string;
      template: TemplateContent;
    };
  }
}

/** Starts one PostgreSQL for all tests, with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-tests-'));
  // If started by root, PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: {
      // Nothing needs to survive the run.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Statistics of a table that was just emptied lead to plans that take minutes once it has rows.
      autovacuum: 'off',
    },
  });
  await withClient(server.superuserUrl, (client) =>
    client.query(`create database ${templateDatabase} owner redial`),
  );
  const { superuserUrl, ownerUrl, url } = server;
  await migrate(withDatabaseName(ownerUrl, templateDatabase), new URL(url).username);
  const database = openDatabase(withDatabaseName(url, templateDatabase), {
    onError: () => undefined,
  });
  await importShippedModels(database);
  await importShippedPlaces(database);
  await database.$client.end();
  const template = await withClient(
    withDatabaseName(superuserUrl, templateDatabase),
    async (client) => {
      await client.query(
        `revoke insert, update, delete on ${readOnlyTables} from ${new URL(url).username}`,
      );
      return describeTemplate(client);
    },
  );
  project.provide('postgres', { superuserUrl, ownerUrl, url, template });
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
