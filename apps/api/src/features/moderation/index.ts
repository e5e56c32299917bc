export { eraseReportTexts } from './erase-report-texts.ts';
export { listOwnDecisionData } from './list-own-data.ts';
export { purgeEvidence } from './purge-evidence.ts';
export { purgeReporters } from './purge-reporters.ts';
export { reportSuspiciousPrices } from './report-suspicious-prices.ts';
export { requireNotConcerned } from './target.ts';
export {
  appealsPath,
  findWaiting,
  queuePath,
  type WaitingCount,
  waitingTargets,
} from './waiting.ts';
