/**
 * The accounts of the ledger. Assets and costs have positive balances, liabilities and income negative
 * ones.
 *
 * - `provider`: funds at the card provider, net of its fees.
 * - `provider-fees`: the operator's cost.
 * - `escrow:{order}`: what Redial holds for an order.
 * - `seller:{user}`: what Redial owes a seller; positive if the seller owes Redial.
 * - `fees`: the operator's income.
 * - `payouts`: payouts in flight.
 * - `chargebacks`: what the card provider has withheld while chargebacks are open.
 * - `operator`: what the operator has paid in.
 */
export type LedgerAccount =
  | 'provider'
  | 'provider-fees'
  | `escrow:${string}`
  | `seller:${string}`
  | 'fees'
  | 'payouts'
  | 'chargebacks'
  | 'operator';

/** The escrow account of an order. */
export const escrowOf = (orderId: string): LedgerAccount => `escrow:${orderId}`;

/** The account of a seller. */
export const sellerAccountOf = (userId: string): LedgerAccount => `seller:${userId}`;
