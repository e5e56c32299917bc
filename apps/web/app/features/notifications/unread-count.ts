import { countUnreadNotifications } from '@redial/contract';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../session/call.ts';
import { useSession } from '../../session/session-store.ts';

/** Milliseconds between two requests, unless the number is known to have changed. */
const minIntervalMs = 20_000;

let count = 0;
let loadedAt = 0;
const listeners = new Set<() => void>();
/** The other tabs of this browser. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('unread');
tabs?.addEventListener('message', ({ data }) => set(Number(data)));

function set(next: number) {
  count = next;
  for (const notify of listeners) notify();
}

/** Shows a number that the server has just returned, in all tabs. */
export function setUnreadCount(next: number): void {
  loadedAt = Date.now();
  set(next);
  tabs?.postMessage(next);
}

async function load() {
  if (Date.now() - loadedAt < minIntervalMs) return;
  loadedAt = Date.now();
  const result = await call(countUnreadNotifications, {});
  if (result.ok) setUnreadCount(result.value.unread);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * The number of unread notifications of the signed-in user; 0 without a session. It is loaded after
 * navigations and when the tab comes into view.
 */
export function useUnreadCount(): number {
  const { status } = useSession();
  const { key } = useLocation();
  const unread = useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
  const isSignedIn = status === 'signed-in';
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads after every navigation
  useEffect(() => {
    if (isSignedIn) void load();
  }, [isSignedIn, key]);
  useEffect(() => {
    if (!isSignedIn) return;
    const onVisible = () => document.visibilityState === 'visible' && void load();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      loadedAt = 0;
      set(0);
    };
  }, [isSignedIn]);
  return isSignedIn ? unread : 0;
}
