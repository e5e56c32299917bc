export { cancelOpenIntent } from './cancel-open-intent.ts';
export { refundWhatIsLeft } from './refund-what-is-left.ts';
export { syncRefunds } from './sync-refunds.ts';
export { transitionPayment } from './transitions.ts';
