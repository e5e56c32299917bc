import { isDeepStrictEqual } from 'node:util';
import type { HandoverMethod, ShippingAddress } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { orders, shippingAddresses } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine } from '../../platform/text-fields.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { invalidStatus, isDeadlineOpen } from './order-steps.ts';
import { changePartyOrder } from './party-order.ts';
import { recordOrderEvent } from './transitions.ts';

/**
 * Chooses whether buyer and seller meet or the phone is shipped, until it has changed hands or is on
 * its way. Once a phone that is to be shipped is paid, only the address changes. Repeating the call changes
 * nothing.
 *
 * @param input.address required for shipping, unless one was given before.
 * @throws Problem `validation.failed`, `order.not-found`, `order.invalid-status`
 */
export async function chooseHandover(
  deps: Pick<Deps, 'db' | 'jobs'>,
  actor: User,
  input: { id: string; method: HandoverMethod; address?: ShippingAddress },
): Promise<void> {
  const { id, method } = input;
  const address = method === 'ship' && input.address ? parseAddress(input.address) : undefined;
  await changePartyOrder(deps, actor, { orderId: id, party: 'buyer' }, async (tx, order) => {
    const before = await findAddress(tx, id);
    const isSame = order.handover === method && (!address || isDeepStrictEqual(address, before));
    if (isSame && (method === 'meet' || before)) return;
    if (order.state !== 'unpaid' && order.state !== 'paid') throw invalidStatus(order);
    if (await isDeadlineOpen(tx, id, 'second-code')) {
      throw invalidStatus(order, 'The handover in person has begun');
    }
    // The parcel may be on its way, and its shipment could not be recorded: the clock would refund the order.
    if (method === 'meet' && order.handover === 'ship' && order.state === 'paid') {
      const detail = 'The seller may have sent the phone: ask for a cancellation instead';
      throw invalidStatus(order, detail);
    }
    if (method === 'ship' && !address && !before) {
      throw new Problem('validation.failed', 'Please give an address', 'body.address');
    }
    await tx.update(orders).set({ handover: method }).where(eq(orders.id, id));
    if (method === 'meet') {
      await tx.delete(shippingAddresses).where(eq(shippingAddresses.orderId, id));
    } else if (address) await storeAddress(tx, id, address);
    const kind = 'order.handover-chosen';
    await recordOrderEvent(tx, {
      orderId: id,
      kind,
      amountCents: order.priceCents,
      actorId: actor.id,
      details: { method },
    });
    await emit(tx, { type: kind, orderId: id });
  });
}

async function findAddress(tx: Transaction, orderId: string): Promise<ShippingAddress | undefined> {
  const [row] = await tx
    .select({ address: shippingAddresses.address })
    .from(shippingAddresses)
    .where(eq(shippingAddresses.orderId, orderId));
  return row?.address;
}

async function storeAddress(
  tx: Transaction,
  orderId: string,
  address: ShippingAddress,
): Promise<void> {
  await tx
    .insert(shippingAddresses)
    .values({ orderId, address })
    .onConflictDoUpdate({
      target: shippingAddresses.orderId,
      set: { address, changedAt: sql`now()` },
    });
}

/** Trims the lines of an address; optional ones that are blank are left out. */
function parseAddress(address: ShippingAddress): ShippingAddress {
  const { line2, region } = address;
  const parse = (field: keyof ShippingAddress, text: string) =>
    parseLine(text, `address.${field}`, 'Please complete the address');
  return {
    name: parse('name', address.name),
    line1: parse('line1', address.line1),
    ...(line2?.trim() ? { line2: parse('line2', line2) } : {}),
    postalCode: parse('postalCode', address.postalCode),
    city: parse('city', address.city),
    ...(region?.trim() ? { region: parse('region', region) } : {}),
    country: parse('country', address.country),
  };
}
