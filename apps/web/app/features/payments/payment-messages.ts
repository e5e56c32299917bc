/** Shown when the provider cannot be reached. */
export const providerUnreachable =
  'The card provider cannot be reached. Check your connection, try again.';

/** Shown when a payment neither succeeded nor was declined. */
export const paymentNotCompleted = 'The payment was not completed. Try again.';
