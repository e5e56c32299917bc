import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { liveChannel } from './publish.ts';

/** Tells a process which users have new events, whichever replica has published them. */
export interface LiveSignals {
  /**
   * @param listener.onUser called with the id of a user who has new events.
   * @param listener.onGap called when signals may have been lost.
   */
  start(listener: { onUser: (userId: string) => void; onGap: () => void }): void;
  close(): Promise<void>;
}

/** Milliseconds after which the database counts as unavailable. */
const timeoutMs = 5000;
/** Milliseconds between checks of the connection: a broken one need not be reported. */
const checkIntervalMs = 15_000;
const maxBackoffMs = 10_000;

/** Listens to PostgreSQL with a connection of its own, and reconnects when it is lost. */
export function createPostgresSignals(options: {
  connectionString: string;
  onError: (error: unknown, message: string) => void;
}): LiveSignals {
  const { connectionString, onError } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  let running: Promise<void> | undefined;

  /** Listens until the connection is lost. */
  async function listen({ onUser, onGap }: Parameters<LiveSignals['start']>[0]): Promise<void> {
    const client = new pg.Client({
      connectionString,
      application_name: 'redial-live',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    });
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('the connection was closed')));
    client.on('notification', ({ channel, payload }) => {
      if (channel === liveChannel && payload) onUser(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${liveChannel}`);
      onGap();
      while (!lost.signal.aborted) {
        await sleep(checkIntervalMs, undefined, {
          signal: AbortSignal.any([lost.signal, signal]),
        }).catch(() => undefined);
        if (signal.aborted) return;
        if (!lost.signal.aborted) await client.query('select 1');
      }
      throw lost.signal.reason;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  return {
    start: (listener) => {
      running = (async () => {
        for (let attempt = 0; !signal.aborted; attempt++) {
          const since = Date.now();
          try {
            await listen(listener);
          } catch (error) {
            if (!signal.aborted) onError(error, 'the connection for live updates was lost');
          }
          if (Date.now() - since > maxBackoffMs) attempt = 0;
          const backoffMs = Math.min(maxBackoffMs, 250 * 2 ** attempt);
          await sleep(backoffMs, undefined, { signal }).catch(() => undefined);
        }
      })();
    },
    close: async () => {
      stopped.abort();
      await running;
    },
  };
}

/** Milliseconds between two queries for new events where the database cannot signal them. */
const pollIntervalMs = 2000;

/** Behind a transaction pooler, which carries no notifications: asks for new events again and again. */
export function createPollingSignals(intervalMs = pollIntervalMs): LiveSignals {
  let timer: NodeJS.Timeout | undefined;
  return {
    start: ({ onGap }) => {
      timer = setInterval(onGap, intervalMs);
    },
    close: async () => clearInterval(timer),
  };
}
