import { type OrderDeadlineKind, orderDeadlineKinds, type Party } from '@redial/contract';
import { and, asc, inArray, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { disputes, orderDeadlines, type orders, reviews } from '../../db/schema/index.ts';
import type { DeadlineKindName } from './deadlines.ts';
import { type DisputeSituation, disputeTurnOf, type OrderSituation } from './order-situation.ts';

export interface OpenDeadline {
  readonly kind: DeadlineKindName;
  readonly dueAt: Date;
}

/** The open deadlines of orders, the earliest first, by order. */
export async function findOpenDeadlines(
  db: Executor,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OpenDeadline[]>> {
  const rows = await db
    .select({
      orderId: orderDeadlines.orderId,
      kind: orderDeadlines.kind,
      dueAt: orderDeadlines.dueAt,
    })
    .from(orderDeadlines)
    .where(and(inArray(orderDeadlines.orderId, [...orderIds]), isNull(orderDeadlines.closedAt)))
    .orderBy(asc(orderDeadlines.dueAt), asc(orderDeadlines.id));
  const byOrder = new Map<string, OpenDeadline[]>();
  for (const { orderId, kind, dueAt } of rows) {
    const deadlines = byOrder.get(orderId) ?? [];
    byOrder.set(orderId, deadlines);
    deadlines.push({ kind: kind as DeadlineKindName, dueAt });
  }
  return byOrder;
}

/** The parties who have written a review, by order. */
export async function findReviewers(
  db: Executor,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<Party>>> {
  const rows = await db
    .select({ orderId: reviews.orderId, party: reviews.party })
    .from(reviews)
    .where(inArray(reviews.orderId, [...orderIds]));
  const byOrder = new Map<string, Set<Party>>();
  for (const { orderId, party } of rows) {
    byOrder.set(orderId, (byOrder.get(orderId) ?? new Set()).add(party));
  }
  return byOrder;
}

/** The disputes of orders, by order. */
export async function findDisputeSituations(
  db: Executor,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, DisputeSituation>> {
  const { orderId, reason, lastStepBy, escalatedAt } = disputes;
  const rows = await db
    .select({ orderId, reason, lastStepBy, escalatedAt })
    .from(disputes)
    .where(inArray(orderId, [...orderIds]));
  return new Map(
    rows.map((row) => [
      row.orderId,
      { turn: disputeTurnOf(row), isMissing: row.reason === 'not-received' },
    ]),
  );
}

type SituationRow = Pick<
  typeof orders.$inferSelect,
  'state' | 'handover' | 'chargebackOpenedAt' | 'expiresAt' | 'changedAt'
> & {
  /** Where the seller wants a return; null as long as there is none. */
  readonly returnAddress: string | null;
};

/** The situation of an order, for the rules of who may do what. */
export const situationOf = (
  order: SituationRow,
  open: readonly OpenDeadline[],
  {
    now,
    overdueDays,
    isRelistable,
    dispute = null,
    reviewedBy = new Set(),
  }: {
    now: Date;
    overdueDays: number;
    isRelistable: boolean;
    dispute?: DisputeSituation | null | undefined;
    reviewedBy?: ReadonlySet<Party> | undefined;
  },
): OrderSituation => ({
  state: order.state,
  handover: order.handover,
  deadlines: new Set(open.map(({ kind }) => kind)),
  isChargebackOpen: order.chargebackOpenedAt !== null,
  isOverdue:
    order.state === 'in_transit' &&
    now.getTime() - order.changedAt.getTime() >= overdueDays * 86_400_000,
  hasReturnAddress: order.returnAddress !== null,
  isRelistable,
  dispute,
  reviewedBy,
});

/** What happens to an order on its own, the earliest first. Reminders are not shown. */
export function shownDeadlines(
  order: SituationRow,
  open: readonly OpenDeadline[],
): { kind: OrderDeadlineKind; dueAt: string }[] {
  const payment =
    order.state === 'unpaid' ? [{ kind: 'payment' as const, dueAt: order.expiresAt }] : [];
  return [...payment, ...open].flatMap(({ kind, dueAt }) => {
    const shown = kind === 'return-shipment' && !order.returnAddress ? 'return-address' : kind;
    return isShown(shown) ? [{ kind: shown, dueAt: dueAt.toISOString() }] : [];
  });
}

const isShown = (kind: string): kind is OrderDeadlineKind =>
  orderDeadlineKinds.some((shown) => shown === kind);
