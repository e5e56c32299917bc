import { eq } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { storeDecision } from './decide.ts';
import { applyDecision } from './decision-effects.ts';
import { closeOpen, findTarget, requireNotConcerned } from './target.ts';

/** What a seller reads whose listing was refused. */
const refusalMessage =
  'We have looked at your listing, and took it off the market. Describe the phone as it is, with your own photos and a price that fits it, and you can list it again.';

/**
 * Releases a listing that is held for review, so that everybody sees it unless there are other reasons to
 * hide it, or refuses it, which takes it off the market: a decision without a rule, as `decideModeration`
 * stores it. What else waits for a decision about the listing is decided with it. Of two decisions at
 * once, the first one counts.
 *
 * @param input.reason for the audit log and for other moderators.
 * @returns the number of listings decided (1).
 * @throws Problem `risk.not-held`, `risk.own-listing`, `moderation.person-protected`, `validation.failed`
 */
export async function decideHeldListing(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: User,
  input: { id: string; released: boolean; reason: string },
): Promise<number> {
  const { db, jobs, settings } = deps;
  const { id, released } = input;
  const reason = parseText(input.reason, 'reason');
  await inTransaction(db, async (tx) => {
    const [product] = await tx
      .select({
        sellerId: products.sellerId,
        removedAt: products.removedAt,
        hiddenReasons: products.hiddenReasons,
      })
      .from(products)
      .where(eq(products.id, id))
      .for('no key update');
    const target = await findTarget(tx, 'listing', id);
    if (!target || !product || product.removedAt || !product.hiddenReasons.includes('review')) {
      throw new Problem('risk.not-held');
    }
    if (product.sellerId === actor.id) throw new Problem('risk.own-listing');
    await requireNotConcerned(tx, target, actor);
    const kind = released ? 'dismiss' : 'remove';
    const about = { kind: 'listing', id, decision: kind } as const;
    const closed = await closeOpen(tx, deps, actor, about);
    if (!closed) throw new Problem('risk.not-held');
    const decided = await storeDecision(tx, actor, {
      ...target.columns,
      kind,
      targetKind: 'listing',
      personId: product.sellerId,
      title: target.title,
      message: released ? null : refusalMessage,
      evidence: {
        reasons: closed.reasons,
        ...(target.content && { content: target.content }),
        note: reason,
      },
    });
    await applyDecision(tx, settings, actor, decided);
    await recordAction(tx, actor, {
      action: 'held-listing.decided',
      target: { type: 'product', id },
      changes: {
        review: ['held', released ? 'released' : 'refused'],
        ...(closed.since && { since: [null, closed.since.toISOString()] as const }),
      },
      reason,
    });
  });
  jobs.trigger('expire-orders');
  jobs.trigger('dispatch-outbox');
  return 1;
}
