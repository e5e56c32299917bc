import type { CarrierCode } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { returns } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { hashImei, parseImei } from '../devices/index.ts';
import {
  invalidStatus,
  lockPartyOrder,
  parseShipment,
  recordOrderEvent,
  startDeadline,
  voidDeadlines,
} from '../orders/index.ts';

/**
 * Records that the buyer shipped the phone back; the seller's time to confirm begins. Carrier and
 * tracking number can be corrected, the IMEI cannot. Repeating the call changes nothing.
 *
 * @throws Problem `order.not-found`, `order.invalid-status`, `return.address-missing`,
 *   `validation.failed`
 */
export async function shipReturn(
  { db, settings, jobs }: Pick<Deps, 'db' | 'settings' | 'jobs'>,
  actor: User,
  input: {
    id: string;
    carrier: CarrierCode;
    carrierName?: string;
    trackingNumber: string;
    imei?: string;
  },
): Promise<void> {
  const shipment = parseShipment(input);
  const { carrierName, trackingNumber } = shipment;
  const imeiHash = input.imei?.trim()
    ? hashImei(settings, parseImei(settings, input.imei, 'imei'))
    : null;
  await inTransaction(db, async (tx) => {
    const order = await lockPartyOrder(tx, actor, input.id, 'buyer');
    const [row] = await tx.select().from(returns).where(eq(returns.orderId, order.id));
    if (row?.carrier === carrierName && row.trackingNumber === trackingNumber) return;
    if (order.state !== 'returning') throw invalidStatus(order);
    if (!row?.address) throw new Problem('return.address-missing');
    const isFirst = row.shippedAt === null;
    await tx
      .update(returns)
      .set({
        carrier: carrierName,
        trackingNumber,
        ...(isFirst ? { shippedAt: sql`now()`, imeiHash } : {}),
      })
      .where(eq(returns.orderId, order.id));
    await recordOrderEvent(tx, {
      orderId: order.id,
      kind: 'return.shipped',
      amountCents: order.priceCents,
      actorId: actor.id,
      details: { ...shipment },
    });
    if (isFirst) {
      await voidDeadlines(tx, order.id, ['return-shipment']);
      const days = settings.trade.returnConfirmationDays;
      await startDeadline(tx, order.id, 'return-confirmation', days * 24);
      await emit(tx, { type: 'return.shipped', orderId: order.id });
    } else {
      const correctionId = newId();
      const { id: orderId, party } = order;
      await emit(tx, { type: 'return.corrected', orderId, party, correctionId });
    }
  });
  jobs.trigger('dispatch-outbox');
}
