import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import type { User } from '../users.ts';
import { rateLimitKey } from './client-ip.ts';
import type { RateLimitStore } from './rate-limit-store.ts';

/**
 * Limits the routes that have a rate limit in their config, by user, or by IP address where the client
 * is anonymous.
 *
 * @param store where requests are counted
 * @throws Problem `rate.limited`, with `Retry-After`
 */
export function limitRoutes(app: FastifyInstance, store: RateLimitStore): void {
  app.addHook('onRoute', (route) => {
    const { rateLimit } = route.config ?? {};
    if (!rateLimit) return;
    const limiter = store.create({ name: `${route.method} ${route.url}`, ...rateLimit });
    // After the access check, which sets the actor.
    const checkLimit = async ({ actor, ip }: FastifyRequest, reply: FastifyReply) => {
      const wait = await limiter.consume((actor as User | undefined)?.id ?? rateLimitKey(ip));
      if (wait === 0) return;
      reply.header('retry-after', wait);
      throw new Problem('rate.limited', `Too many requests: try again in ${wait} seconds`);
    };
    route.preValidation = [checkLimit, ...[route.preValidation ?? []].flat()];
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests per window, by user or IP address. */
    rateLimit?: { readonly max: number; readonly seconds: number };
  }
}
