import type { Party } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { offers } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';

/** A locked offer, as one of its two sides sees it. */
export interface OwnOffer {
  readonly offer: typeof offers.$inferSelect;
  /** The side of the caller. */
  readonly party: Party;
  /** Whether the caller made it. */
  readonly isOwn: boolean;
  /** Whether it is open and its time has not ended. */
  readonly isOpen: boolean;
  /** Whether the caller is suspended. */
  readonly isSuspended: boolean;
}

/**
 * Locks an offer of the caller. Its buyer is locked before, as making an offer and ordering do, and a
 * seller who is the caller: a removal of either comes before, and has voided the offer, or after.
 *
 * @throws Problem `offer.not-found`, also for offers of others; `account.removed`
 */
export async function lockOwnOffer(
  tx: Transaction,
  actor: User,
  { id, now }: { id: string; now: Date },
): Promise<OwnOffer> {
  const [parties] = await tx
    .select({ buyerId: offers.buyerId, sellerId: offers.sellerId })
    .from(offers)
    .where(eq(offers.id, id));
  const isBuyer = parties?.buyerId === actor.id;
  if (!parties || (!isBuyer && parties.sellerId !== actor.id)) {
    throw new Problem('offer.not-found');
  }
  const buyer = await lockBuyer(tx, parties.buyerId, isBuyer);
  const { suspended } = isBuyer ? buyer : await lockActiveUser(tx, actor, 'share');
  const [offer] = await tx.select().from(offers).where(eq(offers.id, id)).for('update');
  if (!offer) throw new Problem('offer.not-found');
  const party = isBuyer ? 'buyer' : 'seller';
  return {
    offer,
    party,
    isOwn: offer.madeBy === party,
    isOpen: offer.state === 'open' && offer.expiresAt > now,
    isSuspended: suspended,
  };
}

async function lockBuyer(
  tx: Transaction,
  buyerId: string,
  isActor: boolean,
): Promise<{ suspended: boolean }> {
  try {
    return await lockActiveUser(tx, { id: buyerId }, 'no key update');
  } catch (error) {
    // To the seller, the offer of a removed buyer is void.
    if (!isActor && error instanceof Problem) throw new Problem('offer.closed');
    throw error;
  }
}

/**
 * Checks that the caller can answer an offer now.
 *
 * @throws Problem `offer.not-your-turn`, `offer.closed`
 */
export function requireAnswerable({ isOwn, isOpen }: OwnOffer): void {
  if (isOwn) throw new Problem('offer.not-your-turn');
  if (!isOpen) throw new Problem('offer.closed');
}
