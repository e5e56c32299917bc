import { type AlertFrequency, type FacetQuery, maxSavedSearches } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { savedSearches } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import { compileSearch, setSearchKeys } from './compile-search.ts';

/**
 * Saves a search of the caller, who is notified of the phones that are listed from now on and match it.
 *
 * @returns the id of the saved search.
 * @throws Problem `saved-search.too-many`, `validation.failed`
 */
export async function saveSearch(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: User,
  { name, search, frequency }: { name: string; search: FacetQuery; frequency: AlertFrequency },
): Promise<string> {
  const line = parseLine(name, 'name', 'Please name this search');
  const compiled = await compileSearch(db, search);
  const id = newId();
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    // Serializes the calls of a user, so that two at once do not exceed the maximum.
    await lockActiveUser(tx, actor, 'no key update');
    if ((await tx.$count(savedSearches, eq(savedSearches.userId, actor.id))) >= maxSavedSearches) {
      throw new Problem('saved-search.too-many');
    }
    await tx.insert(savedSearches).values({
      id,
      userId: actor.id,
      name: line,
      search,
      frequency,
      createdAt: now,
      searchSetAt: now,
    });
    await setSearchKeys(tx, { id, searchSetAt: now }, compiled);
  });
  return id;
}
