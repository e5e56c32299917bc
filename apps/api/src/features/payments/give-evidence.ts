import { and, eq, isNull } from 'drizzle-orm';
import { chargebacks } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';

/**
 * Records an admin's evidence against a chargeback; `submitEvidence` submits it after the commit. A bank
 * takes evidence once. Repeating the request changes nothing.
 *
 * @returns how many chargebacks were changed.
 * @throws Problem `chargeback.not-found`, `chargeback.closed`, `chargeback.evidence-given`
 */
export async function giveEvidence(
  { db, jobs, log }: Pick<Deps, 'db' | 'jobs' | 'log'>,
  actor: User,
  { id, text }: { id: string; text: string },
): Promise<number> {
  const evidence = text.trim();
  const changed = await inTransaction(db, async (tx) => {
    const [given] = await tx
      .update(chargebacks)
      .set({ evidence })
      .where(
        and(eq(chargebacks.id, id), eq(chargebacks.state, 'open'), isNull(chargebacks.evidence)),
      )
      .returning({ id: chargebacks.id });
    if (given) {
      await recordAction(tx, actor, {
        action: 'chargeback.evidence-given',
        target: { type: 'chargeback', id },
      });
      await emit(tx, { type: 'chargeback.evidence-given', chargebackId: id });
      return 1;
    }
    const [found] = await tx.select().from(chargebacks).where(eq(chargebacks.id, id));
    if (!found) throw new Problem('chargeback.not-found');
    if (found.evidence === evidence) return 0;
    throw new Problem(found.evidence === null ? 'chargeback.closed' : 'chargeback.evidence-given');
  });
  if (changed > 0) log.info({ chargebackId: id, adminId: actor.id }, 'evidence was given');
  jobs.trigger('dispatch-outbox');
  return changed;
}
