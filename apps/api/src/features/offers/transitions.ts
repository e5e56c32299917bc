import { and, eq, inArray, sql } from 'drizzle-orm';
import { offers } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { publishLive } from '../live/index.ts';
import { type OfferTransition, offerTransitions } from './state-machine.ts';

/**
 * Applies a transition to an offer if its state allows it, with its domain event and live updates. Live
 * updates lock rows, so it belongs at the end of a transaction.
 *
 * @param orderId the order of an accepted offer.
 * @returns whether the state allowed it.
 */
export async function transitionOffer(
  tx: Transaction,
  id: string,
  transition: OfferTransition,
  { orderId }: { orderId?: string } = {},
): Promise<boolean> {
  const { from, to, event } = offerTransitions[transition];
  const [offer] = await tx
    .update(offers)
    .set({ state: to, closedAt: sql`now()`, ...(orderId ? { orderId } : {}) })
    .where(and(eq(offers.id, id), inArray(offers.state, [...from])))
    .returning({ buyerId: offers.buyerId, sellerId: offers.sellerId });
  if (!offer) return false;
  await emit(tx, { type: event, offerId: id });
  await publishLive(tx, [offer.buyerId, offer.sellerId], { type: 'offers.changed' });
  return true;
}
