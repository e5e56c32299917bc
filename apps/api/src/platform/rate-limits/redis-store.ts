import type { FastifyBaseLogger } from 'fastify';
import { memoryStore, type RateLimitStore } from './rate-limit-store.ts';

/** Milliseconds that a count may take before it is made in memory instead. */
const timeoutMs = 250;
const prefix = 'redial:rate:';

/** Adds to a counter that ends a while after its first count. */
const script = `
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return { count, left }`;

/**
 * Counts in Redis, together with every process that does. While Redis is not to be had, this process
 * counts alone: a limit may then be passed once in each process, and no request fails. Told in one
 * line when that begins, and in one when it ends.
 */
export async function redisStore(
  url: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<RateLimitStore> {
  // Some hundred modules that only an installation with Redis needs.
  const { createClient } = await import('@redis/client');
  const memory = memoryStore();
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 2000,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 5000),
    },
  });
  let disconnected = false;
  const onDisconnected = (error: unknown) => {
    if (disconnected) return;
    disconnected = true;
    log.warn({ err: error }, 'Redis is not to be had: each process counts its rate limits alone');
  };
  const onReconnected = () => {
    if (disconnected) log.warn('Redis is back: rate limits are counted together again');
    disconnected = false;
  };
  client.on('error', onDisconnected);
  client.on('ready', onReconnected);
  // Goes on trying in the background; one that is down now does not keep Redial from starting.
  const connected = client.connect().catch(onDisconnected);
  await Promise.race([connected, delay(2000)]);

  return {
    shared: true,
    async increment(increments) {
      if (!client.isReady) return memory.increment(increments);
      try {
        const all = increments.map(({ key, by, windowMs }) =>
          client.eval(script, {
            keys: [prefix + key],
            arguments: [String(by), String(Math.round(windowMs))],
          }),
        );
        const answers = await Promise.race([
          Promise.all(all),
          delay(timeoutMs).then(() => Promise.reject(new Error('Redis does not answer in time'))),
        ]);
        // One that was slow kept its line, so that nothing else tells that it is back.
        onReconnected();
        return answers.map((answer) => {
          const [count = 0, resetsInMs = 0] = answer as number[];
          return { count, resetsInMs };
        });
      } catch (error) {
        onDisconnected(error);
        return memory.increment(increments);
      }
    },
    close: async () => {
      client.destroy();
    },
  };
}

const delay = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
