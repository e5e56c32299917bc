import { and, eq } from 'drizzle-orm';
import { disputeProposals } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { invalidStatus } from '../orders/index.ts';
import { lockDispute } from './dispute-steps.ts';
import { resolveDispute } from './resolve-dispute.ts';

/**
 * Accepts the open proposal of the other party, which ends the dispute. Repeating the call changes
 * nothing.
 *
 * @returns the number of proposals accepted: 1.
 * @throws Problem `dispute.not-found`, `proposal.not-found`, `proposal.own`, `proposal.not-open`,
 *   `order.invalid-status`, `order.chargeback-open`
 */
export async function acceptProposal(
  { db, settings, jobs }: Pick<Deps, 'db' | 'settings' | 'jobs'>,
  actor: User,
  { id, proposalId }: { id: string; proposalId: string },
): Promise<number> {
  await inTransaction(db, async (tx) => {
    const { dispute, order } = await lockDispute(tx, actor, id);
    const [proposal] = await tx
      .select()
      .from(disputeProposals)
      .where(and(eq(disputeProposals.id, proposalId), eq(disputeProposals.disputeId, id)));
    if (!proposal) throw new Problem('proposal.not-found');
    if (proposal.party === order.party) throw new Problem('proposal.own');
    if (proposal.state === 'accepted') return;
    if (order.state !== 'disputed') throw invalidStatus(order);
    if (proposal.state !== 'open') throw new Problem('proposal.not-open');
    const { kind, refundCents } = proposal;
    await resolveDispute(
      tx,
      dispute,
      { kind, refundCents, source: 'agreement', actorId: actor.id, proposalId },
      settings,
    );
  });
  jobs.trigger('dispatch-outbox');
  return 1;
}
