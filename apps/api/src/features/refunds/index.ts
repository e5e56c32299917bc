export { dropRefunds, resumeRefunds } from './due-refunds.ts';
export { failRefund, insertProviderRefund } from './provider-refunds.ts';
export { requestRefund } from './request-refund.ts';
