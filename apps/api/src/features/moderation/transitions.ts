import { and, eq, inArray, sql } from 'drizzle-orm';
import { moderationDecisions } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { decisionTransitions } from './state-machine.ts';

export type DecisionRow = typeof moderationDecisions.$inferSelect;

/**
 * Applies a transition to a decision if its state allows it, with its domain event.
 *
 * @returns the decision afterwards, or `undefined` if its state did not allow it.
 */
export async function transitionDecision(
  tx: Transaction,
  id: string,
  transition: keyof typeof decisionTransitions,
): Promise<DecisionRow | undefined> {
  const { from, to, event } = decisionTransitions[transition];
  const [decision] = await tx
    .update(moderationDecisions)
    .set({ state: to, closedAt: to === 'answered' ? null : sql`now()` })
    .where(and(eq(moderationDecisions.id, id), inArray(moderationDecisions.state, [...from])))
    .returning();
  if (decision && event) await emit(tx, { type: event, decisionId: id });
  return decision;
}
