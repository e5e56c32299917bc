export { escrowOf, sellerAccountOf } from './accounts.ts';
export { notChecked } from './check-invariants.ts';
export { invariants } from './invariants.ts';
export { ledgerChain } from './ledger-chain.ts';
export { postOperatorWithdrawal, postTopUp } from './operator-postings.ts';
export {
  postCapture,
  postRefund,
  postRefundOfPayment,
  postRelease,
  postRepeatedRefundOfPayment,
  readHeldOfPayment,
} from './order-postings.ts';
export { arePayoutsSuspended } from './payout-suspension.ts';
export { postTransaction } from './post-transaction.ts';
export {
  postChargeback,
  postChargebackLost,
  postChargebackLostOfPayment,
  postChargebackWon,
  postPayoutSettled,
  postProviderFee,
  postRefundFailure,
} from './provider-postings.ts';
export { readBalance } from './read-balance.ts';
