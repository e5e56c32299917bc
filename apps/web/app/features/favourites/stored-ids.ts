import { parsePhoneIds } from '../../phone-ids.ts';

/** localStorage key of the favourites of a visitor who has not signed in. */
export const storageKey = 'redial-favourites';

/** Favourites of a visitor at most, in one browser. */
export const maxVisitorFavourites = 50;

/** Parses stored ids: valid ones, each once, as many as a visitor can have. */
export const parseStoredIds = (text: string | null): string[] =>
  parsePhoneIds(text, maxVisitorFavourites);

/** The stored favourites, those added last first; none where storage is not available. */
export function readStoredIds(): string[] {
  try {
    return parseStoredIds(localStorage.getItem(storageKey));
  } catch {
    return [];
  }
}

export function storeIds(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, ids.join(','));
  } catch {
    // Storage is not available: the favourites last until the page is left.
  }
}
