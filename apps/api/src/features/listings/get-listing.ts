import type { Listing } from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { isVisibleProduct } from '../../platform/visible-product.ts';
import { hideContactData } from './hide-contact-data.ts';
import { findListing, toListing } from './queries.ts';

/**
 * Reads the details of a listing; of a hidden one only for its seller and admins.
 *
 * @throws Problem `product.not-found`
 */
export async function getListing(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User | undefined,
  { id }: { id: string },
): Promise<Listing> {
  const row = await findListing(db, id);
  if (!row || !isVisibleProduct(row.product, actor)) throw new Problem('product.not-found');
  const listing = await toListing(db, row, settings);
  const isOwn = actor?.role === 'admin' || actor?.id === row.product.sellerId;
  return isOwn ? listing : hideContactData(listing);
}
