import { and, asc, eq, isNull, notLike, sql } from 'drizzle-orm';
import { orderDeadlines } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { DeadlineKindName } from './deadlines.ts';
import { type DeadlineHandlers, fireDeadlines } from './fire-deadlines.ts';

/**
 * Lets the next deadline of an order pass at once, with the reminders before it: for operators who try
 * out a sandbox, and for tests. Fires it as the job would at its time.
 *
 * @returns the kind of the deadline; undefined if the order has no open one.
 */
export async function passDeadline(
  deps: Pick<Deps, 'db' | 'settings' | 'jobs' | 'log'>,
  handlers: DeadlineHandlers,
  { orderId }: { orderId: string },
): Promise<DeadlineKindName | undefined> {
  const { db } = deps;
  const isOpen = and(eq(orderDeadlines.orderId, orderId), isNull(orderDeadlines.closedAt));
  const [next] = await db
    .select({
      id: orderDeadlines.id,
      kind: orderDeadlines.kind,
      left: sql<string>`(${orderDeadlines.dueAt} - now())::text`,
    })
    .from(orderDeadlines)
    .where(and(isOpen, notLike(orderDeadlines.kind, '%reminder')))
    .orderBy(asc(orderDeadlines.dueAt), asc(orderDeadlines.id))
    .limit(1);
  if (!next) return undefined;
  // All move by the same time, so that reminders still come first.
  await db
    .update(orderDeadlines)
    .set({ dueAt: sql`${orderDeadlines.dueAt} - greatest(${next.left}::interval, '0')` })
    .where(isOpen);
  await fireDeadlines(deps, handlers);
  return next.kind as DeadlineKindName;
}
