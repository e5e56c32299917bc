import { reviewDays } from '@redial/contract';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { orderDeadlines } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { TradeSettings } from '../../settings.ts';
import {
  type OrderState,
  type OrderTransition,
  type OrderTransitionRow,
  orderTransitions,
} from './state-machine.ts';

interface DeadlineKind {
  /** The states in which it runs; leaving them voids it. */
  readonly states: readonly OrderState[];
  /** The transition that it applies. Reminders and escalations have none. */
  readonly transition?: OrderTransition;
  /** The deadline that it reminds of. */
  readonly remindsOf?: 'handover' | 'transit' | 'inspection';
  /** Starts only once for an order, and goes on while the order changes between its states. */
  readonly once?: true;
}

/** The kinds of deadlines. Those that `entryDeadlines` does not schedule start with an action. */
export const deadlineKinds = {
  'handover-reminder': { states: ['paid'], remindsOf: 'handover' },
  'handover-last-reminder': { states: ['paid'], remindsOf: 'handover' },
  handover: { states: ['paid'], transition: 'missHandover' },
  /** Ends a buyer's request for cancellation that the seller does not answer. */
  'cancellation-response': { states: ['paid'], transition: 'acceptCancellation' },
  /** Opens a dispute if only one of the two handover codes was entered. */
  'second-code': { states: ['paid'], transition: 'disputeHandover' },
  'transit-reminder': { states: ['in_transit'], remindsOf: 'transit' },
  transit: { states: ['in_transit'], transition: 'receive' },
  'inspection-reminder': { states: ['delivered'], remindsOf: 'inspection' },
  inspection: { states: ['delivered'], transition: 'accept' },
  /** Escalates a dispute to the admins if a party stays silent. */
  'dispute-response': { states: ['disputed'] },
  'dispute-end': { states: ['disputed'] },
  'return-shipment': { states: ['returning'], transition: 'missReturn' },
  'return-confirmation': { states: ['returning'], transition: 'confirmReturn' },
  /** Ends the time for reviews, and publishes those that were written. */
  review: { states: ['completed', 'refunded'], once: true },
} as const satisfies Record<string, DeadlineKind>;
export type DeadlineKindName = keyof typeof deadlineKinds;

/** Whether a deadline stops while a chargeback is open: it moves money when it fires, or reminds of one that does. */
function isPausable(kind: DeadlineKindName): boolean {
  const { transition, remindsOf }: DeadlineKind = deadlineKinds[kind];
  if (remindsOf) return isPausable(remindsOf);
  if (!transition) return false;
  const { money }: OrderTransitionRow = orderTransitions[transition];
  return money !== undefined;
}

/** The kinds of deadlines that stop while a chargeback is open. */
export const pausableDeadlines: readonly DeadlineKindName[] = (
  Object.keys(deadlineKinds) as DeadlineKindName[]
).filter(isPausable);

/** Days before automatic receipt at which the buyer is reminded. */
const transitReminderDays = 3;
/** Hours before automatic acceptance at which the buyer is reminded. */
const inspectionReminderHours = 24;
/** Days after payment of the two reminders of the handover. */
const handoverReminderDays = [3, 10] as const;

/** The deadlines that start when an order enters a state, in hours from then. */
export function entryDeadlines(
  entered: { to: OrderState; transition: OrderTransition },
  trade: TradeSettings,
): Partial<Record<DeadlineKindName, number>> {
  const { to, transition } = entered;
  if (to === 'paid') {
    return {
      'handover-reminder': handoverReminderDays[0] * 24,
      'handover-last-reminder': handoverReminderDays[1] * 24,
      handover: trade.handoverDays * 24,
    };
  }
  if (to === 'in_transit') {
    return {
      'transit-reminder': (trade.transitDays - transitReminderDays) * 24,
      transit: trade.transitDays * 24,
    };
  }
  if (to === 'delivered') {
    const inspection = transition === 'meet' ? trade.meetingInspectionHours : trade.inspectionHours;
    return { 'inspection-reminder': inspection - inspectionReminderHours, inspection };
  }
  if (to === 'completed' || to === 'refunded') return { review: reviewDays * 24 };
  if (to === 'returning') return { 'return-shipment': trade.returnShipmentDays * 24 };
  return {};
}

