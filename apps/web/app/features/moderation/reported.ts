import { useSyncExternalStore } from 'react';
import { draftPrefix } from '../../session/drafts.ts';

/** What was reported in this tab: ids, until the tab is closed or the user signs out. */
const storageKey = `${draftPrefix}reported`;

const listeners = new Set<() => void>();

/** @returns whether the listing, person, message or review was reported in this tab; false on the server */
export function useReported(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readIds().includes(id),
    () => false,
  );
}

/** Records a report: all buttons for the id say so, also after a reload. */
export function recordReported(id: string): void {
  try {
    sessionStorage.setItem(storageKey, [...new Set([...readIds(), id])].join(','));
  } catch {
    // Storage is not available or full: the server refuses a second report.
  }
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readIds(): string[] {
  try {
    return sessionStorage.getItem(storageKey)?.split(',') ?? [];
  } catch {
    return [];
  }
}
