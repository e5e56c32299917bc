export { type Database, type Executor, openDatabase } from './client.ts';
export { runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
export { DatabaseInUse, EmbeddedPostgresError } from './embedded-error.ts';
export { migrate } from './migrate.ts';
export { prepareSessions } from './sessions.ts';
