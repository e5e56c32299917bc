import { eq, sql } from 'drizzle-orm';
import { returns } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { findDueTime, invalidStatus, lockPartyOrder, startDeadline } from '../orders/index.ts';

/**
 * Sets the address to which the seller wants the phone back. The buyer's time to ship begins with the
 * address, also with a corrected one, until four times that time after the return began. A correction is
 * possible until the phone is shipped. Repeating the call changes nothing.
 *
 * @throws Problem `order.not-found`, `order.invalid-status`, `validation.failed`
 */
export async function setReturnAddress(
  { db, settings, jobs }: Pick<Deps, 'db' | 'settings' | 'jobs'>,
  actor: User,
  input: { id: string; address: string },
): Promise<void> {
  const address = parseText(input.address, 'address', 'Say where the phone is sent to');
  await inTransaction(db, async (tx) => {
    const order = await lockPartyOrder(tx, actor, input.id, 'seller');
    const [row] = await tx.select().from(returns).where(eq(returns.orderId, order.id));
    if (!row) throw invalidStatus(order);
    if (row.address === address) return;
    if (order.state !== 'returning') throw invalidStatus(order);
    if (row.shippedAt) throw new Problem('order.invalid-status', 'The return is shipped already');
    await tx.update(returns).set({ address }).where(eq(returns.orderId, order.id));
    const days = settings.trade.returnShipmentDays;
    if (row.address === null) {
      await startDeadline(tx, order.id, 'return-shipment', days * 24);
      await emit(tx, { type: 'return.address-given', orderId: order.id });
    } else {
      await extendShipment(tx, order.id, { days, since: row.createdAt });
      const correctionId = newId();
      const { id: orderId, party } = order;
      await emit(tx, { type: 'return.corrected', orderId, party, correctionId });
    }
  });
  jobs.trigger('dispatch-outbox');
}

/** Times the time to ship until which corrections of the address extend it: a seller delays no refund for ever. */
const maxShipmentTimes = 4;

/** Gives the buyer the whole time to ship to a corrected address. */
async function extendShipment(
  tx: Transaction,
  orderId: string,
  { days, since }: { days: number; since: Date },
): Promise<void> {
  const before = await findDueTime(tx, orderId, 'return-shipment');
  if (!before) return;
  const due = sql`greatest(${before.toISOString()}::timestamptz, least(
    now() + make_interval(days => ${days}::int),
    ${since.toISOString()}::timestamptz + make_interval(days => ${days * maxShipmentTimes}::int)))`;
  await startDeadline(tx, orderId, 'return-shipment', due);
}
