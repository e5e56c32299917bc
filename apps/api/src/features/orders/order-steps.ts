import { orderStateNames } from '@redial/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { orderEvents, orders } from '../../db/schema/index.ts';
import type { DomainEventType } from '../../events.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { type DeadlineKindName, findDueTime } from './deadlines.ts';
import {
  type OrderTransition,
  type OrderTransitionRow,
  orderTransitions,
} from './state-machine.ts';
import { type TransitionContext, transitionOrder } from './transitions.ts';

type OrderRow = typeof orders.$inferSelect;

/** The refusal of a step that the state of an order does not allow; names the state. */
export const invalidStatus = (order: Pick<OrderRow, 'state'>, reason?: string): Problem =>
  new Problem(
    'order.invalid-status',
    reason ?? `The status of the order is now "${orderStateNames[order.state]}"`,
  );

/** The error of a refused transition: a chargeback, or another state by now. */
export async function explainRefusedTransition(
  tx: Transaction,
  id: string,
  transition: OrderTransition,
): Promise<Problem> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id));
  if (!order) return new Problem('order.not-found');
  const { from, money }: OrderTransitionRow = orderTransitions[transition];
  const isHeld = money && order.chargebackOpenedAt && from.includes(order.state);
  return isHeld ? new Problem('order.chargeback-open') : invalidStatus(order);
}

/** Whether a user has caused one of these events of an order before. */
export async function hasCaused(
  tx: Transaction,
  {
    orderId,
    actorId,
    kinds,
  }: { orderId: string; actorId: string; kinds: readonly DomainEventType[] },
): Promise<boolean> {
  const rows = await tx
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.actorId, actorId),
        inArray(orderEvents.kind, [...kinds]),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Whether a deadline of an order is open. */
export const isDeadlineOpen = async (
  tx: Transaction,
  orderId: string,
  kind: DeadlineKindName,
): Promise<boolean> => (await findDueTime(tx, orderId, kind)) !== undefined;

/**
 * Applies a transition to a locked order for a user. A repetition of what the user did before changes
 * nothing.
 *
 * @throws Problem `order.invalid-status`, `order.chargeback-open`
 */
export async function applyTransition(
  tx: Transaction,
  order: OrderRow,
  transition: OrderTransition,
  context: TransitionContext & { readonly actorId: string },
): Promise<void> {
  if (await transitionOrder(tx, order.id, transition, context)) return;
  const { event } = orderTransitions[transition];
  const { actorId } = context;
  if (await hasCaused(tx, { orderId: order.id, actorId, kinds: [event] })) return;
  throw await explainRefusedTransition(tx, order.id, transition);
}
