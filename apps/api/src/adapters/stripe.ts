export { createStripeCards } from './card-payments/stripe.ts';
export { createStripePayouts } from './payouts/stripe.ts';
