import { type Sale, salesPerPage, toDollars } from '@redial/contract';
import { count, desc, eq, sql } from 'drizzle-orm';
import { disputes, orders, returns, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { hideContactsIn } from '../../platform/contact-filter/index.ts';
import type { User } from '../../platform/users.ts';
import { absoluteImageUrl } from '../images/index.ts';
import { pausableDeadlines } from './deadlines.ts';
import { toAmounts } from './get-order-details.ts';
import { nextActionOf } from './order-situation.ts';
import {
  findDisputeSituations,
  findOpenDeadlines,
  findReviewers,
  shownDeadlines,
  situationOf,
} from './order-situation-queries.ts';

/** SQL condition: the seller has to act. The same as `turnOf` in `order-situation.ts`. */
const needsAction = sql<boolean>`(${orders.state} = 'paid' and ${orders.chargebackOpenedAt} is null
  or ${orders.state} = 'disputed' and not exists (
    select from ${disputes} where ${disputes.orderId} = ${orders.id}
      and (${disputes.escalatedAt} is not null or ${disputes.lastStepBy} = 'seller'))
  or ${orders.state} = 'returning' and (${returns.address} is null or exists (
    select from order_deadlines d
    where d.order_id = ${orders.id} and d.kind = 'return-confirmation' and d.closed_at is null)))`;

/** Lists the sales of a user, those that need an action first, then the newest. */
export async function listSales(
  { db, settings, clock }: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: User,
  { page = 1 }: { page?: number },
): Promise<{ sales: Sale[]; total: number; needingAction: number }> {
  const isOwn = eq(orders.sellerId, actor.id);
  const rows = await db
    .select({ order: orders, buyerName: users.name, needsAction, returnAddress: returns.address })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.buyerId))
    .leftJoin(returns, eq(returns.orderId, orders.id))
    .where(isOwn)
    .orderBy(desc(needsAction), desc(orders.placedAt), desc(orders.id))
    .limit(salesPerPage)
    .offset((page - 1) * salesPerPage);
  const [counts] = await db
    .select({
      total: count(),
      needingAction: sql<number>`count(*) filter (where ${needsAction})::int`,
    })
    .from(orders)
    .leftJoin(returns, eq(returns.orderId, orders.id))
    .where(isOwn);
  const ids = rows.map(({ order }) => order.id);
  const openByOrder = await findOpenDeadlines(db, ids);
  const reviewers = await findReviewers(db, ids);
  const disputeSituations = await findDisputeSituations(db, ids);
  const context = {
    now: clock.now(),
    overdueDays: settings.trade.overdueDays,
    // Whether a refunded phone can be listed again is shown on the order's page.
    isRelistable: false,
  };
  const sales = rows.map(({ order, buyerName, needsAction, returnAddress }): Sale => {
    const situated = { ...order, returnAddress };
    const open = openByOrder.get(order.id) ?? [];
    const isHeld = order.chargebackOpenedAt !== null;
    const running = open.filter(({ kind }) => !(isHeld && pausableDeadlines.includes(kind)));
    return {
      _id: order.id,
      productName: order.productName,
      img: absoluteImageUrl(order.imageUrl, settings),
      buyerName: order.paidPaymentId === null ? hideContactsIn(buyerName) : buyerName,
      price: toDollars(order.priceCents),
      sellerReceives: toAmounts(order).sellerReceives,
      state: order.state,
      handover: order.handover,
      needsAction,
      nextAction: nextActionOf(
        'seller',
        situationOf(situated, open, {
          ...context,
          dispute: disputeSituations.get(order.id),
          reviewedBy: reviewers.get(order.id),
        }),
      ),
      deadline: shownDeadlines(situated, running)[0] ?? null,
      placedAt: order.placedAt.toISOString(),
    };
  });
  return { sales, total: counts?.total ?? 0, needingAction: counts?.needingAction ?? 0 };
}
