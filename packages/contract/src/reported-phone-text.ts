import type { OrderState } from './orders.ts';

const moneyStays = 'your money stays with Redial meanwhile.';

/**
 * What the buyer of a phone should do that its last known owner has reported as lost or stolen.
 *
 * @returns undefined for an order that has ended.
 */
export function reportedPhoneAdvice(state: OrderState): string | undefined {
  switch (state) {
    case 'unpaid':
      return 'Do not pay before this is settled: an order that is not paid ends by itself, and you can cancel it.';
    case 'paid':
      return `Do not accept the phone before this is settled. You can ask for a cancellation of the order; ${moneyStays}`;
    case 'in_transit':
    case 'delivered':
      return `Do not accept the phone before this is settled. If you have it already, open a dispute of the order; ${moneyStays}`;
    case 'disputed':
      return `Write it in your dispute, so that it counts for the decision; ${moneyStays}`;
    case 'returning':
      return `Go on with the return as it was agreed; ${moneyStays}`;
    default:
      return undefined;
  }
}
