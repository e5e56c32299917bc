export { type CallerLimit, createCallerLimit } from './caller-limit.ts';
export { callerGroup, callerOf, type TrustedProxies } from './callers.ts';
export { countFor, primaryStore } from './primary-store.ts';
export { memoryStore, type RateStore } from './rate-store.ts';
export { redisStore } from './redis-store.ts';
export { routeStore } from './route-store.ts';
