import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { moderationDecisions } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { setSuspended, setVerified } from '../accounts/index.ts';
import { voidOffersOfUser } from '../offers/index.ts';
import { endHoldsOfProduct, endHoldsOfUser, refundOrdersOfUser } from '../orders/index.ts';
import { hideReview, restoreReview } from '../reviews/index.ts';
import { forgetRemovedSeller, storeRemovedSeller } from '../risk/index.ts';
import {
  hideProduct,
  hideProductsOfSeller,
  holdIfRisky,
  removeProduct,
  restoreRemovedProduct,
  unhideProduct,
} from '../selling/index.ts';
import type { DecisionRow } from './transitions.ts';

type Decided = Pick<
  DecisionRow,
  'kind' | 'productId' | 'reviewId' | 'personId' | 'message' | 'decidedBy'
>;

/**
 * Does what a decision says. Unpaid orders on what goes off the market end; of a suspended person,
 * paid orders that were not handed over are refunded, and those under way go on.
 *
 * @throws Problem `user.not-found` if the person has no active account, `validation.failed` if there is no
 *   badge to take away.
 */
export async function applyDecision(
  tx: Transaction,
  settings: Pick<Settings, 'trade'>,
  actor: User,
  { kind, productId, reviewId, personId, message }: Decided,
): Promise<void> {
  if (kind === 'hide' || kind === 'changes') {
    if (!productId) return;
    await hideProduct(tx, productId, 'moderation');
    await endHoldsOfProduct(tx, productId);
  } else if (kind === 'remove') {
    if (reviewId) await hideReview(tx, actor, { id: reviewId, reason: message ?? '' });
    if (!productId) return;
    await removeProduct(tx, productId);
    await endHoldsOfProduct(tx, productId);
  } else if (personId && kind === 'unverify') {
    // An appeal would give a badge back that was never there.
    if (!(await setVerified(tx, personId, false))) {
      throw new Problem('validation.failed', 'The person has no verified badge', 'body.kind');
    }
  } else if (personId && (kind === 'suspend' || kind === 'ban')) {
    if (!(await setSuspended(tx, personId, true))) throw new Problem('user.not-found');
    const because = { userId: personId, actorId: actor.id, because: 'suspended' } as const;
    if (kind === 'ban') await storeRemovedSeller(tx, personId);
    await refundOrdersOfUser(tx, settings, because);
    await hideProductsOfSeller(tx, personId, true);
    await endHoldsOfUser(tx, personId);
    await voidOffersOfUser(tx, personId);
  }
}

/**
 * Takes back what a decision did, once it is over or was reversed, unless another one in force does the
 * same. Orders that ended or were refunded stay as they are. Risky listings of a seller who is no longer
 * suspended are held in the same transaction, so that nobody sees them in between.
 */
export async function revertDecision(
  tx: Transaction,
  deps: Pick<Deps, 'settings' | 'clock'>,
  { kind, productId, reviewId, personId, message, decidedBy }: Decided,
): Promise<void> {
  if (kind === 'hide' || kind === 'changes') {
    if (!productId) return;
    const isSame = and(
      eq(moderationDecisions.productId, productId),
      inArray(moderationDecisions.kind, ['hide', 'changes']),
    );
    if (!(await isInForce(tx, isSame))) await unhideProduct(tx, productId, 'moderation');
  } else if (kind === 'remove') {
    if (reviewId) {
      await restoreReview(tx, { id: reviewId, removedBy: decidedBy, reason: message ?? '' });
    }
    if (productId) await restoreRemovedProduct(tx, productId);
  } else if (personId && kind === 'unverify') {
    await setVerified(tx, personId, true);
  } else if (personId && (kind === 'suspend' || kind === 'ban')) {
    const isSame = and(
      eq(moderationDecisions.personId, personId),
      inArray(moderationDecisions.kind, ['suspend', 'ban']),
    );
    if (kind === 'ban') await forgetRemovedSeller(tx, personId);
    if (await isInForce(tx, isSame)) return;
    await setSuspended(tx, personId, false);
    for (const id of await hideProductsOfSeller(tx, personId, false)) {
      await holdIfRisky(tx, deps, id);
    }
  }
}

const isInForce = async (tx: Transaction, isSame: SQL | undefined): Promise<boolean> =>
  (await tx.$count(
    moderationDecisions,
    and(isSame, inArray(moderationDecisions.state, ['in-force', 'answered'])),
  )) > 0;
