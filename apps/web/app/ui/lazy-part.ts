import { networkError } from '@redial/contract';
import { type FunctionComponent, lazy } from 'react';
import { toast } from './toast.ts';

const updatedMessage = 'Redial was updated meanwhile. Reload the page to go on.';

const maxWaitMs = 4_000;
/** A new version of Redial does not have the script any more, unless only requests were lost. */
const updatedWaitMs = 30_000;

/**
 * A component whose script is loaded when it is first rendered, below a `Suspense`. Without a connection
 * it is tried again until there is one; the rest of the page stays usable.
 *
 * @param load imports the component
 */
export const lazyPart = <Props>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> =>
  lazy(async () => ({ default: await loadPart(load) })) as unknown as FunctionComponent<Props>;

/** Imports a script as `lazyPart` does. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let shown: string | undefined;
  for (let waitMs = 500; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    try {
      return await importScript(load);
    } catch (error) {
      const { message } = error as Error;
      if (message !== networkError.message && message !== updatedMessage) throw error;
      if (message !== shown) toast.error(message);
      shown = message;
      const delayMs = message === updatedMessage ? updatedWaitMs : waitMs;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}

/**
 * Imports a script, once more if only this request failed.
 *
 * @throws Error that says why the script could not be loaded, and what to do
 */
export async function importScript<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isLoadFailure(error)) throw error;
    if (!(await isServerReachable())) throw new Error(networkError.message);
  }
  return load().catch((error: unknown) => {
    throw isLoadFailure(error) ? new Error(updatedMessage) : error;
  });
}

/** As Chromium, Firefox and Safari report that a module could not be loaded. */
const isLoadFailure = (error: unknown): boolean =>
  error instanceof TypeError && /module/.test(error.message);

export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}
