import type { AlertFrequency, FacetQuery } from '@redial/contract';
import { and, eq, isNull } from 'drizzle-orm';
import {
  savedSearchAlerts,
  savedSearches,
  savedSearchKeys,
  savedSearchMatches,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine } from '../../platform/text-fields.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { nextAlertAt } from './alert-times.ts';
import { compileSearch, setSearchKeys } from './compile-search.ts';

/**
 * Changes what is named of the caller's saved search. With another text or other filters, what it has
 * found and not announced yet is dropped; pausing drops it, too.
 *
 * @returns the number of changed records.
 * @throws Problem `saved-search.not-found`, `validation.failed`
 */
export async function changeSavedSearch(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: User,
  {
    id,
    ...change
  }: { id: string } & {
    name?: string;
    search?: FacetQuery;
    frequency?: AlertFrequency;
    paused?: boolean;
  },
): Promise<number> {
  const { search, frequency, paused } = change;
  const name =
    change.name === undefined
      ? undefined
      : parseLine(change.name, 'name', 'Please name this search');
  const compiled = search && (await compileSearch(db, search));
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const [current] = await tx
      .select()
      .from(savedSearches)
      .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, actor.id)))
      .for('no key update');
    if (!current) throw new Problem('saved-search.not-found');
    const values = {
      ...(name === undefined ? {} : { name }),
      ...(frequency === undefined ? {} : { frequency }),
      ...(search === undefined ? {} : { search, searchSetAt: now }),
      ...(paused === undefined || paused === (current.pausedAt !== null)
        ? {}
        : // What was listed during the pause is not made up for.
          { pausedAt: paused ? now : null, searchSetAt: now }),
    };
    if (Object.keys(values).length === 0) return 0;
    await tx.update(savedSearches).set(values).where(eq(savedSearches.id, id));
    if (compiled) await setSearchKeys(tx, { id, searchSetAt: now }, compiled);
    else if ('searchSetAt' in values) {
      await tx
        .update(savedSearchKeys)
        .set({ searchSetAt: now })
        .where(eq(savedSearchKeys.savedSearchId, id));
    }
    if (search !== undefined || paused) await dropPending(tx, id);
    else if (frequency !== undefined && frequency !== current.frequency) {
      await tx
        .update(savedSearchAlerts)
        .set({ dueAt: nextAlertAt(frequency, now, current.lastAlertAt) })
        .where(eq(savedSearchAlerts.savedSearchId, id));
    }
    return 1;
  });
}

async function dropPending(tx: Transaction, id: string): Promise<void> {
  await tx.delete(savedSearchAlerts).where(eq(savedSearchAlerts.savedSearchId, id));
  await tx
    .delete(savedSearchMatches)
    .where(and(eq(savedSearchMatches.savedSearchId, id), isNull(savedSearchMatches.alertedAt)));
}
