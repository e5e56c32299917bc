import { type DisputeSummary, toDollars } from '@redial/contract';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { disputes, orderDeadlines, orders, users } from '../../db/schema/index.ts';
import type { Settings } from '../../settings.ts';
import { absoluteImageUrl } from '../images/index.ts';
import { disputeTurnOf } from '../orders/index.ts';

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');

/** Selects disputes with their orders, parties and the due time of the next step. */
export function selectDisputes(db: Executor, where: SQL | undefined) {
  const nextDue = db
    .select({ dueAt: sql`min(${orderDeadlines.dueAt})` })
    .from(orderDeadlines)
    .where(and(eq(orderDeadlines.orderId, disputes.orderId), isNull(orderDeadlines.closedAt)));
  // The first that was not void: while a chargeback is open, others follow one that has fired.
  const end = db
    .select({ dueAt: sql`min(${orderDeadlines.dueAt})` })
    .from(orderDeadlines)
    .where(
      and(
        eq(orderDeadlines.orderId, disputes.orderId),
        eq(orderDeadlines.kind, 'dispute-end'),
        sql`${orderDeadlines.outcome} is distinct from 'void'`,
      ),
    );
  return db
    .select({
      id: disputes.id,
      orderId: disputes.orderId,
      reason: disputes.reason,
      text: disputes.text,
      defects: disputes.defects,
      lastStepBy: disputes.lastStepBy,
      escalatedAt: disputes.escalatedAt,
      openedAt: disputes.openedAt,
      state: orders.state,
      productName: orders.productName,
      imageUrl: orders.imageUrl,
      priceCents: orders.priceCents,
      refundedCents: orders.refundedCents,
      buyerId: orders.buyerId,
      sellerId: orders.sellerId,
      chargebackOpenedAt: orders.chargebackOpenedAt,
      buyerName: buyers.name,
      sellerName: sellers.name,
      nextDueAt: sql<string | null>`(${nextDue})`,
      endDueAt: sql<string | null>`(${end})`,
      now: sql<string>`now()`,
    })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerId))
    .where(where);
}

export type DisputeSummaryRow = Awaited<ReturnType<typeof selectDisputes>>[number];

export async function findDisputeSummary(
  db: Executor,
  id: string,
): Promise<DisputeSummaryRow | undefined> {
  const [row] = await selectDisputes(db, eq(disputes.id, id));
  return row;
}

/** When the time for a dispute ends: at its deadline. One that was settled before has none. */
export const endOf = (
  { openedAt, endDueAt }: Pick<DisputeSummaryRow, 'openedAt' | 'endDueAt'>,
  { trade }: Pick<Settings, 'trade'>,
): Date =>
  endDueAt === null
    ? new Date(openedAt.getTime() + trade.disputeDays * 86_400_000)
    : new Date(endDueAt);

/** Presents a dispute in lists. */
export function toSummary(
  row: DisputeSummaryRow,
  settings: Pick<Settings, 'publicUrl' | 'trade'>,
): DisputeSummary {
  const isOpen = row.state === 'disputed';
  return {
    _id: row.id,
    orderId: row.orderId,
    productName: row.productName,
    img: absoluteImageUrl(row.imageUrl, settings),
    buyerName: row.buyerName,
    sellerName: row.sellerName,
    price: toDollars(row.priceCents),
    reason: row.reason,
    status: isOpen ? 'open' : row.state === 'returning' ? 'returning' : 'closed',
    openedAt: row.openedAt.toISOString(),
    escalatedAt: row.escalatedAt?.toISOString() ?? null,
    ...dueOf(row),
    overdue: isOpen && endOf(row, settings) <= new Date(row.now),
  };
}

/** Whose step is due when. An escalated dispute has been due for the admins since then. */
function dueOf(row: DisputeSummaryRow): Pick<DisputeSummary, 'dueAt' | 'dueFor'> {
  if (row.state !== 'disputed') return { dueAt: null, dueFor: null };
  if (row.escalatedAt) return { dueAt: row.escalatedAt.toISOString(), dueFor: 'admin' };
  const dueAt = row.nextDueAt ? new Date(row.nextDueAt).toISOString() : null;
  const turn = disputeTurnOf(row);
  return { dueAt, dueFor: turn === 'both' ? null : turn };
}
