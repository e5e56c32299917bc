import { batched } from './batched.ts';
import { openDatabase } from './client.ts';
import type { StatementTracing } from './trace-statements.ts';
import { includes, readStandbyPosition, type WalPosition } from './wal-position.ts';

/** Milliseconds between checks of a standby, and for which one may be unresponsive. */
const checkIntervalMs = 500;
const timeoutMs = 1000;

export interface StandbyOptions {
  readonly url: string;
  /** Connections to it. */
  readonly max: number;
  /** Behind a transaction pooler, connections take no settings. */
  readonly pooled: boolean;
  readonly tracing?: StatementTracing | undefined;
  /** Called when it can no longer be used, and when it can again (without an error). */
  readonly onChange: (name: string, error?: unknown) => void;
}

export interface Standby {
  /** Whether it has replayed the log up to a position; false if it is unavailable. */
  hasReplayed(position: WalPosition): Promise<boolean>;
  /** Makes a statement there. @throws its error, or that of the standby once it is unavailable. */
  query(...args: unknown[]): Promise<unknown>;
  /** Leaves it out until a check succeeds. */
  leaveOut(error: unknown): void;
  close(): Promise<void>;
}

/**
 * Opens a pool on a standby and checks it again and again.
 *
 * What a standby has replayed only grows, until it restarts: a crashed one, or one that was created anew,
 * may begin earlier. So a new connection is used only if the server has replayed what has been asked for.
 */
export function openStandby(options: StandbyOptions): Standby {
  const { url, max, pooled, tracing, onChange } = options;
  const name = new URL(url).host;
  /** It has replayed at least this; undefined while it is left out. */
  let replayed: WalPosition | undefined;
  /** The last position for which `hasReplayed` was true. */
  let promised: WalPosition = { timeline: 0, lsn: 0 };
  let connections = 0;
  let lost = Promise.withResolvers<never>();
  lost.promise.catch(() => undefined);
  let reported = false;
  let closed = false;

  const { $client: pool } = openDatabase(url, {
    max,
    pooled,
    tracing,
    onConnect: async (client) => {
      const position = await readStandbyPosition(client);
      if (!includes(position, promised)) throw new Error('the standby has gone back');
      connections++;
      replayed = position;
    },
    onError: () => undefined,
  });

  function leaveOut(error: unknown): void {
    if (closed) return;
    replayed = undefined;
    lost.reject(error);
    lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    if (!reported) onChange(name, error);
    reported = true;
  }

  /** Reads its position and uses it from now on; leaves it out if that fails or takes too long. */
  const check = batched(async () => {
    const before = connections;
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeout.reject(new Error('no response in time')), timeoutMs);
    try {
      const position = await Promise.race([readStandbyPosition(pool), timeout.promise]);
      // Otherwise it may be that of the server before a restart; the new connection has read its own.
      if (connections === before) replayed = position;
      if (reported) onChange(name);
      reported = false;
    } catch (error) {
      leaveOut(error);
    } finally {
      clearTimeout(timer);
    }
  });
  const timer = setInterval(() => void check(), checkIntervalMs).unref();
  void check();

  const canServe = (position: WalPosition): boolean => {
    if (!replayed || !includes(replayed, position)) return false;
    if (!includes(promised, position)) promised = position;
    return true;
  };

  return {
    hasReplayed: async (position) => {
      if (!replayed) return false;
      if (canServe(position)) return true;
      await check();
      return canServe(position);
    },
    // Fails as soon as the standby is found to be unavailable.
    query: (...args) => Promise.race([(pool as unknown as Untyped).query(...args), lost.promise]),
    leaveOut,
    close: async () => {
      closed = true;
      clearInterval(timer);
      await pool.end();
    },
  };
}

type Untyped = { query(...args: unknown[]): Promise<unknown> };
