import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import type { User } from '../users.ts';
import { rateLimitKey } from './client-ip.ts';
import type { RateLimitStore } from './rate-limit-store.ts';

/** Maximum number of requests in a time window. */
export interface RateLimit {
  readonly max: number;
  readonly seconds: number;
  /**
   * Who or what is counted: the user, or the network of an anonymous client (the default); the
   * network in any case; or the record that the parameter `id` names, for all callers together.
   */
  readonly per?: 'user' | 'network' | 'record';
}

/**
 * Limits the routes that have rate limits in their config. A request that one limit rejects is not
 * counted by the ones after it.
 *
 * @param store where requests are counted
 * @throws Problem `rate.limited`, with `Retry-After`
 */
export function limitRoutes(app: FastifyInstance, store: RateLimitStore): void {
  app.addHook('onRoute', (route) => {
    const { config } = route;
    if (!config?.rateLimits?.length) return;
    const limiters = config.rateLimits.map(({ max, seconds, per = 'user' }) => ({
      per,
      limiter: store.create({
        name: `${route.method} ${route.url} ${per} ${seconds}`,
        max,
        seconds,
      }),
    }));
    // After the access check, which sets the actor.
    const checkLimits = async (request: FastifyRequest, reply: FastifyReply) => {
      for (const { per, limiter } of limiters) {
        const wait = await limiter.consume(keyOf(request, per));
        if (wait === 0) continue;
        reply.header('retry-after', wait);
        throw new Problem('rate.limited', `Too many requests: try again in ${wait} seconds`);
      }
    };
    // The route for HEAD, which has counters of its own, shares the config.
    if (route.method !== 'HEAD') config.checkLimits = checkLimits;
    route.preValidation = [checkLimits, ...[route.preValidation ?? []].flat()];
  });
}

function keyOf({ actor, ip, params }: FastifyRequest, per: RateLimit['per']): string {
  if (per === 'record') return `${(params as { id?: string }).id}`.slice(0, 64);
  const userId = per === 'network' ? undefined : (actor as User | undefined)?.id;
  return userId ?? rateLimitKey(ip);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rateLimits?: readonly RateLimit[];
    /** Set for routes with limits: counts a request, and throws if it is one too many. */
    checkLimits?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  }
}
