import { type DisputeReason, disputeReasons, type OrderDetails } from '@redial/contract';

/**
 * The reasons for which a buyer can report a problem with an order now: before it has arrived that it has
 * not, and afterwards every other; both if only the clock counted it as received.
 */
export function possibleReasons({
  state,
  timeline,
}: Pick<OrderDetails, 'state' | 'timeline'>): readonly DisputeReason[] {
  if (state === 'in_transit') return ['not-received'];
  const received = timeline.findLast(({ kind }) => kind === 'order.received');
  return received?.actor === 'system'
    ? disputeReasons
    : disputeReasons.filter((reason) => reason !== 'not-received');
}
