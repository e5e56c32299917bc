import type pg from 'pg';

/** A position in the write-ahead log. A promoted standby begins a new timeline. */
export interface WalPosition {
  readonly timeline: number;
  /** Bytes since the beginning of the log. */
  readonly lsn: number;
}

type Queryable = Pick<pg.ClientBase, 'query'>;

/**
 * Up to where the primary has flushed its log: every commit that it has acknowledged is before that.
 *
 * @throws on a standby.
 */
export async function readPrimaryPosition(primary: Pick<pg.Pool, 'query'>): Promise<WalPosition> {
  const { rows } = await primary.query<{ timeline: number; lsn: string }>(`
    select ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline, lsn - '0/0' as lsn
    from pg_current_wal_flush_lsn() as lsn`);
  return toPosition(rows[0]);
}

/**
 * Up to where a standby has replayed the log at least. The timeline is the last one that is known to be
 * the standby's: without the privilege `pg_read_all_stats` it is recorded with the next restartpoint.
 *
 * @throws NoStandby if the server is none.
 */
export async function readStandbyPosition(standby: Queryable): Promise<WalPosition> {
  const { rows } = await standby.query<{ timeline: number; lsn: string | null }>(`
    select lsn - '0/0' as lsn, greatest(
      (select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery()),
      (select received_tli from pg_stat_wal_receiver)) as timeline
    from pg_last_wal_replay_lsn() as lsn where pg_is_in_recovery()`);
  if (!rows[0]) throw new NoStandby('the server is no standby');
  return toPosition(rows[0]);
}

/** A server of `DATABASE_REPLICA_URLS` is not, or no longer, a standby. */
class NoStandby extends Error {
  override readonly name = 'NoStandby';
}

/** Whether a server at one position has everything up to the other. */
export const includes = (position: WalPosition, other: WalPosition): boolean =>
  position.timeline >= other.timeline && position.lsn >= other.lsn;

/**
 * Refuses a server that is in recovery. While a failover is under way, a load balancer may still lead to
 * the previous primary, which is a standby by then.
 */
export async function requirePrimary(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    'select pg_is_in_recovery() as standby',
  );
  if (rows[0]?.standby) throw new NotPrimary('the database server is a standby');
}

/** A connection meant for the primary led to a standby. */
class NotPrimary extends Error {
  override readonly name = 'NotPrimary';
  /** PostgreSQL's own code for a write on a standby. */
  readonly code = '25006';
}

const toPosition = (row?: { timeline: number; lsn: string | null }): WalPosition => ({
  timeline: row?.timeline ?? 0,
  lsn: Number(row?.lsn ?? 0),
});
