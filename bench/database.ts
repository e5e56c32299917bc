import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** Connection settings of the embedded database, as documented in docs/operations.md. */
export async function connectionConfig(dataDir: string) {
  const dir = await readFile(path.join(dataDir, 'postgres/moved-to'), 'utf8').catch(() => '');
  const postgres = dir.trim() || path.join(dataDir, 'postgres');
  return {
    host: path.join(postgres, 'run'),
    user: 'redial',
    database: 'redial',
    password: (await readFile(path.join(postgres, 'password'), 'utf8')).trim(),
  };
}

export async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client(await connectionConfig(dataDir));
  await client.connect();
  return client;
}
