import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from '../../db/index.ts';
import { requirePrimary } from '../../db/wal-position.ts';

export interface RevisionReader {
  /**
   * Reads the catalogue revision at some moment after the call. While it is the same, all public data
   * in the database is the same (see docs/decisions/0010). Undefined where the database is unavailable.
   */
  read(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Milliseconds after which the database counts as unavailable. */
const timeoutMs = 2000;

/**
 * Creates a reader with a connection of its own. Calls are batched: all calls made before a query is
 * sent share its result, and later calls share the next query. Thousands of requests a second cost some
 * hundred queries.
 *
 * @param options.onLost called when the connection is lost, before any later revision is returned. After
 *   a failover the new primary may lack the last changes and reuse their revisions.
 */
export function createRevisionReader(options: {
  connectionString: string;
  onLost: () => void;
  onError: (error: Error, message: string) => void;
}): RevisionReader {
  const { connectionString, onLost, onError } = options;
  let connection: Promise<pg.Client> | undefined;
  let connections = 0;
  let polling = false;
  let closed = false;
  let pending: PromiseWithResolvers<string | undefined> | undefined;

  function dropConnection(lost: Promise<pg.Client>): void {
    if (connection !== lost) return;
    connection = undefined;
    onLost();
    lost.then((client) => client.end()).catch(() => undefined);
  }

  function connect(): Promise<pg.Client> {
    if (connection) return connection;
    const client = new pg.Client({
      connectionString,
      application_name: 'redial-catalogue-revision',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    const opened = client.connect().then(async () => {
      await requirePrimary(client);
      return client;
    });
    connection = opened;
    connections++;
    client.on('error', () => dropConnection(opened));
    client.on('end', () => dropConnection(opened));
    return opened;
  }

  async function queryRevision(): Promise<string | undefined> {
    const used = connect();
    const number = connections;
    try {
      const { rows } = await (await used).query<{ revision: string }>({
        name: 'revision',
        text: 'select coalesce(sum(n), 0)::text as revision from catalogue_revisions',
      });
      // With the number of the connection: a response that is still being computed when one is lost is
      // not found under a revision that the new primary reuses.
      return connection === used && rows[0] ? `${number}:${rows[0].revision}` : undefined;
    } catch (error) {
      dropConnection(used);
      if (!closed) onError(error as Error, 'the connection for catalogue revisions was lost');
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
        // Deferred, so that requests of the same event loop iteration share the query.
        setImmediate(() => void resolvePending());
      }
      return pending.promise;
    },
    close: async () => {
      closed = true;
      const last = connection;
      connection = undefined;
      await last?.then((client) => client.end()).catch(() => undefined);
    },
  };
}

/**
 * Merges the rows whose sum is the catalogue revision into one; the revision stays the same.
 *
 * @returns how many rows were merged.
 */
export async function compactRevisions(db: Database): Promise<number> {
  const { rows } = await db.execute<{ merged: number }>(sql`
    with many as (select count(*) > ${compactionThreshold} as are from catalogue_revisions),
    old as (delete from catalogue_revisions where (select are from many) returning n),
    new as (insert into catalogue_revisions select sum(n) from old having count(*) > 0)
    select count(*)::int as merged from old`);
  return rows[0]?.merged ?? 0;
}

/** Up to this many rows, adding them up at each read is cheap. */
const compactionThreshold = 500;
