import { and, eq, inArray, or } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { orders } from '../../db/schema/index.ts';
import { heldOrderStates } from './state-machine.ts';

/** Whether a user is the other party of an order of one of these people whose money is held. */
export async function hasHeldOrderWith(
  db: Executor,
  userId: string,
  people: readonly string[],
): Promise<boolean> {
  const isParty = or(
    and(eq(orders.buyerId, userId), inArray(orders.sellerId, [...people])),
    and(eq(orders.sellerId, userId), inArray(orders.buyerId, [...people])),
  );
  const held = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.state, [...heldOrderStates]), isParty))
    .limit(1);
  return held.length > 0;
}
