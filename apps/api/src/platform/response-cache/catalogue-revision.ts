import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from '../../db/index.ts';

export interface RevisionReader {
  /**
   * Names what everyone may read in the database, at some moment after this was called: under equal
   * names it is the same (see docs/decisions). Undefined where the database does not answer.
   */
  read(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Milliseconds after which the database counts as not answering. */
const timeoutMs = 2000;

/**
 * Reads the version of what is public on a connection of its own. All who ask before a query is sent
 * share its answer, and who asks later waits for the next one: thousands of requests a second cost some
 * hundred queries.
 *
 * @param options.onLost called when the connection is gone, before anyone is told a later version: a
 *   standby that has taken over may lack the last changes, and use their versions' names a second time.
 */
export function createRevisionReader(options: {
  connectionString: string;
  onLost: () => void;
  onError: (error: Error, what: string) => void;
}): RevisionReader {
  const { connectionString, onLost, onError } = options;
  let client: Promise<pg.Client> | undefined;
  let polling = false;
  let closed = false;
  let pending: PromiseWithResolvers<string | undefined> | undefined;

  function dropConnection(lost: Promise<pg.Client>): void {
    if (client !== lost) return;
    client = undefined;
    onLost();
    lost.then((one) => one.end()).catch(() => undefined);
  }

  function connection(): Promise<pg.Client> {
    if (client) return client;
    const one = new pg.Client({
      connectionString,
      application_name: 'redial-catalogue-revision',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    const opened = one.connect().then(() => one);
    client = opened;
    one.on('error', () => dropConnection(opened));
    one.on('end', () => dropConnection(opened));
    return opened;
  }

  async function queryRevision(): Promise<string | undefined> {
    const used = connection();
    try {
      const { rows } = await (await used).query<{ version: string }>({
        name: 'version',
        text: 'select coalesce(sum(n), 0)::text as version from public_changes',
      });
      return client === used ? rows[0]?.version : undefined;
    } catch (error) {
      dropConnection(used);
      if (!closed) onError(error as Error, 'the version connection was lost');
      return undefined;
    }
  }

  async function resolvePending(): Promise<void> {
    while (pending) {
      const { resolve } = pending;
      pending = undefined;
      resolve(closed ? undefined : await queryRevision());
    }
    polling = false;
  }

  return {
    read: () => {
      pending ??= Promise.withResolvers();
      if (!polling) {
        polling = true;
        // Not at once: who arrives in the same turn of the event loop asks along.
        setImmediate(() => void resolvePending());
      }
      return pending.promise;
    },
    close: async () => {
      closed = true;
      const last = client;
      client = undefined;
      await last?.then((one) => one.end()).catch(() => undefined);
    },
  };
}

/**
 * Folds the rows that are added up to a version into one; the version stays the same.
 *
 * @returns how many rows were folded.
 */
export async function compactRevisions(db: Database): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`
    with many as (select count(*) > ${compactionThreshold} as are from public_changes),
    old as (delete from public_changes where (select are from many) returning n),
    new as (insert into public_changes select sum(n) from old having count(*) > 0)
    select count(*)::int as folded from old`);
  return rows[0]?.folded ?? 0;
}

/** Rows that are few enough to add up at each look. */
const compactionThreshold = 500;
