/** What is said where the provider cannot be reached. */
export const providerUnreachable =
  'The card provider cannot be reached. Check your connection, try again.';

/** What is said where a payment neither succeeded nor was refused. */
export const paymentNotCompleted = 'The payment was not completed. Try again.';
