import type {
  HandoverMethod,
  OrderAction,
  OrderDetails,
  OrderViewer,
  Party,
} from '@redial/contract';
import type { DeadlineKindName } from './deadlines.ts';
import type { OrderState } from './state-machine.ts';

/** Who has to act in a dispute. */
export type DisputeTurn = Party | 'both' | 'admin';

export interface DisputeSituation {
  readonly turn: DisputeTurn;
  /** Whether the buyer has reported that the phone has not arrived. */
  readonly isMissing: boolean;
}

/** What decides who has to act on an order, and what they may do. */
export interface OrderSituation {
  readonly state: OrderState;
  readonly handover: HandoverMethod;
  /** The kinds of the open deadlines. */
  readonly deadlines: ReadonlySet<DeadlineKindName>;
  readonly isChargebackOpen: boolean;
  /** Whether the phone has been on its way for so long that the buyer can report it as missing. */
  readonly isOverdue: boolean;
  /** Whether the seller has said where a return goes. */
  readonly hasReturnAddress: boolean;
  /** Whether the listing was withdrawn after the refund and can be offered again. */
  readonly isRelistable: boolean;
  /** Null without a dispute. */
  readonly dispute: DisputeSituation | null;
  /** The parties who have written a review. */
  readonly reviewedBy: ReadonlySet<Party>;
}

interface ActionRule {
  readonly by: readonly Party[];
  readonly states: readonly OrderState[];
  /** Moves money, so it waits while a chargeback is open. */
  readonly money?: true;
  readonly when?: (situation: OrderSituation, viewer: OrderViewer) => boolean;
}

const isCancellationRequested = ({ deadlines }: OrderSituation) =>
  deadlines.has('cancellation-response');
const isReturnShipped = ({ deadlines }: OrderSituation) => deadlines.has('return-confirmation');
const isMeeting = ({ handover }: OrderSituation) => handover === 'meet';

/** What each party may do when, the most urgent first. */
const actionRules: Record<OrderAction, ActionRule> = {
  pay: { by: ['buyer'], states: ['unpaid'] },
  'accept-cancellation': {
    by: ['seller'],
    states: ['paid'],
    money: true,
    when: isCancellationRequested,
  },
  ship: { by: ['seller'], states: ['paid'], when: ({ handover }) => handover === 'ship' },
  'hand-over': { by: ['buyer', 'seller'], states: ['paid'], when: isMeeting },
  'arrange-meeting': { by: ['buyer', 'seller'], states: ['paid'], when: isMeeting },
  'confirm-receipt': { by: ['buyer'], states: ['in_transit'] },
  accept: { by: ['buyer'], states: ['delivered'], money: true },
  'answer-dispute': { by: ['buyer', 'seller'], states: ['disputed'] },
  'give-return-address': {
    by: ['seller'],
    states: ['returning'],
    when: ({ hasReturnAddress }) => !hasReturnAddress,
  },
  'ship-return': {
    by: ['buyer'],
    states: ['returning'],
    when: (situation) => situation.hasReturnAddress && !isReturnShipped(situation),
  },
  'confirm-return': { by: ['seller'], states: ['returning'], when: isReturnShipped },
  relist: { by: ['seller'], states: ['refunded'], when: ({ isRelistable }) => isRelistable },
  review: {
    by: ['buyer', 'seller'],
    states: ['completed', 'refunded'],
    when: ({ deadlines, reviewedBy }, viewer) =>
      deadlines.has('review') && !(viewer !== 'admin' && reviewedBy.has(viewer)),
  },
  'correct-shipment': {
    by: ['seller'],
    states: ['in_transit', 'disputed'],
    // A wrong number may be why it has not arrived.
    when: ({ state, dispute }) => state === 'in_transit' || dispute?.isMissing === true,
  },
  'choose-handover': {
    by: ['buyer'],
    states: ['unpaid', 'paid'],
    when: ({ deadlines }) => !deadlines.has('second-code'),
  },
  'open-dispute': {
    by: ['buyer'],
    states: ['in_transit', 'delivered'],
    when: ({ state, isOverdue }) => state === 'delivered' || isOverdue,
  },
  'request-cancellation': {
    by: ['buyer'],
    states: ['paid'],
    when: (situation) =>
      !isCancellationRequested(situation) && !situation.deadlines.has('second-code'),
  },
  'cancel-sale': {
    by: ['seller'],
    states: ['paid'],
    money: true,
    when: (situation) => !isCancellationRequested(situation),
  },
  'cancel-order': { by: ['buyer'], states: ['unpaid'] },
};

/** What a viewer may do with an order now, the most urgent first. Admins only look. */
export const allowedActions = (viewer: OrderViewer, situation: OrderSituation): OrderAction[] =>
  (Object.keys(actionRules) as OrderAction[]).filter((action) => {
    const { by, states, money, when }: ActionRule = actionRules[action];
    return (
      by.some((party) => party === viewer) &&
      states.includes(situation.state) &&
      !(money && situation.isChargebackOpen) &&
      (when?.(situation, viewer) ?? true)
    );
  });

/** Who has to act for an order to go on. `list-sales.ts` has the same for sellers in SQL. */
export function turnOf(situation: OrderSituation): OrderDetails['turn'] {
  // The bank acts: the phone should not change hands, and the money cannot.
  if (situation.isChargebackOpen && (situation.state === 'paid' || situation.state === 'delivered'))
    return 'nobody';
  switch (situation.state) {
    case 'unpaid':
    case 'in_transit':
    case 'delivered':
      return 'buyer';
    case 'paid':
      return isCancellationRequested(situation) || !isMeeting(situation) ? 'seller' : 'both';
    case 'disputed':
      return situation.dispute?.turn ?? 'both';
    case 'returning':
      return isReturnShipped(situation) || !situation.hasReturnAddress ? 'seller' : 'buyer';
    default:
      return 'nobody';
  }
}

/**
 * Who has to act in a dispute: the admins once it is escalated, else the party that the last step waits
 * for. Both if the clock has opened it.
 */
export function disputeTurnOf(dispute: {
  lastStepBy: Party | null;
  escalatedAt: Date | null;
}): DisputeTurn {
  if (dispute.escalatedAt) return 'admin';
  if (dispute.lastStepBy === null) return 'both';
  return dispute.lastStepBy === 'buyer' ? 'seller' : 'buyer';
}

/** The one next step of a viewer: the most urgent action, if it is their turn. */
export function nextActionOf(viewer: OrderViewer, situation: OrderSituation): OrderAction | null {
  const turn = turnOf(situation);
  const [first] = allowedActions(viewer, situation);
  const isNext = turn === viewer || turn === 'both' || (first && optionalSteps.includes(first));
  return (isNext && first) || null;
}

/** What nobody has to do, but nothing else is left to do; and a dispute, where everybody may act. */
const optionalSteps: readonly OrderAction[] = ['relist', 'review', 'answer-dispute'];
