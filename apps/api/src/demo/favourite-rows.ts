import { demoBuyer, demoSeller } from '@redial/demo-data';
import type { Executor } from '../db/client.ts';
import * as schema from '../db/schema/index.ts';
import { compileSearch, setSearchKeys } from '../features/saved-searches/compile-search.ts';
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

/** Saved searches of the demo buyer: one with alerts at once, and a paused one. */
export async function insertSavedSearches(tx: Executor, { users }: Rows, now: Date): Promise<void> {
  const userId = users.find(({ email }) => email === demoBuyer.email)?.id ?? '';
  const about = { userId, createdAt: now, searchSetAt: now };
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
      pausedAt: now,
    },
  ] as const;
  await tx.insert(schema.savedSearches).values([...rows]);
  for (const row of rows) await setSearchKeys(tx, row, await compileSearch(tx, row.search));
}
