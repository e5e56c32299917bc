import {
  type listWordCatches as endpoint,
  type ResponseOf,
  type WordList,
  wordListLimits,
} from '@redial/contract';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { products, wordCatches } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';

/**
 * Lists a page of what the lists have found in listings, newest first.
 *
 * @param input.q a part of the listed phrase, in any case
 */
export async function listWordCatches(
  { db }: Pick<Deps, 'db'>,
  _actor: User,
  { before, list, q = '' }: { before?: number; list?: WordList; q?: string },
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await db
    .select({ one: wordCatches, productName: products.name })
    .from(wordCatches)
    .innerJoin(products, eq(products.id, wordCatches.productId))
    .where(
      and(
        before === undefined ? undefined : lt(wordCatches.id, before),
        list && eq(wordCatches.list, list),
        q === '' ? undefined : sql`strpos(lower(${wordCatches.phrase}), lower(${q})) > 0`,
      ),
    )
    .orderBy(desc(wordCatches.id))
    .limit(wordListLimits.catches + 1);
  const page = rows.slice(0, wordListLimits.catches);
  return {
    catches: page.map(
      ({ one: { id, phrase, list, productId, field, found, at }, productName }) => ({
        _id: id,
        phrase,
        list,
        productId,
        productName,
        field,
        found,
        at: at.toISOString(),
      }),
    ),
    nextBefore: rows.length > page.length ? (page.at(-1)?.one.id ?? null) : null,
  };
}
