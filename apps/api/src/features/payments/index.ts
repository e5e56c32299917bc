export { cancelOpenIntent } from './cancel-open-intent.ts';
export { syncRefunds } from './sync-refunds.ts';
export { transitionPayment } from './transitions.ts';
