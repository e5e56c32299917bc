import { demoBuyer, demoSeller } from '@redial/demo-data';
import { isNotNull } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import * as schema from '../db/schema/index.ts';
import { compileSearch, setSearchKeys } from '../features/saved-searches/compile-search.ts';
import { findMatchingSearches } from '../features/saved-searches/find-matching-searches.ts';
import { newId } from '../platform/ids.ts';
import type { Rows } from './rows.ts';

/** The demo buyer and another one watch some phones of the demo seller. */
export function favouriteRows({ products, users }: Rows, now: Date) {
  const idOf = (email: string) => users.find((user) => user.email === email)?.id ?? '';
  const watched = products
    .filter(({ sellerId, status, hiddenReasons }) => {
      const isHidden = (hiddenReasons?.length ?? 0) > 0;
      return sellerId === idOf(demoSeller.email) && status === 'Available' && !isHidden;
    })
    .slice(0, 3);
  const other = users.find(({ role, email }) => role === 'buyer' && email !== demoBuyer.email);
  return [idOf(demoBuyer.email), other?.id ?? ''].flatMap((userId) =>
    watched.map(({ id: productId }) => ({ userId, productId: productId ?? '', createdAt: now })),
  );
}

const dayMs = 86_400_000;
/** Days for which the demo buyer has had the saved searches. */
const savedForDays = 21;
/** Days since one of them was paused. */
const pausedForDays = 4;

/** Saved searches of the demo buyer: one with alerts at once, and a paused one. */
export async function insertSavedSearches(tx: Executor, { users }: Rows, now: Date): Promise<void> {
  const userId = users.find(({ email }) => email === demoBuyer.email)?.id ?? '';
  const savedAt = new Date(now.getTime() - savedForDays * dayMs);
  const about = { userId, createdAt: savedAt, searchSetAt: savedAt };
  const rows = [
    {
      ...about,
      id: newId(),
      name: 'iPhone 13 up to $450',
      search: { q: 'iphone 13', maxPrice: 450, available: true },
      frequency: 'instant',
    },
    {
      ...about,
      id: newId(),
      name: 'Galaxy phones with updates',
      search: { brand: 'Samsung', updates: 'supported' },
      frequency: 'weekly',
      pausedAt: new Date(now.getTime() - pausedForDays * dayMs),
    },
  ] as const;
  await tx.insert(schema.savedSearches).values([...rows]);
  for (const row of rows) await setSearchKeys(tx, row, await compileSearch(tx, row.search));
}

/**
 * Records the phones that the saved searches have found since they were saved, as announced. Needs the
 * models of the phones.
 */
export async function insertFoundPhones(
  tx: Executor,
  { products }: Rows,
  now: Date,
): Promise<void> {
  const pausedAt = new Date(now.getTime() - pausedForDays * dayMs);
  const paused = await tx
    .select({ id: schema.savedSearches.id })
    .from(schema.savedSearches)
    .where(isNotNull(schema.savedSearches.pausedAt));
  const isPaused = (id: string) => paused.some((search) => search.id === id);
  for (const { id: productId = '', postedAt = now } of products) {
    const found = await findMatchingSearches(tx, productId, {
      today: now,
      isNew: { wasCents: undefined },
    });
    const active = found.filter((id) => !isPaused(id) || postedAt < pausedAt);
    if (active.length === 0) continue;
    await tx.insert(schema.savedSearchMatches).values(
      active.map((savedSearchId) => ({
        savedSearchId,
        productId,
        foundAt: postedAt,
        alertedAt: postedAt,
      })),
    );
  }
}
