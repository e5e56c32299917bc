export { reduceRefunds, resumeRefunds } from './due-refunds.ts';
export { failRefund, insertProviderRefund } from './provider-refunds.ts';
export { ownRefundId, recordOwnRefund } from './record-own-refund.ts';
export { requestRefund } from './request-refund.ts';
