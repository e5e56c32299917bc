export { publishLive } from './publish.ts';
export { purgeLiveEvents } from './purge-events.ts';
export { createRedisSignals } from './redis-signals.ts';
export { createPollingSignals, createPostgresSignals, type LiveSignals } from './signals.ts';
