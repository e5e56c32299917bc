import type { tryWords as endpoint, ResponseOf } from '@redial/contract';
import { listedWords } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { createWordSearch } from './find-words.ts';

/** Says what the lists find in a text, and what that adds to a risk score. Nothing is stored. */
export async function tryWords(
  { db }: Pick<Deps, 'db'>,
  _actor: User,
  { text }: { text: string },
): Promise<ResponseOf<typeof endpoint>> {
  const matches = createWordSearch(await db.select().from(listedWords))(text);
  return {
    matches: matches.map(({ word: { list, phrase, weight, holds }, found }) => ({
      list,
      phrase,
      weight,
      holds,
      found,
    })),
    weight: matches.reduce((sum, { word }) => sum + word.weight, 0),
    holds: matches.some(({ word }) => word.holds),
  };
}
