import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { RateStore } from './rate-store.ts';

/** Has the limits of single calls counted in a store. */
export function routeStore(store: RateStore): FastifyRateLimitStoreCtor {
  const counting = (prefix: string): FastifyRateLimitStore => ({
    incr: (key, callback, timeWindow) => {
      store.add([{ key: `${prefix}:${key}`, by: 1, windowMs: timeWindow }]).then(
        ([counted]) => callback(null, { current: counted?.count ?? 0, ttl: counted?.endsIn ?? 0 }),
        (error: Error) => callback(error),
      );
    },
    child: (route) => {
      const { method, url } = (route as unknown as { routeInfo: { method: string; url: string } })
        .routeInfo;
      return counting(`${method} ${url}`);
    },
  });
  return class {
    readonly incr: FastifyRateLimitStore['incr'];
    readonly child: FastifyRateLimitStore['child'];
    constructor() {
      const { incr, child } = counting('*');
      this.incr = incr;
      this.child = child;
    }
  };
}
