import type { Refund } from '../../ports/card-payments.ts';

/** What refunds have given back, in cents. */
export const sumRefunds = (made: readonly Refund[]): number =>
  made
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
