import { parsePhoneIds } from '../phone-ids.ts';

/*
 * The phones that were looked at lately, in this browser only: the server does not know the list. It
 * ends with the session (session.ts), because the next user of the browser may be somebody else.
 */

const storageKey = 'redial-recently-viewed';

/** Maximum number of phones in the list. */
export const maxViewedPhones = 8;

const listeners = new Set<() => void>();

/** Calls `listener` when the list may have changed, in this tab or another one. */
export function subscribeToViewedPhones(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The list as it is stored; empty where storage is not available. */
export function readViewedText(): string {
  try {
    return localStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

/** The ids of a stored list, the last phone first. */
export const parseViewedText = (text: string): string[] => parsePhoneIds(text, maxViewedPhones);

/** Puts a phone at the start of the list. */
export function recordViewedPhone(id: string): void {
  const others = parseViewedText(readViewedText()).filter((other) => other !== id);
  store([id, ...others].slice(0, maxViewedPhones));
}

/** Removes phones that are gone. */
export function forgetViewedPhones(gone: readonly string[]): void {
  if (gone.length === 0) return;
  store(parseViewedText(readViewedText()).filter((id) => !gone.includes(id)));
}

export const clearViewedPhones = (): void => store([]);

function store(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, ids.join(','));
  } catch {
    // Storage is not available or full: the list stays as it is.
  }
  for (const notify of listeners) notify();
}
