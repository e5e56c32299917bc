import { and, asc, eq, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { orderDeadlines, orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { type DeadlineKindName, pausableDeadlines } from './deadlines.ts';

/** A deadline that has been claimed, in the transaction of its effect. */
export interface FiredDeadline {
  readonly id: number;
  readonly orderId: string;
  readonly kind: DeadlineKindName;
}

/**
 * What a kind of deadline does, in the transaction that claims it. The order is locked. Must not call
 * anything outside the database.
 */
export type DeadlineHandler = (
  tx: Transaction,
  deadline: FiredDeadline,
  deps: Pick<Deps, 'settings'>,
) => Promise<void>;

export type DeadlineHandlers = Readonly<Partial<Record<DeadlineKindName, DeadlineHandler>>>;

/** Deadlines read at once. */
const batchSize = 100;

/**
 * Fires the deadlines that are due by the database's clock, the earliest first. Each is claimed by a
 * conditional update in the transaction of its effect, while the order is locked, so it fires once,
 * with any number of replicas and after any downtime. Deadlines that move money wait while a
 * chargeback is open. A deadline that fails is retried in the next run and does not stop the others.
 *
 * @param handlers by kind; every kind needs one.
 * @returns the number of deadlines fired.
 */
export async function fireDeadlines(
  deps: Pick<Deps, 'db' | 'settings' | 'jobs' | 'log'>,
  handlers: DeadlineHandlers,
): Promise<number> {
  let fired = 0;
  let after: SQL | undefined;
  for (;;) {
    const due = await findDue(deps.db, after);
    for (const { id, orderId } of due) {
      try {
        if (await fire(deps, handlers, { id, orderId })) fired++;
      } catch (error) {
        deps.log.error({ err: error, orderId, deadlineId: id }, 'deadline not fired');
      }
    }
    const last = due.at(-1);
    if (!last || due.length < batchSize) break;
    after = sql`(${orderDeadlines.dueAt}, ${orderDeadlines.id}) > (${last.at}::timestamptz, ${last.id}::bigint)`;
  }
  if (fired > 0) deps.jobs.trigger('dispatch-outbox');
  return fired;
}

/** Not one that waits for the end of a chargeback. */
const isNotPaused = notInArray(orderDeadlines.kind, [...pausableDeadlines]);

const isDue = and(isNull(orderDeadlines.closedAt), sql`${orderDeadlines.dueAt} <= now()`);

const findDue = (db: Deps['db'], after: SQL | undefined) =>
  db
    // As text: a `Date` has no microseconds, so the next batch would begin with this one again.
    .select({
      id: orderDeadlines.id,
      orderId: orderDeadlines.orderId,
      at: sql<string>`${orderDeadlines.dueAt}::text`,
    })
    .from(orderDeadlines)
    .innerJoin(orders, eq(orders.id, orderDeadlines.orderId))
    .where(and(isDue, or(isNull(orders.chargebackOpenedAt), isNotPaused), after))
    .orderBy(asc(orderDeadlines.dueAt), asc(orderDeadlines.id))
    .limit(batchSize);

const fire = (
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  handlers: DeadlineHandlers,
  { id, orderId }: { id: number; orderId: string },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    // The order comes first, as in every transition. Another process may be at work on it.
    const [order] = await tx
      .select({ chargebackOpenedAt: orders.chargebackOpenedAt })
      .from(orders)
      .where(eq(orders.id, orderId))
      .for('update', { skipLocked: true });
    if (!order) return false;
    const [claimed] = await tx
      .update(orderDeadlines)
      .set({ closedAt: sql`now()`, outcome: 'fired' })
      .where(
        and(eq(orderDeadlines.id, id), isDue, order.chargebackOpenedAt ? isNotPaused : undefined),
      )
      .returning({ kind: orderDeadlines.kind });
    if (!claimed) return false;
    const kind = claimed.kind as DeadlineKindName;
    const handler = handlers[kind];
    if (!handler) throw new Error(`no handler for deadlines of kind ${kind}`);
    await handler(tx, { id, orderId, kind }, { settings });
    return true;
  });
