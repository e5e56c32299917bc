import pg from 'pg';

/** What every session of the pool keeps to: one slow statement must not hold everybody. */
export const connectionSettings = {
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
} as const;
/** How alike two words must be to be taken for the same, mistyped: "galxy" is 0.5 of "galaxy". */
const wordSimilarity = 0.45;
/** Sends the same at the start of a session. */
export const connectionOptions = `-c pg_trgm.word_similarity_threshold=${wordSimilarity}`;

/** A start does not wait without end for a database that takes calls and says nothing. */
export const connectTimeout = { connectionTimeoutMillis: 10_000 } as const;

/** Names the advisory lock under which one process at a time changes the role. */
const roleLock = 7_305_117;

/**
 * Finds out whether sessions are ours. A proxy that pools by transaction (PgBouncer) hands each
 * transaction to another session: it takes no settings at the start of one, or drops them. Then the
 * role is given them, for this database, and every new session behind the proxy begins with them.
 *
 * @returns `pooled`: sessions are not ours, so nothing may be left in one.
 */
export async function configureConnections(connectionString: string): Promise<{ pooled: boolean }> {
  if (await acceptsStartupSettings(connectionString)) return { pooled: false };
  const client = new pg.Client({ connectionString, ...connectTimeout });
  await client.connect();
  try {
    // In one statement, so in one session. The first line loads the extension, which knows the setting.
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

async function acceptsStartupSettings(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    ...connectTimeout,
    ...connectionSettings,
    options: connectionOptions,
  });
  // A proxy that refuses them hangs up, too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ threshold: string; statement: string }>(
      `select current_setting('pg_trgm.word_similarity_threshold', true) as threshold,
              current_setting('statement_timeout') as statement`,
    );
    return rows[0]?.threshold === String(wordSimilarity) && rows[0].statement === '5s';
  } catch (error) {
    if (/startup parameter|startup packet/i.test((error as Error).message)) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
