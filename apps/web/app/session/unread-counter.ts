import type { countUnreadMessages, countUnreadNotifications, LiveEvent } from '@redial/contract';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { call } from './call.ts';
import { useLiveUpdates } from './live-events.ts';
import { useSession } from './session-store.ts';

/** Milliseconds between two requests after navigations; a change is reported by a live update. */
const minIntervalMs = 20_000;

/**
 * Creates a number of unread items of the signed-in user that all tabs of the browser share.
 *
 * @param options.endpoint loads it
 * @param options.type the live event after which it is loaded again
 * @param options.channel name of the broadcast channel between the tabs
 */
export function createUnreadCounter({
  endpoint,
  type,
  channel,
}: {
  endpoint: typeof countUnreadNotifications | typeof countUnreadMessages;
  type: LiveEvent['type'];
  channel: string;
}) {
  let count = 0;
  let loadedAt = 0;
  let isLoading = false;
  /** Whether the number has changed since it was requested. */
  let isStale = false;
  const listeners = new Set<() => void>();
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channel);
  tabs?.addEventListener('message', ({ data }) => set(Number(data)));

  function set(next: number) {
    count = next;
    for (const notify of listeners) notify();
  }

  /** Shows a number that the server has just returned, in all tabs. */
  function setUnreadCount(next: number): void {
    loadedAt = Date.now();
    set(next);
    tabs?.postMessage(next);
  }

  async function load({ isChanged = false } = {}): Promise<void> {
    if (!isChanged && Date.now() - loadedAt < minIntervalMs) return;
    if (isLoading) {
      isStale ||= isChanged;
      return;
    }
    isLoading = true;
    loadedAt = Date.now();
    const result = await call(endpoint, {});
    isLoading = false;
    if (result.ok) setUnreadCount(result.value.unread);
    if (isStale) {
      isStale = false;
      await load({ isChanged: true });
    }
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  /**
   * The number of unread items; 0 without a session. It is loaded when it changes, and where live
   * updates are blocked, after navigations and when the tab comes into view.
   */
  function useUnreadCount(): number {
    const { status } = useSession();
    const { key } = useLocation();
    const unread = useSyncExternalStore(
      subscribe,
      () => count,
      () => 0,
    );
    const isSignedIn = status === 'signed-in';
    useLiveUpdates((update) => {
      if (update.type === type || update.type === 'missed') void load({ isChanged: true });
    });
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

  return { setUnreadCount, useUnreadCount };
}
