import { type NewWord, wordListLimits } from '@redial/contract';
import { listedWords } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { foldText } from './fold-text.ts';

/** The shortest phrase, as it is compared: shorter ones are found everywhere. */
const minLength = 3;

/**
 * Adds a word or phrase to a list. Listings that are on offer are compared with it within a day.
 *
 * @returns the id of the word.
 * @throws Problem `word.exists`, also in another spelling; `validation.failed`
 */
export async function addWord(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  input: NewWord,
): Promise<string> {
  const { list, weight, holds } = input;
  const phrase = parseLine(input.phrase, 'phrase', 'Which word or phrase?');
  const folded = foldText(phrase).text;
  if (folded.length < minLength) {
    const rule = `Give at least ${minLength} letters or digits`;
    throw new Problem('validation.failed', rule, 'body.phrase');
  }
  const id = newId();
  await inTransaction(db, async (tx) => {
    if ((await tx.$count(listedWords)) >= wordListLimits.entries) {
      const rule = `There are ${wordListLimits.entries} phrases already: remove some first`;
      throw new Problem('validation.failed', rule, 'body.phrase');
    }
    const { rowCount } = await tx
      .insert(listedWords)
      .values({ id, list, phrase, folded, weight, holds })
      .onConflictDoNothing();
    if (rowCount !== 1) throw new Problem('word.exists');
    await recordAction(tx, actor, {
      action: 'word.added',
      target: { type: 'word', id },
      changes: {
        phrase: [null, phrase],
        list: [null, list],
        weight: [null, String(weight)],
        holds: [null, holds ? 'yes' : 'no'],
      },
    });
  });
  return id;
}
