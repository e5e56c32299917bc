import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from '../../db/index.ts';
import { requirePrimary } from '../../db/wal-position.ts';
import { type ChangedScopes, createChangeTracker, type Scopes } from './changed-scopes.ts';

export interface RevisionReader {
  /**
   * Reads the changes of the public data at some moment after the call.
   *
   * @returns the revision for `hasChanged` (see docs/decisions/0028), undefined where the database is
   *   unavailable.
   */
  read(): Promise<number | undefined>;
  /** The revision that was read last; undefined where none has been, or the connection was lost. */
  readonly last: number | undefined;
  /** Whether some of the data has changed between a revision and the last one that was read. */
  hasChanged(scopes: Scopes, since: number): boolean;
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
  const changes = createChangeTracker();
  let connection: Promise<pg.Client> | undefined;
  /** What the connection has read last. */
  let last: CatalogueState | undefined;
  let polling = false;
  let closed = false;
  let pending: PromiseWithResolvers<number | undefined> | undefined;

  function dropConnection(lost: Promise<pg.Client>): void {
    if (connection !== lost) return;
    connection = undefined;
    last = undefined;
    changes.reset();
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
    client.on('error', () => dropConnection(opened));
    client.on('end', () => dropConnection(opened));
    return opened;
  }

  async function queryRevision(): Promise<number | undefined> {
    const used = connect();
    try {
      const { rows } = await (await used).query<CatalogueState>({
        name: 'revision',
        text: changesSince,
        values: [last?.snapshot ?? null],
      });
      const [state] = rows;
      if (connection !== used || !state) return undefined;
      const known = last && Number(last.total) + sumOf(state.changes);
      if (known === Number(state.total)) changes.add((state.changes ?? []).map(([, each]) => each));
      else changes.reset();
      last = state;
      return changes.revision;
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
    get last() {
      return last && changes.revision;
    },
    hasChanged: changes.hasChanged,
    close: async () => {
      closed = true;
      const open = connection;
      connection = undefined;
      await open?.then((client) => client.end()).catch(() => undefined);
    },
  };
}

/** The sum of all changes, and those that the previous snapshot of the connection did not see. */
interface CatalogueState {
  readonly total: string;
  readonly snapshot: string;
  /** Each counts as so many changes. */
  readonly changes: readonly (readonly [number, ChangedScopes])[] | null;
}

/**
 * The transaction of a row from another cluster (a restored backup) may be in the future of this one: it
 * is not visible in the current snapshot, and the row no new change.
 */
const changesSince = `
  select coalesce(sum(n), 0)::text as total, pg_current_snapshot()::text as snapshot,
    json_agg(json_build_array(n, scopes)) filter (where not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      and pg_visible_in_snapshot(xid, pg_current_snapshot())) as changes
  from catalogue_revisions`;

const sumOf = (changes: CatalogueState['changes']): number =>
  (changes ?? []).reduce((sum, [n]) => sum + n, 0);

/**
 * Merges the rows whose sum is the catalogue revision into one; the revision stays the same. The newest
 * rows stay: a reader that finds rows merged that it has not seen takes everything as changed.
 *
 * @returns how many rows were merged.
 */
export async function compactRevisions(db: Database): Promise<number> {
  const { rows } = await db.execute<{ merged: number }>(sql`
    with many as (select count(*) > ${compactionThreshold} as are from catalogue_revisions),
    old as (
      delete from catalogue_revisions where (select are from many) and ctid not in (
        select ctid from catalogue_revisions order by xid desc nulls last limit ${uncompactedRows}
      ) returning n
    ),
    new as (insert into catalogue_revisions (n, xid) select sum(n), null from old having count(*) > 0)
    select count(*)::int as merged from old`);
  return rows[0]?.merged ?? 0;
}

/** Up to this many rows, adding them up at each read is cheap. */
const compactionThreshold = 500;
const uncompactedRows = 100;
