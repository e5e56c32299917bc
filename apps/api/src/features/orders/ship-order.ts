import {
  type CarrierCode,
  carriers,
  isTrackingNumber,
  normalizeTrackingNumber,
} from '@redial/contract';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { orderEvents, type orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine } from '../../platform/text-fields.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { findDisputeSituations } from './order-situation-queries.ts';
import { applyTransition, invalidStatus } from './order-steps.ts';
import { changePartyOrder } from './party-order.ts';
import { recordOrderEvent } from './transitions.ts';

/** A shipment in the history of its order. */
export interface ShipmentDetails {
  readonly carrier: CarrierCode;
  readonly carrierName: string;
  readonly trackingNumber: string;
}

/** The events that record a shipment. The latest is the valid one. */
export const shipmentEvents = ['order.shipped', 'order.shipment-corrected'] as const;

/**
 * Records that the phone is on its way, or, until it is received, replaces carrier and tracking
 * number, also while the buyer reports that it has not arrived. Repeating the last call changes nothing.
 *
 * @throws Problem `validation.failed`, `order.not-found`, `order.invalid-status`
 */
export async function shipOrder(
  deps: Pick<Deps, 'db' | 'jobs' | 'settings'>,
  actor: User,
  input: { id: string; carrier: CarrierCode; carrierName?: string; trackingNumber: string },
): Promise<void> {
  const { id } = input;
  const shipment = parseShipment(input);
  await changePartyOrder(deps, actor, { orderId: id, party: 'seller' }, async (tx, order) => {
    if (isSame(await findShipment(tx, id), shipment)) return;
    const details = { ...shipment };
    if (order.state === 'in_transit' || (await isReportedMissing(tx, order))) {
      const kind = 'order.shipment-corrected';
      const { priceCents: amountCents } = order;
      await recordOrderEvent(tx, { orderId: id, kind, amountCents, actorId: actor.id, details });
      await emit(tx, { type: kind, orderId: id });
      return;
    }
    if (order.state === 'paid' && order.handover !== 'ship') {
      throw invalidStatus(order, 'The buyer has chosen to meet in person');
    }
    const { settings } = deps;
    if (order.state !== 'paid') throw invalidStatus(order);
    await applyTransition(tx, order, 'ship', { settings, actorId: actor.id, details });
  });
}

/**
 * Reads carrier and tracking number of a parcel.
 *
 * @throws Problem `validation.failed` if the number is not one of the carrier's.
 */
export function parseShipment(input: {
  carrier: CarrierCode;
  carrierName?: string;
  trackingNumber: string;
}): ShipmentDetails {
  const { carrier } = input;
  const carrierName =
    carrier === 'other'
      ? parseLine(input.carrierName ?? '', 'carrierName', 'Please name the carrier')
      : carriers[carrier].name;
  const trackingNumber = normalizeTrackingNumber(input.trackingNumber);
  if (!isTrackingNumber(carrier, trackingNumber)) {
    const detail = `This is not a tracking number of ${carrierName}`;
    throw new Problem('validation.failed', detail, 'body.trackingNumber');
  }
  return { carrier, carrierName, trackingNumber };
}

async function isReportedMissing(
  tx: Transaction,
  { id, state }: Pick<typeof orders.$inferSelect, 'id' | 'state'>,
): Promise<boolean> {
  if (state !== 'disputed') return false;
  return (await findDisputeSituations(tx, [id])).get(id)?.isMissing === true;
}

async function findShipment(tx: Transaction, orderId: string) {
  const [latest] = await tx
    .select({ details: orderEvents.details })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), inArray(orderEvents.kind, [...shipmentEvents])))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  return latest?.details ?? undefined;
}

const isSame = (
  before: Readonly<Record<string, string | number>> | undefined,
  { carrier, carrierName, trackingNumber }: ShipmentDetails,
): boolean =>
  before?.carrier === carrier &&
  before.carrierName === carrierName &&
  before.trackingNumber === trackingNumber;
