import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { handoverConfirmations, orderDeadlines, orderEvents } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
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
 * code, too. The deadline for the handover runs again, for at least a day, with its reminders; so a party
 * may withdraw three times, and delays the end of an order by no more than that. Repeating the call
 * changes nothing.
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
    if ((await countWithdrawals(tx, id, actor)) >= maxWithdrawals) {
      const detail = `You have withdrawn it ${maxWithdrawals} times: enter the second code, or wait for the dispute`;
      throw new Problem('order.invalid-status', detail);
    }
    await tx
      .update(handoverConfirmations)
      .set({ enteredAt: null })
      .where(and(eq(handoverConfirmations.orderId, id), eq(handoverConfirmations.party, party)));
    await voidDeadlines(tx, id, ['second-code']);
    await restartHandoverDeadlines(tx, id);
    const kind = 'handover.code-withdrawn';
    const amountCents = order.priceCents;
    await recordOrderEvent(tx, { orderId: id, kind, amountCents, actorId: actor.id });
    await emit(tx, { type: kind, orderId: id, party });
    return 1;
  });
  jobs.trigger('dispatch-outbox');
  return withdrawn;
}

const maxWithdrawals = 3;

const countWithdrawals = (tx: Transaction, orderId: string, { id: actorId }: User) =>
  tx.$count(
    orderEvents,
    and(
      eq(orderEvents.orderId, orderId),
      eq(orderEvents.kind, 'handover.code-withdrawn'),
      eq(orderEvents.actorId, actorId),
    ),
  );

/** The deadlines that the first code has stopped. */
const stoppedKinds = ['handover-reminder', 'handover-last-reminder', 'handover'] as const;

/** Starts the deadline for the handover again, and its reminders that are still to come. */
async function restartHandoverDeadlines(tx: Transaction, orderId: string): Promise<void> {
  const rows = await tx
    .select({
      kind: orderDeadlines.kind,
      dueAt: orderDeadlines.dueAt,
      isAhead: sql<boolean>`${orderDeadlines.dueAt} > now()`,
    })
    .from(orderDeadlines)
    .where(
      and(eq(orderDeadlines.orderId, orderId), inArray(orderDeadlines.kind, [...stoppedKinds])),
    )
    .orderBy(desc(orderDeadlines.id));
  for (const kind of stoppedKinds) {
    const last = rows.find((row) => row.kind === kind);
    if (kind !== 'handover' && !last?.isAhead) continue;
    const soonest = sql`now() + interval '1 day'`;
    const before = last && sql`${last.dueAt.toISOString()}::timestamptz`;
    const due =
      kind === 'handover' && before ? sql`greatest(${before}, ${soonest})` : (before ?? soonest);
    await startDeadline(tx, orderId, kind, due);
  }
}
