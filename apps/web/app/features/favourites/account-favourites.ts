import {
  addFavourite,
  type Favourites,
  listFavourites,
  type Result,
  removeFavourite,
} from '@redial/contract';
import { call } from '../../session/call.ts';
import { readStoredIds, storeIds } from './stored-ids.ts';

/** Errors of a phone that is gone, of the user's own, and of one too many: it is left out. */
const refusals: ReadonlySet<string> = new Set([
  'product.not-found',
  'favourite.own-product',
  'favourite.too-many',
]);

/**
 * Sends the favourites of the visitor to the account.
 *
 * @returns the ids of all favourites of the account; undefined if they could not be loaded.
 */
export async function mergeFavourites(): Promise<readonly string[] | undefined> {
  // Oldest first, so that the order stays.
  for (const listingId of readStoredIds().reverse()) {
    const result = await call(addFavourite, { params: { listingId } });
    // Otherwise it stays for the next time: offline, or while the server is busy.
    if (!result.ok && !refusals.has(result.error.code)) break;
    storeIds(readStoredIds().filter((id) => id !== listingId));
  }
  const result = await call(listFavourites, { query: { only: 'ids' } });
  return result.ok ? result.value.ids : undefined;
}

/** @returns why it could not be saved; undefined if it was. */
export async function saveFavourite(
  listingId: string,
  isAdded: boolean,
): Promise<string | undefined> {
  const params = { listingId };
  const result = await (isAdded
    ? call(addFavourite, { params })
    : call(removeFavourite, { params }));
  return result.ok ? undefined : result.error.message;
}

/** The favourites of the account with their phones, those added last first. */
export const loadFavourites = (): Promise<Result<Favourites>> =>
  call(listFavourites, { query: {} });
