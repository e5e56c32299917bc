import { useEffect, useEffectEvent } from 'react';
import type { LiveUpdate } from './live-connection.ts';
import { useSession } from './session-store.ts';

const listeners = new Set<(update: LiveUpdate) => void>();
let connection: { readonly uid: string; readonly stop: AbortController } | undefined;

/** The connection is loaded when it is first needed: visitors who are signed out have none. */
function connect(uid: string): void {
  if (connection?.uid === uid) return;
  connection?.stop.abort();
  const stop = new AbortController();
  connection = { uid, stop };
  import('./live-connection.ts').then(
    ({ keepConnected }) =>
      keepConnected(uid, stop.signal, (update) => {
        for (const listener of listeners) listener(update);
      }),
    // Pages still show what is new when they are loaded.
    () => undefined,
  );
}

function disconnect(): void {
  connection?.stop.abort();
  connection = undefined;
}

/** Calls a function when something of the signed-in user has changed, in any tab or device. */
export function useLiveUpdates(onUpdate: (update: LiveUpdate) => void): void {
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
}
