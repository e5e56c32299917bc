import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { RateLimitStore } from './rate-limit-store.ts';

/** Has the limits of single calls counted in a store. */
export function createRouteStore(store: RateLimitStore): FastifyRateLimitStoreCtor {
  const createStore = (prefix: string): FastifyRateLimitStore => ({
    incr: (key, callback, timeWindow) => {
      store.increment([{ key: `${prefix}:${key}`, by: 1, windowMs: timeWindow }]).then(
        ([counted]) =>
          callback(null, { current: counted?.count ?? 0, ttl: counted?.resetsInMs ?? 0 }),
        (error: Error) => callback(error),
      );
    },
    child: (route) => {
      const { method, url } = (route as unknown as { routeInfo: { method: string; url: string } })
        .routeInfo;
      return createStore(`${method} ${url}`);
    },
  });
  return class {
    readonly incr: FastifyRateLimitStore['incr'];
    readonly child: FastifyRateLimitStore['child'];
    constructor() {
      const { incr, child } = createStore('*');
      this.incr = incr;
      this.child = child;
    }
  };
}
