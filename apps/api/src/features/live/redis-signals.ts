import type { Database } from '../../db/client.ts';
import { openRedis, type RedisAddress } from '../../platform/redis/open-redis.ts';
import { liveChannel, signalAfterCommit } from './publish.ts';
import type { LiveSignals } from './signals.ts';

/**
 * Milliseconds between two queries for new events: of each process, for all its readers at once. While Redis
 * responds, they find what was committed by a process that died before it could signal.
 */
const pollMs = { lost: 2000, responding: 10_000 };

/**
 * Signals through Redis, after the commit. Redis stores nothing: a signal that is lost is made up for by
 * the next query. An unavailable Redis is reported, and delays no transaction.
 *
 * @param databases all connection pools whose transactions publish; their NOTIFY is no longer used.
 */
export async function createRedisSignals({
  address,
  databases,
  onChange,
}: {
  address: RedisAddress;
  databases: readonly Database[];
  /** @param error why Redis is unavailable; `undefined` when it is back. */
  onChange: (error: unknown) => void;
}): Promise<LiveSignals> {
  let listener: Parameters<LiveSignals['start']>[0] | undefined;
  const [publisher, subscriber] = await Promise.all([
    openRedis(address, { onLost: () => undefined, onRestored: () => undefined }),
    // Reports for both: they lead to the same server.
    openRedis(address, {
      onLost: (error) => onChange(error ?? new Error('the connection was lost')),
      onRestored: () => {
        onChange(undefined);
        listener?.onGap();
      },
    }),
  ]);

  for (const db of databases) {
    signalAfterCommit(db, (userIds) => {
      if (!publisher.isAvailable()) return;
      publisher.client.publish(liveChannel, userIds.join(',')).catch(() => undefined);
    });
  }

  let subscribing: Promise<unknown> | undefined;
  /** Once: the client subscribes anew when it has lost the connection. */
  function subscribe(): void {
    if (subscribing || !subscriber.isAvailable()) return;
    subscribing = subscriber.client
      .subscribe(liveChannel, (message) => {
        for (const userId of message.split(',')) listener?.onUser(userId);
      })
      .then(
        () => listener?.onGap(),
        () => {
          subscribing = undefined;
        },
      );
  }

  let timer: NodeJS.Timeout | undefined;
  let polledAt = Date.now();
  function poll(): void {
    subscribe();
    const isResponding = subscribing !== undefined && subscriber.isAvailable();
    if (isResponding && Date.now() - polledAt < pollMs.responding) return;
    polledAt = Date.now();
    listener?.onGap();
  }

  return {
    start: (started) => {
      listener = started;
      subscribe();
      timer = setInterval(poll, pollMs.lost);
    },
    close: async () => {
      clearInterval(timer);
      listener = undefined;
      subscriber.close();
      publisher.close();
    },
  };
}
