export { type AppOptions, buildApp } from './app.ts';
export { jobHandlers } from './background.ts';
export { chains } from './chains.ts';
export { passDeadline } from './deadline-handlers.ts';
export type { Deps } from './deps.ts';
export {
  changeEmail,
  grantAdmin,
  grantStaffRole,
  listTeam,
  type RoleChange,
  reportEmailChange,
  reportEndedSessions,
  reportLockout,
  reportNewDevice,
  reportPasskey,
  reportPasswordChange,
  reportRepeatedSignUp,
  reportTwoFactor,
  requestEmailVerification,
  requestPasswordReset,
  requiresSecondFactor,
  resetSecondFactor,
  revokeAdmin,
  revokeStaffRole,
} from './features/accounts/index.ts';
export { buildClientConfig } from './features/client-config/routes.ts';
export {
  createPollingSignals,
  createPostgresSignals,
  createRedisSignals,
  type LiveSignals,
} from './features/live/index.ts';
export {
  importModels,
  importShippedModels,
  parseModelCatalogue,
} from './features/models/index.ts';
export { importShippedPlaces } from './features/places/index.ts';
export { type DeadLetter, listDeadLetters, retryDeadLetters } from './platform/dead-letters.ts';
export { serializeError } from './platform/error-serializer.ts';
export { readJobHealth } from './platform/job-health.ts';
export {
  createJobQueue,
  type JobName,
  type JobQueue,
  type Jobs,
  jobNames,
} from './platform/jobs.ts';
export type { RequestObserver } from './platform/observe-requests.ts';
export {
  type BusinessFigures,
  type OperationalFigures,
  readBusinessFigures,
  readOperationalFigures,
} from './platform/operational-figures.ts';
export { withPageMemo } from './platform/page-memo.ts';
export {
  createClusterStore,
  createMemoryStore,
  createRedisStore,
  type RateLimitStore,
  rateLimitKey,
  serveClusterStore,
} from './platform/rate-limits/index.ts';
export type { RedisAddress } from './platform/redis/open-redis.ts';
export {
  createRevisionReader,
  type RevisionReader,
} from './platform/response-cache/catalogue-revision.ts';
export { createResponseCache } from './platform/response-cache/response-cache.ts';
export { type Chain, describeFinding, verifyChain } from './platform/sealing/index.ts';
export { markOf } from './platform/seller-marks.ts';
export { shareAssets } from './platform/web-assets.ts';
export type { Tracing } from './ports/tracing.ts';
export type { Settings } from './settings.ts';
