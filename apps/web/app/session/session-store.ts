import { useSyncExternalStore } from 'react';
import type { IdentityUser } from './identity-client.ts';

/** Who is using the page. `unknown` until the identity provider has answered. */
export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly user: IdentityUser };

const unknown: Session = { status: 'unknown' };
let current: Session = unknown;
const listeners = new Set<() => void>();

export const currentSession = (): Session => current;

export function setSession(session: Session): void {
  current = session;
  // Styles that differ by session before React runs look at this attribute (see root.tsx).
  document.documentElement.dataset.session = session.status === 'signed-in' ? 'in' : 'out';
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session; `unknown` while rendering on the server and hydrating. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => unknown);
}

/** Waits until it is known whether somebody is signed in. */
export function waitForSession(): Promise<Exclude<Session, { status: 'unknown' }>> {
  return new Promise((resolve) => {
    const look = () => {
      if (current.status === 'unknown') return;
      stop();
      resolve(current);
    };
    const stop = subscribe(look);
    look();
  });
}
