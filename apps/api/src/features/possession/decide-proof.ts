import type { PossessionRefusal } from '@redial/contract';
import { and, eq, gt } from 'drizzle-orm';
import { orders, possessionProofs } from '../../db/schema/index.ts';
import { products } from '../../db/schema/products.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { requireNotConcerned } from '../moderation/index.ts';
import { setPossessionVerified } from '../selling/index.ts';
import type { ProofRow } from './queries.ts';

/**
 * Accepts a photo, so that the listing carries "Possession verified", or refuses it with a reason. The
 * same decision again changes nothing.
 *
 * @returns the number of decided photos.
 * @throws Problem `possession-proof.not-found`, `possession-proof.decided`,
 *   `possession-proof.listing-changed` if the listing may be one of another phone since the upload, or the
 *   phone was in other hands,
 *   `possession-proof.own`, `moderation.person-protected`, `validation.failed` for a refusal without a
 *   reason
 */
export async function decideProof(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  actor: User,
  { id, accepted, reason }: { id: string; accepted: boolean; reason?: PossessionRefusal },
): Promise<number> {
  if (accepted === (reason !== undefined)) {
    const message = accepted ? 'An accepted photo needs no reason' : 'Choose a reason';
    throw new Problem('validation.failed', message, 'body.reason');
  }
  const state = accepted ? 'accepted' : 'refused';
  const decided = await inTransaction(db, async (tx) => {
    // In the order of all changes of a listing: the product first.
    const [found] = await tx
      .select({ productId: possessionProofs.productId })
      .from(possessionProofs)
      .where(eq(possessionProofs.id, id));
    if (!found) throw new Problem('possession-proof.not-found');
    const [product] = await tx
      .select({
        id: products.id,
        name: products.name,
        sellerId: products.sellerId,
        removedAt: products.removedAt,
      })
      .from(products)
      .where(eq(products.id, found.productId))
      .for('no key update');
    const [proof] = await tx
      .select()
      .from(possessionProofs)
      .where(eq(possessionProofs.id, id))
      .for('update');
    if (!product || product.removedAt || !proof || proof.state === 'open') {
      throw new Problem('possession-proof.not-found');
    }
    if (product.sellerId === actor.id) throw new Problem('possession-proof.own');
    await requireNotConcerned(tx, { people: [product.sellerId] }, actor);
    if (proof.state !== 'submitted') {
      if (proof.state === state && proof.reason === (reason ?? null)) return 0;
      throw new Problem('possession-proof.decided');
    }
    if (accepted && proof.productName !== product.name) {
      throw new Problem('possession-proof.listing-changed');
    }
    if (accepted && (await cameBack(tx, proof))) {
      const message = 'The phone was sold and came back since the photo was taken';
      throw new Problem('possession-proof.listing-changed', message);
    }
    const decidedAt = clock.now();
    await tx
      .update(possessionProofs)
      .set({ state, reason: reason ?? null, decidedAt, decidedBy: actor.id })
      .where(and(eq(possessionProofs.id, id), eq(possessionProofs.state, 'submitted')));
    if (accepted) await setPossessionVerified(tx, product.id, decidedAt);
    await recordAction(tx, actor, {
      action: 'possession-proof.decided',
      target: { type: 'possession-proof', id },
      changes: { state: [proof.state, state] },
      reason,
    });
    await emit(tx, { type: 'possession-proof.decided', proofId: id });
    return 1;
  });
  jobs.trigger('dispatch-outbox');
  return decided;
}

/** Whether the phone may have been in other hands since its photo was sent. */
async function cameBack(tx: Transaction, { productId, submittedAt }: ProofRow): Promise<boolean> {
  const [refunded] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.productId, productId),
        eq(orders.state, 'refunded'),
        gt(orders.placedAt, submittedAt ?? new Date(0)),
      ),
    )
    .limit(1);
  return refunded !== undefined;
}
