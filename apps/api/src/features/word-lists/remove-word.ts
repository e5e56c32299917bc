import { eq } from 'drizzle-orm';
import { listedWords } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';

/**
 * Removes a word or phrase. What it has caught stays in the log.
 *
 * @returns 1
 * @throws Problem `word.not-found`
 */
export function removeWord(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const [removed] = await tx.delete(listedWords).where(eq(listedWords.id, id)).returning();
    if (!removed) throw new Problem('word.not-found');
    const { phrase, list, weight, holds } = removed;
    await recordAction(tx, actor, {
      action: 'word.removed',
      target: { type: 'word', id },
      changes: {
        phrase: [phrase, null],
        list: [list, null],
        weight: [String(weight), null],
        holds: [holds ? 'yes' : 'no', null],
      },
    });
    return 1;
  });
}
