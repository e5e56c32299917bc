/**
 * A verified webhook event of the card provider. It only says what has changed: events arrive late,
 * twice and in any order, so the state is read from the provider.
 */
export type ProviderEvent = { readonly id: string; readonly type: string } & ProviderChange;

export type ProviderChange =
  | { readonly changed: 'intent'; readonly intentId: string }
  /** A refund of this intent; also one made in the provider's dashboard. */
  | { readonly changed: 'refund'; readonly intentId: string }
  | { readonly changed: 'dispute'; readonly disputeId: string }
  | { readonly changed: 'payout'; readonly accountId: string; readonly payoutId: string }
  | { readonly changed: 'account'; readonly accountId: string }
  /** About nothing that the marketplace keeps. */
  | { readonly changed: 'nothing' };
