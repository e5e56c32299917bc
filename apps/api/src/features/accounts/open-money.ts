import { currency } from '@redial/contract';
import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { orderDeadlines, orders, payouts } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { heldOrderStates } from '../orders/index.ts';
import { getBalanceCents } from '../payouts/index.ts';

type Trade = Settings['trade'];
type OpenOrder = Awaited<ReturnType<typeof listOpenOrders>>[number];

const hourMs = 3600_000;

/**
 * Refuses the deletion of an account while money is open: an order whose money is held, a chargeback, a
 * payout on its way, or a balance that can be paid out or is owed.
 *
 * @throws Problem `account.money-open`, with the reason and, if it is known, the date from which the
 *   deletion works.
 */
export async function requireNoOpenMoney(
  tx: Transaction,
  user: User,
  { trade }: Pick<Settings, 'trade'>,
): Promise<void> {
  const open = await listOpenOrders(tx, user);
  if (open.length > 0) throw new Problem('account.money-open', explainOrders(open, trade));
  const [payout] = await tx
    .select({ arrivesAt: payouts.arrivesAt })
    .from(payouts)
    .where(
      and(
        eq(payouts.userId, user.id),
        inArray(payouts.state, ['requested', 'transferred', 'paying', 'returning']),
      ),
    );
  if (payout) {
    const date = payout.arrivesAt ? `, expected on ${toDay(payout.arrivesAt)}` : '';
    const detail = `A payout is on its way: delete your account when it has arrived${date}`;
    throw new Problem('account.money-open', detail);
  }
  const balance = await getBalanceCents(tx, user.id);
  if (balance >= trade.payoutMinimumCents) {
    const detail = `Pay out your balance of ${toMoney(balance)} first`;
    throw new Problem('account.money-open', detail);
  }
  if (balance < 0) {
    const detail = `You owe ${toMoney(0 - balance)} for a refunded sale: contact us to settle it`;
    throw new Problem('account.money-open', detail);
  }
}

const listOpenOrders = (tx: Transaction, { id }: User) =>
  tx
    .select({
      id: orders.id,
      state: orders.state,
      chargebackOpenedAt: orders.chargebackOpenedAt,
      dueAt: orderDeadlines.dueAt,
    })
    .from(orders)
    .leftJoin(
      orderDeadlines,
      and(
        eq(orderDeadlines.orderId, orders.id),
        isNull(orderDeadlines.closedAt),
        inArray(orderDeadlines.kind, ['handover', 'transit', 'inspection']),
      ),
    )
    .where(
      and(
        or(eq(orders.buyerId, id), eq(orders.sellerId, id)),
        or(inArray(orders.state, [...heldOrderStates]), isNotNull(orders.chargebackOpenedAt)),
      ),
    );

function explainOrders(open: readonly OpenOrder[], trade: Trade): string {
  const orderIds = new Set(open.map(({ id }) => id)).size;
  const what = orderIds === 1 ? 'An order is' : `${orderIds} orders are`;
  const ends = open.map((order) => endOf(order, trade));
  const known = ends.filter((end) => end !== undefined);
  if (known.length < ends.length) {
    return `${what} not finished: delete your account when the money has reached its owner`;
  }
  const last = new Date(Math.max(...known.map((end) => end.getTime())));
  return `${what} not finished: delete your account when it is, at the latest from ${toDay(last)}`;
}

/** When an order ends without anybody doing anything; undefined if that depends on somebody. */
function endOf({ state, chargebackOpenedAt, dueAt }: OpenOrder, trade: Trade): Date | undefined {
  if (chargebackOpenedAt || !dueAt) return undefined;
  const inspectionMs = state === 'in_transit' ? trade.inspectionHours * hourMs : 0;
  return new Date(dueAt.getTime() + inspectionMs);
}

const toDay = (date: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date);

const toMoney = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
