import { listViewKey } from '../layout/theme.ts';

/** Whether lists of results have rows on small screens (`card-rows` in app.css). */
export const showsRows = (): boolean => document.documentElement.dataset.rows !== undefined;

/** Applies and stores the choice. */
export function showRows(rows: boolean): void {
  if (rows) document.documentElement.dataset.rows = '';
  else delete document.documentElement.dataset.rows;
  try {
    if (rows) localStorage.setItem(listViewKey, 'true');
    else localStorage.removeItem(listViewKey);
  } catch {
    // Storage is not available: the choice lasts until the page is closed.
  }
  dispatchEvent(new Event(listViewChangedEvent));
}

const listViewChangedEvent = 'redial-rows-changed';

/** @returns the unsubscribe function */
export function subscribeToListView(listener: () => void): () => void {
  addEventListener(listViewChangedEvent, listener);
  return () => removeEventListener(listViewChangedEvent, listener);
}
