export { auditChain } from './audit-chain.ts';
export { listOwnActivity } from './list-account-activity.ts';
export { selectEntries, toAuditEntry } from './list-audit-entries.ts';
export { recordAccountEvent } from './record-account-event.ts';
export { isRecordedWithin, recordAction } from './record-action.ts';
export { recordModerationEvent } from './record-moderation-event.ts';
