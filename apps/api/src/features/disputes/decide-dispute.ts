import { formatPrice, type ResolutionKind, toDollars } from '@redial/contract';
import { desc, eq } from 'drizzle-orm';
import { disputeResolutions, orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { invalidStatus, lockOrder } from '../orders/index.ts';
import { findDispute } from './dispute-steps.ts';
import { parseResolution } from './parse-resolution.ts';
import { resolveDispute } from './resolve-dispute.ts';

/**
 * Decides a dispute as an admin, or a support member within the limit, who is not a party of it. Repeating the same decision changes nothing.
 *
 * @returns the number of disputes decided: 1.
 * @throws Problem `dispute.not-found`, `dispute.own`, `dispute.above-support-limit`, `order.invalid-status`,
 *   `order.chargeback-open`, `validation.failed`
 */
export async function decideDispute(
  { db, settings, jobs }: Pick<Deps, 'db' | 'settings' | 'jobs'>,
  actor: User,
  input: { id: string; kind: ResolutionKind; refund?: number; reason: string },
): Promise<number> {
  const reason = parseText(input.reason, 'reason', 'Give a reason, which both parties read');
  await inTransaction(db, async (tx) => {
    const { orderId } = await findDispute(tx, input.id);
    await lockOrder(tx, orderId);
    const dispute = await findDispute(tx, input.id);
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    if (!order) throw new Problem('dispute.not-found');
    if (order.buyerId === actor.id || order.sellerId === actor.id) throw new Problem('dispute.own');
    const isOpen = order.state === 'disputed';
    // A repetition is compared as it was decided, before its refund.
    const before = isOpen ? order.refundedCents : 0;
    const { kind, refundCents } = parseResolution(input, { ...order, refundedCents: before });
    if (!isOpen) {
      const last = await findLastResolution(tx, dispute.id);
      const isRepeated =
        last?.decidedBy === actor.id &&
        last.kind === kind &&
        last.refundCents === refundCents &&
        last.reason === reason;
      if (isRepeated) return;
      throw invalidStatus(order);
    }
    if (actor.staffRole === 'support') {
      requireWithinLimit(settings, { ...order, kind, refundCents });
    }
    const resolution = { kind, refundCents, source: 'admin', actorId: actor.id, reason } as const;
    await resolveDispute(tx, dispute, resolution, settings);
    await recordAction(tx, actor, {
      action: 'dispute.decided',
      target: { type: 'dispute', id: dispute.id },
      changes: {
        resolution: [null, kind],
        ...(refundCents === null ? {} : { refund: [null, toDollars(refundCents).toFixed(2)] }),
      },
      reason,
    });
  });
  jobs.trigger('dispatch-outbox');
  return 1;
}

/** @throws Problem `dispute.above-support-limit` unless it is a refund that support may decide about. */
function requireWithinLimit(
  { supportRefundMaxCents }: Deps['settings'],
  about: { kind: ResolutionKind; refundCents: number | null } & Pick<
    typeof orders.$inferSelect,
    'priceCents' | 'refundedCents'
  >,
): void {
  const limit = formatPrice(toDollars(supportRefundMaxCents));
  if (about.kind === 'release') {
    const detail = `Support decides about refunds up to ${limit}: an admin decides for the seller`;
    throw new Problem('dispute.above-support-limit', detail);
  }
  // What is still paid back: a partial refund is what the buyer gets in all.
  const dueCents = (about.refundCents ?? about.priceCents) - about.refundedCents;
  if (dueCents > supportRefundMaxCents) {
    const detail = `Support refunds up to ${limit}: an admin decides about more`;
    throw new Problem('dispute.above-support-limit', detail);
  }
}

/** The latest resolution of a dispute. */
export async function findLastResolution(tx: Transaction, disputeId: string) {
  const [last] = await tx
    .select()
    .from(disputeResolutions)
    .where(eq(disputeResolutions.disputeId, disputeId))
    .orderBy(desc(disputeResolutions.id))
    .limit(1);
  return last;
}
