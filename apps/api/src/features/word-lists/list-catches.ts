import {
  type listWordCatches as endpoint,
  type ResponseOf,
  wordListLimits,
} from '@redial/contract';
import { desc, eq, lt } from 'drizzle-orm';
import { products, wordCatches } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';

/** Lists a page of what the lists have found in listings, newest first. */
export async function listWordCatches(
  { db }: Pick<Deps, 'db'>,
  _actor: User,
  { before }: { before?: number },
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await db
    .select({ one: wordCatches, productName: products.name })
    .from(wordCatches)
    .innerJoin(products, eq(products.id, wordCatches.productId))
    .where(before === undefined ? undefined : lt(wordCatches.id, before))
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
