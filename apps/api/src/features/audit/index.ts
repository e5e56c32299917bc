export { auditChain } from './audit-chain.ts';
export { recordAction } from './record-action.ts';
