export { type AppOptions, buildApp } from './app.ts';
export { jobHandlers } from './background.ts';
export type { Deps } from './deps.ts';
export {
  grantAdmin,
  listAdmins,
  type RoleChange,
  revokeAdmin,
} from './features/accounts/index.ts';
export { clientSettings } from './features/installation/index.ts';
export { mailPasswordReset } from './features/mail/index.ts';
export { errorForLog } from './platform/error-for-log.ts';
export { injectFetch } from './platform/inject-fetch.ts';
export { createJobs, type JobName, type JobQueue, type Jobs } from './platform/jobs.ts';
export { type KeptAnswers, keepAnswers } from './platform/kept-answers.ts';
export {
  countFor,
  memoryStore,
  primaryStore,
  type RateStore,
  redisStore,
} from './platform/rate-limits/index.ts';
export { readVersions } from './platform/versions.ts';
export type { Settings } from './settings.ts';
