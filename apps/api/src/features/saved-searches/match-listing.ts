import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  priceChanges,
  savedSearchAlerts,
  savedSearches,
  savedSearchMatches,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { DomainEventOf } from '../../events.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { nextAlertAt } from './alert-times.ts';
import { findMatchingSearches, type Newness } from './find-matching-searches.ts';

/** The events after which a listing can be new to a saved search. */
export const listingEvents = [
  'product.listed',
  'product.relisted',
  'product.changed',
  'product.price-lowered',
] as const;

type ListingEvent = DomainEventOf<(typeof listingEvents)[number]>;

/**
 * Records which saved searches a listing is new to, each once, and when they announce it; also those that
 * could not announce it because it was hidden. Repeating it changes nothing.
 *
 * @returns the number of searches that had not found it before.
 */
export async function matchListing(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  event: ListingEvent,
): Promise<number> {
  const now = clock.now();
  const isNew = await newnessOf(db, event);
  const found = await findMatchingSearches(db, event.productId, { today: now, isNew });
  if (found.length === 0) return 0;
  const { added, scheduled } = await inTransaction(db, async (tx) => {
    // A search that is being changed or deleted is seen as it is afterwards.
    const searches = await tx
      .select({
        id: savedSearches.id,
        frequency: savedSearches.frequency,
        searchSetAt: savedSearches.searchSetAt,
        pausedAt: savedSearches.pausedAt,
        lastAlertAt: savedSearches.lastAlertAt,
      })
      .from(savedSearches)
      .where(sql`${savedSearches.id} = any(${sql.param(found)}::uuid[])`)
      .orderBy(savedSearches.id)
      .for('share');
    const unchanged = searches.filter(
      ({ pausedAt, searchSetAt }) => pausedAt === null && searchSetAt <= now,
    );
    // Arrays, since a statement has at most 65,535 parameters.
    const inserted = await tx.execute(sql`
      insert into ${savedSearchMatches} (saved_search_id, product_id, found_at)
      select id, ${event.productId}::uuid, ${now.toISOString()}::timestamptz
      from unnest(${sql.param(unchanged.map(({ id }) => id))}::uuid[]) id
      on conflict do nothing`);
    const { rows: pending } = await tx.execute<{ id: string }>(sql`
      select saved_search_id as id from ${savedSearchMatches}
      where product_id = ${event.productId}::uuid and alerted_at is null`);
    const ids = new Set(pending.map(({ id }) => id));
    const due = unchanged.filter(({ id }) => ids.has(id));
    const dueAt = due.map(({ frequency, lastAlertAt }) =>
      nextAlertAt(frequency, now, lastAlertAt).toISOString(),
    );
    const alerts = await tx.execute(sql`
      insert into ${savedSearchAlerts} (saved_search_id, due_at)
      select * from unnest(${sql.param(due.map(({ id }) => id))}::uuid[],
        ${sql.param(dueAt)}::timestamptz[])
      on conflict do nothing`);
    return { added: inserted.rowCount ?? 0, scheduled: alerts.rowCount ?? 0 };
  });
  if (scheduled > 0) jobs.trigger('send-search-alerts');
  return added;
}

/**
 * To which searches an event makes a listing new. It is not new because of a change to a search that was
 * saved when it was there already, but if its price has fallen into the range. While it is held for review,
 * nobody sees it.
 */
async function newnessOf(db: Executor, event: ListingEvent): Promise<Newness> {
  if (event.type === 'product.listed' || event.type === 'product.relisted') return 'to all';
  if (event.type === 'product.changed') return { heldSince: event.heldSince };
  const [change] = await db
    .select({ fromCents: priceChanges.fromCents })
    .from(priceChanges)
    .where(eq(priceChanges.id, event.changeId));
  return { wasCents: change?.fromCents };
}
