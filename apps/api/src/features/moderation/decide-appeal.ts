import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { moderationAppeals, moderationDecisions, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { activeModerator, type User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { readNotificationsAbout } from '../notifications/index.ts';
import { revertDecision } from './decision-effects.ts';
import { appealTransitions } from './state-machine.ts';
import { findConcerned, requireNotConcerned } from './target.ts';
import { transitionDecision } from './transitions.ts';
import { appealsPath } from './waiting.ts';

/**
 * Decides about an appeal. Upholding it reverses the decision. Where there are two who moderate, it is not
 * the one who decided first; a trigger of the database refuses that, too. It is never the one who appeals,
 * somebody with an open order with them, their partner in the conversation, nor whom the review is about.
 *
 * @returns 1
 * @throws Problem `appeal.not-found`, `appeal.own-decision`, `moderation.person-protected`, `validation.failed`
 */
export async function decideAppeal(
  deps: Pick<Deps, 'db' | 'jobs' | 'settings' | 'clock'>,
  actor: User,
  input: { id: string; upheld: boolean; answer: string },
): Promise<number> {
  const { db, jobs } = deps;
  const { id, upheld } = input;
  const answer = parseText(input.answer, 'answer', 'Write what the person reads');
  await inTransaction(db, async (tx) => {
    const [row] = await tx
      .select({
        decision: moderationDecisions,
        state: moderationAppeals.state,
      })
      .from(moderationAppeals)
      .innerJoin(moderationDecisions, eq(moderationDecisions.id, moderationAppeals.decisionId))
      .where(eq(moderationAppeals.id, id));
    if (row?.state !== 'open') throw new Problem('appeal.not-found');
    await requireNotConcerned(tx, await findConcerned(tx, row.decision), actor);
    if (row.decision.decidedBy === actor.id && (await hasOtherModerator(tx, actor))) {
      throw new Problem('appeal.own-decision');
    }
    const { from, to, event } = appealTransitions[upheld ? 'uphold' : 'reject'];
    const { rowCount } = await tx
      .update(moderationAppeals)
      .set({ state: to, answer, decidedBy: actor.id, decidedAt: sql`now()` })
      .where(and(eq(moderationAppeals.id, id), inArray(moderationAppeals.state, [...from])));
    // Somebody else decided meanwhile.
    if (rowCount !== 1) throw new Problem('appeal.not-found');
    if (upheld) {
      const reversed = await transitionDecision(tx, row.decision.id, 'reverse');
      if (reversed) await revertDecision(tx, deps, reversed);
    }
    await recordAction(tx, actor, {
      action: 'appeal.decided',
      target: { type: 'decision', id: row.decision.id },
      changes: { appeal: ['open', to] },
    });
    await emit(tx, { type: event, appealId: id });
    await readNotificationsAbout(tx, actor.id, appealsPath);
  });
  jobs.trigger('dispatch-outbox');
  return 1;
}

const hasOtherModerator = async (tx: Transaction, { id }: User): Promise<boolean> =>
  (await tx.$count(users, and(activeModerator, ne(users.id, id)))) > 0;
