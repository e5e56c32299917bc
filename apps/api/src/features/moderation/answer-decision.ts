import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { lockOwnDecision } from './own-decision.ts';
import { transitionDecision } from './transitions.ts';

/**
 * Says that the requested changes of a listing are made, which brings it back into the queue.
 *
 * @returns 1
 * @throws Problem `decision.not-found`, `decision.not-open`
 */
export async function answerDecision(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  await inTransaction(db, async (tx) => {
    const { kind } = await lockOwnDecision(tx, actor, id);
    const answered = kind === 'changes' && (await transitionDecision(tx, id, 'answer'));
    if (!answered) throw new Problem('decision.not-open');
  });
  return 1;
}
