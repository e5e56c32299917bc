export { type Database, type Executor, openDatabase } from './client.ts';
export { configureConnections } from './connection-settings.ts';
export { runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
export { DatabaseInUse, EmbeddedPostgresError } from './embedded-error.ts';
export { migrate } from './migrate.ts';
