export { requestRefund } from './request-refund.ts';
