export { eraseReportTexts } from './erase-report-texts.ts';
export { purgeReporters } from './purge-reporters.ts';
export { reportSuspiciousPrices } from './report-suspicious-prices.ts';
