import type { NewWord } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { type AuditChanges, listedWords } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';

/**
 * Changes the list or the effect of a word or phrase.
 *
 * @returns 1, or 0 if it was the same already, which the audit log has, too.
 * @throws Problem `word.not-found`
 */
export function changeWord(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id, list, weight, holds }: Omit<NewWord, 'phrase'> & { id: string },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const [before] = await tx
      .select()
      .from(listedWords)
      .where(eq(listedWords.id, id))
      .for('update');
    if (!before) throw new Problem('word.not-found');
    const changed: AuditChanges = {
      ...(before.list === list ? {} : { list: [before.list, list] }),
      ...(before.weight === weight ? {} : { weight: [String(before.weight), String(weight)] }),
      ...(before.holds === holds ? {} : { holds: [yesNo(before.holds), yesNo(holds)] }),
    };
    await recordAction(tx, actor, {
      action: 'word.changed',
      target: { type: 'word', id },
      changes: { phrase: [before.phrase, before.phrase], ...changed },
    });
    if (Object.keys(changed).length === 0) return 0;
    await tx
      .update(listedWords)
      .set({ list, weight, holds, changedAt: sql`now()` })
      .where(eq(listedWords.id, id));
    return 1;
  });
}

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
