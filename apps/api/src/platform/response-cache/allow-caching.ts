import type { FastifyReply, FastifyRequest } from 'fastify';

interface Context {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Caches revalidate anonymous responses on each use, so that no acknowledged change is missed. */
export function allowCaching({ request, reply }: Context): void {
  if (request.headers.authorization === undefined) {
    reply.header('cache-control', 'public, max-age=0, must-revalidate');
  }
}

/** The server's cache keeps what depends on the day no longer than the day, in UTC. */
export function expireAtMidnight({ reply }: Pick<Context, 'reply'>, now: Date): void {
  const dayMs = 86_400_000;
  const seconds = Math.floor((dayMs - (now.getTime() % dayMs)) / 1000);
  reply.header('surrogate-control', `max-age=${seconds}`);
}
