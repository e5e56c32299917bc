import { eq } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { recordDecision } from '../risk/index.ts';
import { removeProduct, unhideProduct } from '../selling/index.ts';

/**
 * Releases a listing that is held for review, so that everybody sees it unless there are other reasons to
 * hide it, or refuses it, which takes it off the market. Of two decisions at once, the first one counts.
 *
 * @param input.reason for the audit log.
 * @returns the number of listings decided (1).
 * @throws Problem `risk.not-held`, `risk.own-listing`, `validation.failed`
 */
export async function decideHeldListing(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  actor: User,
  input: { id: string; released: boolean; reason: string },
): Promise<number> {
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
    if (!product || product.removedAt || !product.hiddenReasons.includes('review')) {
      throw new Problem('risk.not-held');
    }
    if (product.sellerId === actor.id) throw new Problem('risk.own-listing');
    const at = clock.now();
    await recordDecision(tx, actor, { productId: id, at, released });
    await unhideProduct(tx, id, 'review');
    if (!released) await removeProduct(tx, id, 'review');
    await recordAction(tx, actor, {
      action: 'held-listing.decided',
      target: { type: 'product', id },
      changes: { review: ['held', released ? 'released' : 'refused'] },
      reason,
    });
    await emit(tx, {
      type: 'listing.review-decided',
      productId: id,
      released,
      at: at.toISOString(),
    });
  });
  jobs.trigger('dispatch-outbox');
  return 1;
}