/**
 * Starts a deadline of an order, by the database's clock. An open deadline of that kind is replaced.
 *
 * @param due hours from now, or the time.
 */
export async function startDeadline(
  tx: Transaction,
  orderId: string,
  kind: DeadlineKindName,
  due: number | SQL,
): Promise<void> {
  await voidDeadlines(tx, orderId, [kind]);
  const dueAt = typeof due === 'number' ? sql`now() + make_interval(secs => ${due * 3600})` : due;
  await tx.insert(orderDeadlines).values({ orderId, kind, dueAt });
}

/** Extends the open deadlines of an order that a chargeback has stopped by the time they stood still. */
export async function resumeDeadlines(
  tx: Transaction,
  orderId: string,
  pausedAt: Date,
): Promise<void> {
  const { createdAt, dueAt } = orderDeadlines;
  const since = sql`greatest(${createdAt}, ${pausedAt.toISOString()}::timestamptz)`;
  await tx
    .update(orderDeadlines)
    .set({ dueAt: sql`${dueAt} + (now() - ${since})` })
    .where(
      and(
        eq(orderDeadlines.orderId, orderId),
        isNull(orderDeadlines.closedAt),
        inArray(orderDeadlines.kind, [...pausableDeadlines]),
      ),
    );
}

/** When an open deadline of an order is due; undefined without one. */
export async function findDueTime(
  db: Executor,
  orderId: string,
  kind: DeadlineKindName,
): Promise<Date | undefined> {
  const [open] = await db
    .select({ dueAt: orderDeadlines.dueAt })
    .from(orderDeadlines)
    .where(
      and(
        eq(orderDeadlines.orderId, orderId),
        eq(orderDeadlines.kind, kind),
        isNull(orderDeadlines.closedAt),
      ),
    );
  return open?.dueAt;
}

/** Closes the open deadlines of an order, of some kinds or all, without effect. */
export async function voidDeadlines(
  tx: Transaction,
  orderId: string,
  kinds?: readonly DeadlineKindName[],
): Promise<void> {
  await tx
    .update(orderDeadlines)
    .set({ closedAt: sql`now()`, outcome: 'void' })
    .where(
      and(
        eq(orderDeadlines.orderId, orderId),
        isNull(orderDeadlines.closedAt),
        kinds && inArray(orderDeadlines.kind, [...kinds]),
      ),
    );
}

/**
 * Voids the deadlines of the state that an order leaves and starts those of the state it enters, except
 * one that starts only once and has been started before.
 */
export async function restartDeadlines(
  tx: Transaction,
  orderId: string,
  entered: { to: OrderState; transition: OrderTransition },
  trade: TradeSettings,
): Promise<void> {
  const kinds = Object.keys(deadlineKinds) as DeadlineKindName[];
  await voidDeadlines(
    tx,
    orderId,
    kinds.filter((kind) => !goesOn(deadlineKinds[kind], entered.to)),
  );
  for (const [name, hours] of Object.entries(entryDeadlines(entered, trade))) {
    const kind = name as DeadlineKindName;
    // A reminder that would be due at once is left out.
    if (hours <= 0 || (await wasStarted(tx, orderId, kind))) continue;
    await startDeadline(tx, orderId, kind, hours);
  }
}

const goesOn = ({ once, states }: DeadlineKind, state: OrderState): boolean =>
  once === true && states.includes(state);

async function wasStarted(
  tx: Transaction,
  orderId: string,
  kind: DeadlineKindName,
): Promise<boolean> {
  const { once }: DeadlineKind = deadlineKinds[kind];
  if (!once) return false;
  const ofKind = and(eq(orderDeadlines.orderId, orderId), eq(orderDeadlines.kind, kind));
  return (await tx.$count(orderDeadlines, ofKind)) > 0;
}
