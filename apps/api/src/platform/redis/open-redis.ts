import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClientType, RedisSentinelType } from '@redis/client';

/** Where Redis is. */
export interface RedisAddress {
  /**
   * `redis://user:password@host:port`, or `rediss://` for TLS. With sentinels, the host is the name by
   * which they know the primary, without a port.
   */
  readonly url: string;
  /** URLs of the sentinels, with user and password if they require them; none for a single server. */
  readonly sentinels: readonly string[];
}

/** A client of one server, or of the primary that the sentinels name. */
export type RedisClient = RedisClientType | RedisSentinelType;

export interface RedisConnection {
  readonly client: RedisClient;
  /** Whether the server has responded lately. If not, a command waits or fails. */
  isAvailable(): boolean;
  close(): void;
}

/** What happens to a connection: each is called once for every change. */
export interface RedisEvents {
  onLost(error: unknown): void;
  /** After a loss, not at the start. */
  onRestored(): void;
}

/** Milliseconds that a start waits for Redis, which is then awaited in the background. */
const startTimeoutMs = 2000;

/** Milliseconds between two checks of the primary, and after which one has failed. */
const checkMs = { every: 500, timeout: 1000 };

/** A connection on which not even a ping is answered is closed and opened again. */
const clientOptions = {
  disableOfflineQueue: true,
  pingInterval: 500,
  socket: {
    connectTimeout: 2000,
    socketTimeout: 1500,
    reconnectStrategy: (attempts: number) => Math.min(100 * 2 ** attempts, 5000),
  },
};

/**
 * Connects to Redis. An unavailable one is reported, prevents no start, and is used once it is there.
 */
export function openRedis(address: RedisAddress, events: RedisEvents): Promise<RedisConnection> {
  return address.sentinels.length > 0
    ? openThroughSentinels(address, reportChanges(events))
    : openServer(address, reportChanges(events));
}

async function openServer({ url }: RedisAddress, state: State): Promise<RedisConnection> {
  // Loaded on demand: some hundred modules that only installations with Redis need.
  const { createClient } = await import('@redis/client');
  const client: RedisClientType = createClient({ ...clientOptions, url });
  client.on('error', state.lose).on('ready', state.restore);
  const connected = client.connect().catch(state.lose);
  await Promise.race([connected, delay(startTimeoutMs)]);
  return {
    client,
    isAvailable: () => client.isReady,
    close: () => client.destroy(),
  };
}

/**
 * The client's own events say that something has changed, such as the loss of one sentinel of three, and
 * not whether the primary responds. Therefore it is asked.
 */
async function openThroughSentinels(
  { url, sentinels }: RedisAddress,
  state: State,
): Promise<RedisConnection> {
  const { createSentinel } = await import('@redis/client');
  const client: RedisSentinelType = createSentinel({
    name: new URL(url).hostname,
    sentinelRootNodes: sentinels.map(toNode),
    nodeClientOptions: toClientOptions(url),
    sentinelClientOptions: toClientOptions(sentinels[0] ?? url),
    // Concurrent commands share one connection, instead of waiting for each other.
    reserveClient: true,
    scanInterval: 1000,
  });
  let reason: unknown;
  client.on('error', (error: unknown) => {
    reason = error;
  });
  const closed = new AbortController();

  async function check(): Promise<void> {
    try {
      if (!client.isOpen) await Promise.race([client.connect(), rejectAfter(checkMs.timeout)]);
      await Promise.race([client.ping(), rejectAfter(checkMs.timeout)]);
      state.restore();
    } catch (error) {
      state.lose(reason ?? error);
    }
  }
  async function checkAlways(): Promise<void> {
    while (!closed.signal.aborted) {
      await delay(checkMs.every);
      if (!closed.signal.aborted) await check();
    }
  }
  await check();
  void checkAlways();
  return {
    client,
    isAvailable: () => !state.isLost(),
    close: () => {
      closed.abort();
      client.destroy().catch(() => undefined);
    },
  };
}

interface State {
  lose(error: unknown): void;
  restore(): void;
  isLost(): boolean;
}

/** Reports changes only: a lost connection is reported by each attempt to open it again. */
function reportChanges({ onLost, onRestored }: RedisEvents): State {
  let isLost = false;
  return {
    isLost: () => isLost,
    lose: (error) => {
      if (!isLost) onLost(error);
      isLost = true;
    },
    restore: () => {
      if (isLost) onRestored();
      isLost = false;
    },
  };
}

/** The standard port of sentinels. */
const sentinelPort = 26_379;

const toNode = (url: string) => {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || sentinelPort) };
};

function toClientOptions(url: string) {
  const { protocol, username, password, pathname } = new URL(url);
  return {
    ...clientOptions,
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(pathname.length > 1 ? { database: Number(pathname.slice(1)) } : {}),
    socket: { ...clientOptions.socket, ...(protocol === 'rediss:' ? { tls: true as const } : {}) },
  };
}

const delay = (ms: number) => sleep(ms, undefined, { ref: false });

const rejectAfter = async (ms: number): Promise<never> => {
  await delay(ms);
  throw new Error(`Redis did not respond within ${ms} ms`);
};
