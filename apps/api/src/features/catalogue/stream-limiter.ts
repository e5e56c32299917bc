import type { FastifyReply } from 'fastify';
import { Problem } from '../../platform/problem.ts';

/** Seconds after which a client may retry: a whole list takes a few seconds. */
const retryAfterSeconds = 10;

/** Reserves a stream until the response ends. @throws Problem `rate.limited`, `server.unavailable` */
export type StreamLimiter = (client: string, reply: FastifyReply) => void;

/**
 * Limits how many whole lists are streamed at the same time: each occupies the database and the
 * processor for as long as its client reads.
 *
 * @param options.perClient streams of one client
 * @param options.total streams of all clients of this process
 */
export function createStreamLimiter(options: { perClient: number; total: number }): StreamLimiter {
  const streams = new Map<string, number>();
  let total = 0;

  const release = (client: string) => {
    total--;
    const left = (streams.get(client) ?? 1) - 1;
    if (left > 0) streams.set(client, left);
    else streams.delete(client);
  };

  return (client, reply) => {
    // The client has disconnected: no `close` follows, and the stream ends at once.
    if (reply.raw.destroyed) return;
    const own = streams.get(client) ?? 0;
    if (own >= options.perClient || total >= options.total) {
      reply.header('retry-after', retryAfterSeconds);
      if (own >= options.perClient) {
        const detail = 'You are loading the whole list several times: use `limit`, or wait';
        throw new Problem('rate.limited', detail);
      }
      throw new Problem('server.unavailable');
    }
    total++;
    streams.set(client, own + 1);
    reply.raw.once('close', () => release(client));
  };
}
