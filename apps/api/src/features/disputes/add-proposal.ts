import type { ResolutionKind } from '@redial/contract';
import { and, desc, eq } from 'drizzle-orm';
import { disputeProposals } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { invalidStatus } from '../orders/index.ts';
import { lockDispute, recordStep } from './dispute-steps.ts';
import { parseResolution } from './parse-resolution.ts';

/**
 * Proposes how a dispute ends. It replaces the last proposal of this party; the same one again changes
 * nothing, also after the end of the dispute.
 *
 * @returns the proposal's id.
 * @throws Problem `dispute.not-found`, `order.invalid-status`, `validation.failed`
 */
export async function addProposal(
  { db, settings, jobs }: Pick<Deps, 'db' | 'settings' | 'jobs'>,
  actor: User,
  input: { id: string; kind: ResolutionKind; refund?: number },
): Promise<string> {
  const proposalId = await inTransaction(db, async (tx) => {
    const { dispute, order } = await lockDispute(tx, actor, input.id);
    const isOpen = order.state === 'disputed';
    // A repetition is compared as it was proposed, before the refund at the end of the dispute.
    const before = isOpen ? order.refundedCents : 0;
    const { kind, refundCents } = parseResolution(input, { ...order, refundedCents: before });
    const own = and(
      eq(disputeProposals.disputeId, dispute.id),
      eq(disputeProposals.party, order.party),
    );
    const [last] = await tx
      .select()
      .from(disputeProposals)
      .where(own)
      .orderBy(desc(disputeProposals.id))
      .limit(1);
    const isSame = last?.kind === kind && last.refundCents === refundCents;
    if (isSame && (last.state === 'open' || !isOpen)) return last.id;
    if (!isOpen) throw invalidStatus(order);
    const ownOpen = and(own, eq(disputeProposals.state, 'open'));
    await tx.update(disputeProposals).set({ state: 'replaced' }).where(ownOpen);
    const id = newId();
    await tx
      .insert(disputeProposals)
      .values({ id, disputeId: dispute.id, party: order.party, kind, refundCents });
    await recordStep(tx, dispute, order.party, settings.trade);
    await emit(tx, { type: 'dispute.proposal-made', disputeId: dispute.id, proposalId: id });
    return id;
  });
  jobs.trigger('dispatch-outbox');
  return proposalId;
}
