import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** The longest wait for jobs, in milliseconds. */
const maxJobMs = 15 * 60_000;

/**
 * Waits until no background job is under way or due: the first one after new products are inserted
 * computes what they are worth, which keeps a processor busy for minutes.
 *
 * @throws if they take longer than 15 minutes.
 */
export async function waitForJobs(dataDir: string): Promise<void> {
  // The owner of the tables may not read the job queue.
  const client = new pg.Client({ ...(await connectionConfig(dataDir)), user: 'postgres' });
  await client.connect();
  try {
    const until = Date.now() + maxJobMs;
    for (;;) {
      const { rowCount } = await client.query(
        `select from jobs.job where state = 'active' or state < 'active' and start_after <= now()`,
      );
      if (rowCount === 0) return;
      if (Date.now() > until) throw new Error('the jobs have not ended within 15 minutes');
      await sleep(500);
    }
  } finally {
    await client.end();
  }
}
