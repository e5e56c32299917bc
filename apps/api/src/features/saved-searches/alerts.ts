import type { Category, Condition, FacetQuery } from '@redial/contract';
import { and, asc, desc, eq, inArray, isNull, lte, not } from 'drizzle-orm';
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
 * meanwhile are left out; those that an order holds wait for the next alert.
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
  const pending = and(
    eq(savedSearchMatches.savedSearchId, id),
    isNull(savedSearchMatches.alertedAt),
  );
  const phones = await tx
    .select({
      id: products.id,
      category: products.category,
      brand: models.brand,
      model: models.name,
      storageGb: products.storageGb,
      condition: products.condition,
      priceCents: products.resalePriceCents,
    })
    .from(savedSearchMatches)
    .innerJoin(products, eq(products.id, savedSearchMatches.productId))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(and(pending, isListed, eq(products.status, 'Available')))
    .orderBy(asc(products.resalePriceCents), desc(products.id));
  const heldProducts = tx
    .select({ id: products.id })
    .from(products)
    .where(and(isListed, eq(products.status, 'Sold'), eq(products.isPaid, false)));
  const isHeld = inArray(savedSearchMatches.productId, heldProducts);
  await tx
    .update(savedSearchMatches)
    .set({ alertedAt: now })
    .where(and(pending, row.pausedAt ? undefined : not(isHeld)));
  const [user] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.id, row.userId), active))
    .for('share');
  if (!user || row.pausedAt) return undefined;
  if ((await tx.$count(savedSearchMatches, pending)) > 0) {
    const dueAt = nextAlertAt(row.frequency, now, now);
    await tx.insert(savedSearchAlerts).values({ savedSearchId: id, dueAt });
  }
  if (phones.length === 0) return undefined;
  await tx.update(savedSearches).set({ lastAlertAt: now }).where(eq(savedSearches.id, id));
  return { user, search: row.search, dueAt: taken.dueAt, phones };
}
