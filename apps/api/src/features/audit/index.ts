export { auditChain } from './audit-chain.ts';
export { isRecordedWithin, recordAction } from './record-action.ts';
