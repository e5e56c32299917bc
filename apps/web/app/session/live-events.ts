import { useEffect, useEffectEvent } from 'react';
import { loadPart } from '../ui/lazy-part.ts';
import type { LiveUpdate } from './live-connection.ts';
import { useSession } from './session-store.ts';

/** How many live updates of each type this page had received at a moment. */
export type LiveMark = Readonly<Partial<Record<LiveUpdate['type'], number>>>;

const listeners = new Set<(update: LiveUpdate) => void>();
let received: LiveMark = {};
let connection: { readonly uid: string; readonly stop: AbortController } | undefined;

/** The connection is loaded when it is first needed: visitors who are signed out have none. */
function connect(uid: string): void {
  if (connection?.uid === uid) return;
  connection?.stop.abort();
  const stop = new AbortController();
  connection = { uid, stop };
  void loadPart(() => import('./live-connection.ts')).then(({ keepConnected }) =>
    keepConnected(uid, stop.signal, (update) => {
      received = { ...received, [update.type]: (received[update.type] ?? 0) + 1 };
      for (const listener of listeners) listener(update);
    }),
  );
}

function disconnect(): void {
  connection?.stop.abort();
  connection = undefined;
}

/** Marks the moment before data is loaded, for `useLiveUpdates`. */
export const markLiveUpdates = (): LiveMark => received;

/**
 * Calls a function when something of the signed-in user has changed, in any tab or device.
 *
 * @param onUpdate called once for each update.
 * @param since when the loading of the shown data began: what came while it was loaded is reported
 *   when it is shown, since the data may be older.
 */
export function useLiveUpdates(onUpdate: (update: LiveUpdate) => void, since?: LiveMark): void {
  const session = useSession();
  const uid = session.status === 'signed-in' ? session.user.uid : undefined;
  const listener = useEffectEvent(onUpdate);
  useEffect(() => {
    if (uid === undefined) return;
    const own = (update: LiveUpdate) => listener(update);
    listeners.add(own);
    connect(uid);
    return () => {
      listeners.delete(own);
      if (listeners.size === 0) disconnect();
    };
  }, [uid]);
  useEffect(() => {
    if (uid === undefined || since === undefined) return;
    for (const type of Object.keys(received) as LiveUpdate['type'][]) {
      if (received[type] !== since[type]) listener({ type });
    }
  }, [uid, since]);
}
