import { useSyncExternalStore } from 'react';

/** A sign-in that waits for the code of its second step. */
export interface SecondFactorRequest {
  /** Gives a code to the server. Rejects with an `Error` whose message can be shown to the user. */
  readonly verify: (code: string) => Promise<string>;
  /** Ends the request: with the session token, or without one if the user closed the dialog. */
  readonly finish: (token: string | undefined) => void;
}

let pending: SecondFactorRequest | undefined;
const listeners = new Set<() => void>();

function setPending(next: SecondFactorRequest | undefined): void {
  pending = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the user for the code of the second step of a sign-in, in a dialog that `SecondFactorHost` shows.
 *
 * @param verify gives a code to the server
 * @returns the session token; rejects if the user closes the dialog
 */
export function askSecondFactor(verify: SecondFactorRequest['verify']): Promise<string> {
  pending?.finish(undefined);
  return new Promise((resolve, reject) => {
    setPending({
      verify,
      finish: (token) => {
        setPending(undefined);
        if (token === undefined) reject(new Error('Signing in was cancelled'));
        else resolve(token);
      },
    });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The sign-in that waits for a code, if there is one. */
export const useSecondFactorRequest = (): SecondFactorRequest | undefined =>
  useSyncExternalStore(
    subscribe,
    () => pending,
    () => undefined,
  );
