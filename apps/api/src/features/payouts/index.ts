export { advancePayout } from './advance-payout.ts';
export { advancePayoutOfProvider } from './advance-payout-of-provider.ts';
export { getBalanceCents } from './balances.ts';
export { refreshPayoutAccount } from './payout-account.ts';
export { recordTransfer } from './record-transfer.ts';
