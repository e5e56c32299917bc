import {
  addFavourite,
  type Favourites,
  listFavourites,
  networkError,
  type Result,
  removeFavourite,
} from '@redial/contract';
import { call } from '../../session/call.ts';
import { readStoredIds, storeIds } from './stored-ids.ts';

/**
 * Sends the favourites of the visitor to the account.
 *
 * @returns the ids of all favourites of the account; undefined if they could not be loaded.
 */
export async function mergeFavourites(): Promise<readonly string[] | undefined> {
  // Oldest first, so that the order stays.
  for (const listingId of readStoredIds().reverse()) {
    const result = await call(addFavourite, { params: { listingId } });
    // A phone that is gone, or the user's own, is left out. Offline, it stays for the next time.
    if (!result.ok && result.error.code === networkError.code) break;
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
