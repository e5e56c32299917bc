import { moderationAppeals } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordModerationEvent } from '../audit/index.ts';
import { appealEnd } from './appeal-end.ts';
import { lockOwnDecision } from './own-decision.ts';

/**
 * Appeals against a decision, once, as the person decided about.
 *
 * @returns the id of the appeal.
 * @throws Problem `decision.not-found`, `appeal.exists`, `appeal.too-late`, `validation.failed`
 */
export async function appealDecision(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  actor: User,
  input: { id: string; text: string },
): Promise<string> {
  const text = parseText(input.text, 'text', 'Say why the decision is wrong');
  const appealId = newId();
  await inTransaction(db, async (tx) => {
    const decision = await lockOwnDecision(tx, actor, input.id);
    if (appealEnd(decision) <= clock.now()) throw new Problem('appeal.too-late');
    const stored = await tx
      .insert(moderationAppeals)
      .values({ id: appealId, decisionId: decision.id, text })
      .onConflictDoNothing()
      .returning({ id: moderationAppeals.id });
    if (stored.length === 0) throw new Problem('appeal.exists');
    await recordModerationEvent(tx, {
      action: 'appeal.received',
      target: { type: 'decision', id: decision.id },
    });
    await emit(tx, { type: 'appeal.made', appealId });
  });
  jobs.trigger('dispatch-outbox');
  return appealId;
}
