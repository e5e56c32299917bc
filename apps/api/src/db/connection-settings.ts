import pg from 'pg';

/** Settings of every connection, in milliseconds: one slow statement must not block the others. */
export const connectionSettings = {
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
} as const;
/**
 * Threshold above which two words count as the same word, misspelt: "galxy" and "galaxy" have a
 * similarity of 0.5.
 */
const wordSimilarity = 0.45;
/** Startup option for the same threshold. */
export const connectionOptions = `-c pg_trgm.word_similarity_threshold=${wordSimilarity}`;

/**
 * Statements that lift the limits for schema changes, which take longer. They may be stored on the role, if
 * the owner is the role of the server.
 *
 * @param scope `local` for the current transaction only.
 */
export const liftLimits = (scope: 'local' | 'session'): string =>
  Object.keys(connectionSettings)
    .map((name) => `set ${scope} ${name} = 0`)
    .join('; ');
/** Sets the limits of a session to those of its role again. */
export const resetLimits = Object.keys(connectionSettings)
  .map((name) => `reset ${name}`)
  .join('; ');

/** Limits how long a start waits for an unresponsive database. */
export const connectTimeout = { connectionTimeoutMillis: 10_000 } as const;

/** Key of the advisory lock under which one process at a time alters the role. */
const roleLock = 7_305_117;

/**
 * Detects a transaction pooler. Behind one, the settings are stored on the role for this database, so that
 * every new server connection has them.
 *
 * @returns `pooled`: session state must not be used.
 */
export async function configureConnections(connectionString: string): Promise<{ pooled: boolean }> {
  if (!(await isPooled(connectionString))) return { pooled: false };
  const client = new pg.Client({ connectionString, ...connectTimeout });
  await client.connect();
  try {
    // A single statement, hence a single session. The first line loads the extension that defines
    // the setting.
    await client.query(`do $$
      declare target text := format('alter role %I in database %I set ', current_user, current_database());
      begin
        perform word_similarity('a', 'b'), pg_advisory_xact_lock(${roleLock});
        ${Object.entries(connectionSettings)
          .map(([name, value]) => `execute target || '${name} = ${value}';`)
          .join('\n        ')}
        execute target || 'pg_trgm.word_similarity_threshold = ${wordSimilarity}';
      end $$`);
  } finally {
    await client.end();
  }
  return { pooled: true };
}

/** The role that a URL connects as. @throws if the database cannot be reached. */
export async function findRole(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString, ...connectTimeout });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]?.role ?? '';
  } finally {
    await client.end();
  }
}

/**
 * Detects a transaction pooler (such as PgBouncer), which assigns a server connection per transaction and
 * therefore rejects or drops startup settings. Changes nothing.
 */
export async function isPooled(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    ...connectTimeout,
    ...connectionSettings,
    options: connectionOptions,
  });
  // A pooler that rejects startup settings also closes the connection.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ threshold: string; statement: string }>(
      `select current_setting('pg_trgm.word_similarity_threshold', true) as threshold,
              current_setting('statement_timeout') as statement`,
    );
    return rows[0]?.threshold !== String(wordSimilarity) || rows[0].statement !== '5s';
  } catch (error) {
    if (/startup parameter|startup packet/i.test((error as Error).message)) return true;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
