import type { ListedWord } from '@redial/contract';
import { asc, eq, sql } from 'drizzle-orm';
import { listedWords, wordCatches } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';

/** Lists the words and phrases by list, each with how many listings had it. */
export async function listWords({ db }: Pick<Deps, 'db'>): Promise<ListedWord[]> {
  const { id, list, phrase, weight, holds, changedAt } = listedWords;
  const rows = await db
    .select({
      id,
      list,
      phrase,
      weight,
      holds,
      changedAt,
      catches: sql<number>`count(distinct ${wordCatches.productId})::int`,
    })
    .from(listedWords)
    .leftJoin(wordCatches, eq(wordCatches.phrase, phrase))
    .groupBy(id)
    .orderBy(asc(list), asc(phrase));
  return rows.map(({ id: _id, changedAt: at, ...word }) => ({
    _id,
    ...word,
    changedAt: at.toISOString(),
  }));
}
