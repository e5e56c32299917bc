export { createClientIpResolver, rateLimitKey, type TrustedProxies } from './client-ip.ts';
export { clusterStore, serveCounts } from './cluster-store.ts';
export { createIpRateLimit, type IpRateLimit } from './ip-rate-limit.ts';
export { memoryStore, type RateLimitStore } from './rate-limit-store.ts';
export { redisStore } from './redis-store.ts';
export { createRouteStore } from './route-store.ts';
