export { type Database, type Executor, openDatabase } from './client.ts';
export { runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
export { DatabaseInUse } from './embedded-lock.ts';
export { migrate } from './migrate.ts';
