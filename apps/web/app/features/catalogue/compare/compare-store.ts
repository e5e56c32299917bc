import { useSyncExternalStore } from 'react';
import { parsePhoneIds } from '../../../phone-ids.ts';

/** Phones that are compared side by side at most. */
const maxCompared = 4;

/** The URL of a comparison. */
export const compareHref = (ids: readonly string[], onlyDifferences = false): string =>
  `/compare?${new URLSearchParams({ ids: ids.join(','), ...(onlyDifferences ? { differences: 'true' } : {}) })}`;

/** Parses the ids of a comparison: valid ones, each once, at most `maxCompared`. */
export const parseComparedIds = (text: string | null): string[] => parsePhoneIds(text, maxCompared);

/** sessionStorage key. */
const storageKey = 'redial-compare';

let ids: readonly string[] | undefined;
const listeners = new Set<() => void>();
const none: readonly string[] = [];

/** The phones in the tray of this tab; none before hydration. */
export const useCompared = (): readonly string[] =>
  useSyncExternalStore(subscribe, getIds, () => none);

/** Whether a phone is in the tray. */
export const useIsCompared = (id: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => getIds().includes(id),
    () => false,
  );

/** Whether the tray takes no more phones. */
export const useIsTrayFull = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => getIds().length >= maxCompared,
    () => false,
  );

/** Adds a phone to the tray or removes it; a full tray stays as it is. */
export function toggleCompared(id: string): void {
  const current = getIds();
  if (current.includes(id)) setIds(current.filter((other) => other !== id));
  else if (current.length < maxCompared) setIds([...current, id]);
}

export const clearCompared = (): void => setIds([]);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function getIds(): readonly string[] {
  if (ids === undefined) ids = parseComparedIds(readStored());
  return ids;
}

function setIds(next: readonly string[]): void {
  ids = next;
  try {
    sessionStorage.setItem(storageKey, next.join(','));
  } catch {
    // Storage is not available: the tray lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
