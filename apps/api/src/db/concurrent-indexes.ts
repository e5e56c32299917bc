import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { connectTimeout, liftLimits, resetLimits } from './connection-settings.ts';

const file = new URL('./schema/concurrent-indexes.sql', import.meta.url);
/** Key of the advisory lock under which one process at a time builds indexes. */
const indexLock = 7_305_121;

/**
 * Builds the indexes of large tables that do not exist yet, and drops those that they replace, without
 * blocking writes to the tables. If another process is about it, this one does not wait: PostgreSQL would
 * wait for its transaction in turn.
 *
 * @param connectionString connects as the owner of the database.
 * @param statements of `concurrent-indexes.sql` by default.
 */
export async function buildConcurrentIndexes(
  connectionString: string,
  statements?: string,
): Promise<void> {
  const options = { connectionString, ...connectTimeout, application_name: 'redial-migrate' };
  // The lock belongs to a transaction, as behind a transaction pooler a session has none. An index
  // cannot be built in a transaction, so there are two connections.
  const [locker, builder] = [new pg.Client(options), new pg.Client(options)];
  // Without its lock, an index that is being built is still completed. Statements report a lost connection.
  for (const client of [locker, builder]) client.on('error', () => undefined);
  await locker.connect();
  try {
    await locker.query('begin');
    await locker.query(liftLimits('local'));
    // Without a parameter: those leave a snapshot open, for whose end PostgreSQL would wait.
    const { rows } = await locker.query<{ locked: boolean }>(
      `select pg_try_advisory_xact_lock(${indexLock}) as locked`,
    );
    if (!rows[0]?.locked) return;
    await builder.connect();
    try {
      for (const statement of split(statements ?? (await readFile(file, 'utf8')))) {
        await apply(builder, statement);
      }
    } finally {
      await builder.end();
    }
  } finally {
    await locker.end();
  }
}

const split = (text: string): string[] =>
  text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

async function apply(client: pg.Client, statement: string): Promise<void> {
  const [, built] =
    /^create (?:unique )?index concurrently if not exists (\w+)\s/.exec(statement) ?? [];
  const [, dropped] = /^drop index concurrently if exists (\w+)$/.exec(statement) ?? [];
  const name = built ?? dropped;
  if (!name) throw new Error(`Not a concurrent index: ${statement}`);
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  if (built ? rows[0]?.valid : !rows[0]) return;
  await client.query(liftLimits('session'));
  try {
    // An interrupted build leaves an index that is maintained and never used.
    if (rows[0]) await client.query(`drop index concurrently ${name}`);
    if (built) await client.query(statement);
  } finally {
    // Behind a transaction pooler, others use the connection afterwards.
    await client.query(resetLimits).catch(() => undefined);
  }
}
