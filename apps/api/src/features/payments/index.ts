export { cancelOpenIntent } from './cancel-open-intent.ts';
export { transitionPayment } from './transitions.ts';
