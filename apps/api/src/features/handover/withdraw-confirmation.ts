import { and, desc, eq, sql } from 'drizzle-orm';
import { handoverConfirmations, orderDeadlines } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import {
  invalidStatus,
  lockPartyOrder,
  recordOrderEvent,
  startDeadline,
  voidDeadlines,
} from '../orders/index.ts';
import { findConfirmation } from './confirm-handover.ts';

/**
 * Withdraws the own confirmation of a handover, as a correction, until the other party has entered a
 * code, too. The deadline for the handover runs again, for at least a day.
 *
 * @returns the number of confirmations withdrawn.
 * @throws Problem `order.not-found`, `order.invalid-status`
 */
export async function withdrawConfirmation(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  const withdrawn = await inTransaction(db, async (tx) => {
    const order = await lockPartyOrder(tx, actor, id);
    const { party } = order;
    if (order.state !== 'paid') throw invalidStatus(order);
    const own = await findConfirmation(tx, id, party);
    if (!own?.enteredAt) return 0;
    await tx
      .update(handoverConfirmations)
      .set({ enteredAt: null })
      .where(and(eq(handoverConfirmations.orderId, id), eq(handoverConfirmations.party, party)));
    await voidDeadlines(tx, id, ['second-code']);
    await restartHandoverDeadline(tx, id);
    const kind = 'handover.code-withdrawn';
    const amountCents = order.priceCents;
    await recordOrderEvent(tx, { orderId: id, kind, amountCents, actorId: actor.id });
    await emit(tx, { type: kind, orderId: id, party });
    return 1;
  });
  jobs.trigger('dispatch-outbox');
  return withdrawn;
}

async function restartHandoverDeadline(tx: Transaction, orderId: string): Promise<void> {
  const [last] = await tx
    .select({ dueAt: orderDeadlines.dueAt })
    .from(orderDeadlines)
    .where(and(eq(orderDeadlines.orderId, orderId), eq(orderDeadlines.kind, 'handover')))
    .orderBy(desc(orderDeadlines.id))
    .limit(1);
  const soonest = sql`now() + interval '1 day'`;
  const due = last ? sql`greatest(${last.dueAt.toISOString()}::timestamptz, ${soonest})` : soonest;
  await startDeadline(tx, orderId, 'handover', due);
}
