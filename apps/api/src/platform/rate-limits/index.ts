export {
  createClientIpResolver,
  rateLimitKey,
  removeForwardedPorts,
  type TrustedProxies,
  truncateIp,
} from './client-ip.ts';
export { createIpRateLimit, type IpRateLimit } from './ip-rate-limit.ts';
export {
  createClusterStore,
  createMemoryStore,
  createRedisStore,
  type RateLimitStore,
  serveClusterStore,
} from './rate-limit-store.ts';
export { limitRoutes, type RateLimit } from './route-rate-limits.ts';
