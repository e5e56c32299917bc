import { orderStateNames } from '@redial/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { orderDeadlines, orderEvents, orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { DomainEventType } from '../../events.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import type { DeadlineKindName } from './deadlines.ts';
import {
  type OrderTransition,
  type OrderTransitionRow,
  orderTransitions,
} from './state-machine.ts';
import { type TransitionContext, transitionOrder } from './transitions.ts';

export type Party = 'buyer' | 'seller';
export type LockedOrder = typeof orders.$inferSelect;

/**
 * Locks an order of its buyer or seller until the transaction ends.
 *
 * @throws Problem `order.not-found` (also for orders of others), `account.removed`
 */
async function lockOwnOrder(
  tx: Transaction,
  actor: User,
  orderId: string,
  party: Party,
): Promise<LockedOrder> {
  await lockActiveUser(tx, actor, 'share');
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order || (party === 'buyer' ? order.buyerId : order.sellerId) !== actor.id) {
    throw new Problem('order.not-found');
  }
  return order;
}

/** The refusal of a step that the state of an order does not allow; names the state. */
export const invalidStatus = (order: Pick<LockedOrder, 'state'>, reason?: string): Problem =>
  new Problem(
    'order.invalid-status',
    reason ?? `The status of the order is now "${orderStateNames[order.state]}"`,
  );

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
export async function isDeadlineOpen(
  tx: Transaction,
  orderId: string,
  kind: DeadlineKindName,
): Promise<boolean> {
  const rows = await tx
    .select({ id: orderDeadlines.id })
    .from(orderDeadlines)
    .where(
      and(
        eq(orderDeadlines.orderId, orderId),
        eq(orderDeadlines.kind, kind),
        isNull(orderDeadlines.closedAt),
      ),
    );
  return rows.length > 0;
}

/**
 * Applies a transition to a locked order for a user. A repetition of what the user did before changes
 * nothing.
 *
 * @throws Problem `order.invalid-status`, `order.chargeback-open`
 */
export async function applyTransition(
  tx: Transaction,
  order: LockedOrder,
  transition: OrderTransition,
  context: TransitionContext & { readonly actorId: string },
): Promise<void> {
  if (await transitionOrder(tx, order.id, transition, context)) return;
  const { event, from, money }: OrderTransitionRow = orderTransitions[transition];
  const { actorId } = context;
  if (await hasCaused(tx, { orderId: order.id, actorId, kinds: [event] })) return;
  const isHeld = money && order.chargebackOpenedAt && from.includes(order.state);
  throw isHeld ? new Problem('order.chargeback-open') : invalidStatus(order);
}

/** Runs a step on an order of its buyer or seller in a transaction, and delivers its events. */
export async function changeOwnOrder(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: User,
  input: { orderId: string; party: Party },
  step: (tx: Transaction, order: LockedOrder) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) =>
    step(tx, await lockOwnOrder(tx, actor, input.orderId, input.party)),
  );
  jobs.trigger('dispatch-outbox');
}
