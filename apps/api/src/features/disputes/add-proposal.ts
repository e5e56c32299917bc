import type { ResolutionKind } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { disputeProposals } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { lockOpenDispute, recordStep } from './dispute-steps.ts';
import { parseResolution } from './parse-resolution.ts';

/**
 * Proposes how a dispute ends. It replaces the last proposal of this party; the same one again changes
 * nothing.
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
    const { dispute, order } = await lockOpenDispute(tx, actor, input.id);
    const { kind, refundCents } = parseResolution(input, order);
    const ownOpen = and(
      eq(disputeProposals.disputeId, dispute.id),
      eq(disputeProposals.party, order.party),
      eq(disputeProposals.state, 'open'),
    );
    const [current] = await tx.select().from(disputeProposals).where(ownOpen);
    if (current?.kind === kind && current.refundCents === refundCents) return current.id;
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
