import type { Category, Condition, FacetQuery } from '@redial/contract';
import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  models,
  products,
  savedSearchAlerts,
  savedSearches,
  savedSearchMatches,
  users,
} from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import { isListed } from '../catalogue/index.ts';
import { nextAlertAt } from './alert-times.ts';

/** A phone that a search has found and that can be ordered. */
export interface FoundPhone {
  readonly id: string;
  readonly category: Category;
  readonly brand: string | null;
  readonly model: string | null;
  readonly storageGb: number | null;
  readonly condition: Condition;
  readonly priceCents: number;
}

/** What a saved search has to announce. */
export interface SearchAlert {
  readonly user: { readonly id: string; readonly email: string };
  readonly search: { readonly id: string; readonly name: string; readonly filters: FacetQuery };
  /** When it was due: with the id of the search, it identifies the alert. */
  readonly dueAt: Date;
  /** Cheapest first. */
  readonly phones: readonly FoundPhone[];
}

/** The ids of saved searches whose alert is due, at most `limit`. */
export async function findDueAlerts(db: Executor, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: savedSearchAlerts.savedSearchId })
    .from(savedSearchAlerts)
    .where(lte(savedSearchAlerts.dueAt, now))
    .orderBy(asc(savedSearchAlerts.dueAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Takes the due alert of a saved search, which no other transaction gets then. Phones that are gone
 * meanwhile are left out. Those that an order holds wait for the next alert, and hidden ones until they
 * are shown again (`matchListing`).
 *
 * @returns undefined if there is nothing to announce, or nobody to whom.
 */
export async function takeAlert(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<SearchAlert | undefined> {
  // In the order of changes of the search.
  const [row] = await tx
    .select({
      search: { id: savedSearches.id, name: savedSearches.name, filters: savedSearches.search },
      userId: savedSearches.userId,
      pausedAt: savedSearches.pausedAt,
      frequency: savedSearches.frequency,
    })
    .from(savedSearches)
    .where(eq(savedSearches.id, id))
    .for('no key update');
  const [taken] = await tx
    .delete(savedSearchAlerts)
    .where(and(eq(savedSearchAlerts.savedSearchId, id), lte(savedSearchAlerts.dueAt, now)))
    .returning();
  if (!row || !taken) return undefined;
  const pending = await findPending(tx, id);
  const phones = pending.filter(({ state }) => state === 'available').map(({ phone }) => phone);
  const isDone = (state: PendingState) => state === 'available' || state === 'gone';
  const done = row.pausedAt ? pending : pending.filter(({ state }) => isDone(state));
  const doneIds = sql.param(done.map(({ phone }) => phone.id));
  await tx
    .update(savedSearchMatches)
    .set({ alertedAt: now })
    .where(
      and(
        eq(savedSearchMatches.savedSearchId, id),
        sql`${savedSearchMatches.productId} = any(${doneIds}::uuid[])`,
      ),
    );
  const [user] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.id, row.userId), active))
    .for('share');
  if (!user || row.pausedAt) return undefined;
  if (pending.some(({ state }) => state === 'held')) {
    const dueAt = nextAlertAt(row.frequency, now, now);
    await tx.insert(savedSearchAlerts).values({ savedSearchId: id, dueAt });
  }
  if (phones.length === 0) return undefined;
  await tx.update(savedSearches).set({ lastAlertAt: now }).where(eq(savedSearches.id, id));
  return { user, search: row.search, dueAt: taken.dueAt, phones };
}

type PendingState = 'gone' | 'hidden' | 'held' | 'available';

/** What a search has found and not announced, cheapest first, and whether it can be ordered now. */
const findPending = (tx: Transaction, savedSearchId: string) =>
  tx
    .select({
      phone: {
        id: products.id,
        category: products.category,
        brand: models.brand,
        model: models.name,
        storageGb: products.storageGb,
        condition: products.condition,
        priceCents: products.resalePriceCents,
      },
      state: sql<PendingState>`case
        when ${products.removedAt} is not null or ${products.isPaid} then 'gone'
        when not ${isListed} then 'hidden'
        when ${products.status} = 'Sold' then 'held'
        else 'available' end`,
    })
    .from(savedSearchMatches)
    .innerJoin(products, eq(products.id, savedSearchMatches.productId))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(
      and(
        eq(savedSearchMatches.savedSearchId, savedSearchId),
        isNull(savedSearchMatches.alertedAt),
      ),
    )
    .orderBy(asc(products.resalePriceCents), desc(products.id));
