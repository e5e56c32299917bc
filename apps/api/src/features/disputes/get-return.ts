import {
  carrierCodeOf,
  isTrackingNumber,
  type Return,
  type Shipment,
  trackingUrlOf,
} from '@redial/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { orderDeadlines, returns } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { hasImei } from '../devices/index.ts';
import { findPartyOrder } from '../orders/index.ts';
import { maxReturnTries } from './confirm-return.ts';

/**
 * Returns what a party of an order needs to know about its return.
 *
 * @throws Problem `order.not-found`, `return.not-found`
 */
export async function getReturn(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<Return> {
  const order = await findPartyOrder(db, actor, id);
  const [row] = await db.select().from(returns).where(eq(returns.orderId, id));
  if (!row) throw new Problem('return.not-found');
  const [deadline] = await db
    .select({ dueAt: orderDeadlines.dueAt })
    .from(orderDeadlines)
    .where(
      and(
        eq(orderDeadlines.orderId, id),
        isNull(orderDeadlines.closedAt),
        inArray(orderDeadlines.kind, ['return-shipment', 'return-confirmation']),
      ),
    );
  const isRegistered = await hasImei(db, order.productId);
  return {
    orderId: id,
    viewer: order.party,
    underWay: order.state === 'returning',
    address: row.address,
    shipment: toShipment(row),
    dueAt: deadline?.dueAt.toISOString() ?? null,
    imeiRequired: isRegistered || row.imeiHash !== null,
    imeiAsked: !isRegistered && row.shippedAt === null,
    triesLeft: Math.max(0, maxReturnTries - row.mismatches),
  };
}

/** The shipment of a return. The row has the name of its carrier, older ones as it was typed. */
function toShipment({
  carrier: carrierName,
  trackingNumber,
  shippedAt,
}: typeof returns.$inferSelect): Shipment | null {
  if (carrierName === null || trackingNumber === null || !shippedAt) return null;
  const carrier = carrierCodeOf(carrierName);
  const isKnown = isTrackingNumber(carrier, trackingNumber);
  return {
    carrier,
    carrierName,
    trackingNumber,
    trackingUrl: (isKnown && trackingUrlOf(carrier, trackingNumber)) || null,
    at: shippedAt.toISOString(),
  };
}
