import { and, eq, ne } from 'drizzle-orm';
import { moderationDecisions } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { DecisionRow } from './transitions.ts';

/**
 * Finds and locks a decision against the caller.
 *
 * @throws Problem `decision.not-found`, also for decisions about others.
 */
export async function lockOwnDecision(
  tx: Transaction,
  actor: User,
  id: string,
): Promise<DecisionRow> {
  const [decision] = await tx
    .select()
    .from(moderationDecisions)
    .where(
      and(
        eq(moderationDecisions.id, id),
        eq(moderationDecisions.personId, actor.id),
        ne(moderationDecisions.kind, 'dismiss'),
      ),
    )
    .for('update');
  if (!decision) throw new Problem('decision.not-found');
  return decision;
}
