import { useSyncExternalStore } from 'react';

/** A request for a recent sign-in; requests that arrive meanwhile share it. */
let pending:
  | { readonly confirmed: Promise<boolean>; finish: (confirmed: boolean) => void }
  | undefined;
const listeners = new Set<() => void>();

function setPending(next: typeof pending): void {
  pending = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the user to sign in again, in a dialog that `StepUpHost` shows.
 *
 * @returns whether the user did; false if the dialog was closed, or if no page can show it.
 */
export function confirmIdentity(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (!pending) {
    const { promise: confirmed, resolve: finish } = Promise.withResolvers<boolean>();
    setPending({ confirmed, finish });
  }
  return pending?.confirmed ?? Promise.resolve(false);
}

/** Settles the pending request. */
export function finishStepUp(confirmed: boolean): void {
  const finished = pending;
  setPending(undefined);
  finished?.finish(confirmed);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the user has to sign in again for a request to go on. */
export const useStepUpPending = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => pending !== undefined,
    () => false,
  );
