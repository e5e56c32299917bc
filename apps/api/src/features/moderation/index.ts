export { purgeReporters } from './purge-reporters.ts';
export { reportSuspiciousPrices } from './report-suspicious-prices.ts';
