import { useSyncExternalStore } from 'react';
import type { IdentityUser } from './identity-client.ts';

/** The session; `unknown` until the identity provider has responded. */
export type Session =
  | { readonly status: 'unknown' }
  /** `byUser`: through Log Out in this tab, not because the session has ended elsewhere. */
  | { readonly status: 'signed-out'; readonly byUser?: boolean }
  | { readonly status: 'signed-in'; readonly user: IdentityUser };

const unknown: Session = { status: 'unknown' };
let current: Session = unknown;
const listeners = new Set<() => void>();

export const currentSession = (): Session => current;

export function setSession(session: Session): void {
  current = session;
  // CSS variants for the session use this attribute before hydration (see root.tsx).
  document.documentElement.dataset.session = session.status === 'signed-in' ? 'in' : 'out';
  for (const listener of listeners) listener();
}

/** @returns ends the subscription. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session; `unknown` while rendering on the server and hydrating. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, currentSession, () => unknown);
}

/** Resolves once it is known whether a user is signed in. */
export function waitForSession(): Promise<Exclude<Session, { status: 'unknown' }>> {
  return new Promise((resolve) => {
    const look = () => {
      if (current.status === 'unknown') return;
      stop();
      resolve(current);
    };
    const stop = subscribeToSession(look);
    look();
  });
}
