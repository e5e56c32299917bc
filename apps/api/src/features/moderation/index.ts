export { purgeReporters } from './purge-reporters.ts';
