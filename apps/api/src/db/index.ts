export { type Database, type Executor, openDatabase } from './client.ts';
export { migrate } from './migrate.ts';
export * as schema from './schema/index.ts';
