export {
  type Database,
  type Executor,
  jobConnections,
  openDatabase,
  openJobDatabase,
} from './client.ts';
export { configureConnections, findRole, isPooled } from './connection-settings.ts';
export {
  type DatabaseUrls,
  type EmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded.ts';
export { DatabaseInUse, EmbeddedPostgresError } from './embedded-error.ts';
export {
  type DataLocation,
  findOwner,
  findUnprivilegedUser,
  type OsUser,
} from './embedded-location.ts';
export { type DatabaseState, inspectDatabase } from './inspect.ts';
export { findMigration, migrate, migrateUpTo } from './migrate.ts';
export { openReadReplicas, type ReadReplicas } from './read-replicas.ts';
