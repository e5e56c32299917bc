import { networkError } from '@redial/contract';
import { useSyncExternalStore } from 'react';
import { currentSession, subscribeToSession } from '../../session/session-store.ts';
import { toast } from '../../ui/toast.ts';
import { maxVisitorFavourites, readStoredIds, storageKey, storeIds } from './stored-ids.ts';

const none: readonly string[] = [];

let ids: readonly string[] = none;
/** Whose favourites `ids` are: a user's uid, `visitor`, or nobody's yet. */
let owner: string | undefined;
let sync: { readonly uid: string; readonly done: Promise<void> } | undefined;
/** Phones whose change is being saved. */
const pending = new Set<string>();
const listeners = new Set<() => void>();

// Visitors do not need it.
const importAccount = () => import('./account-favourites.ts');

function set(next: readonly string[]): void {
  ids = next;
  for (const notify of listeners) notify();
}

/**
 * Whether a phone is among the favourites: a visitor's are in this browser, and go to the account
 * with the first sign-in. False before hydration.
 */
export const useIsFavourite = (id: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => ids.includes(id),
    () => false,
  );

function loadForSession(): void {
  const { status } = currentSession();
  if (status === 'signed-in') void syncFavourites();
  else if (status === 'signed-out') showVisitors();
}

/**
 * Sends the favourites of the visitor to the account that has signed in, and loads those of the
 * account; once for each sign-in.
 */
export function syncFavourites(): Promise<void> {
  const session = currentSession();
  if (session.status !== 'signed-in') return Promise.resolve();
  const { uid } = session.user;
  if (sync?.uid !== uid) sync = { uid, done: mergeAndLoad(uid) };
  return sync.done;
}

async function mergeAndLoad(uid: string): Promise<void> {
  const loaded = await importAccount().then(
    ({ mergeFavourites }) => mergeFavourites(),
    () => undefined,
  );
  if (sync?.uid !== uid) return;
  if (!loaded) {
    sync = undefined;
    return;
  }
  owner = uid;
  set(loaded);
}

function showVisitors(): void {
  if (owner === 'visitor') return;
  owner = 'visitor';
  sync = undefined;
  set(readStoredIds());
}

/** Adds a phone to the favourites or removes it. The heart changes at once, and back if that fails. */
export async function toggleFavourite(id: string): Promise<void> {
  if (pending.has(id)) return;
  const isAdded = !ids.includes(id);
  const next = isAdded ? [id, ...ids] : ids.filter((other) => other !== id);
  if (currentSession().status !== 'signed-in') {
    if (next.length > maxVisitorFavourites) {
      toast.error('Sign in to have more favourites');
      return;
    }
    storeIds(next);
    set(next);
    if (isAdded) toast.success('Added to your favourites');
    return;
  }
  pending.add(id);
  set(next);
  const error = await importAccount().then(
    ({ saveFavourite }) => saveFavourite(id, isAdded),
    () => networkError.message,
  );
  pending.delete(id);
  if (error === undefined) {
    if (isAdded) toast.success('Added to your favourites');
    return;
  }
  set(isAdded ? ids.filter((other) => other !== id) : [id, ...ids]);
  toast.error(error);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage);
  listeners.add(listener);
  const stop = subscribeToSession(loadForSession);
  loadForSession();
  return () => {
    stop();
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', onStorage);
  };
}

/** Another tab of the visitor has changed them. */
function onStorage({ key }: StorageEvent): void {
  if (owner === 'visitor' && (key === storageKey || key === null)) set(readStoredIds());
}
