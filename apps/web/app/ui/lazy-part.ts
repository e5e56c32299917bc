import { networkError } from '@redial/contract';
import { type FunctionComponent, lazy } from 'react';
import { toast } from './toast.ts';

const updatedMessage = 'Redial was updated meanwhile. Reload the page to go on.';

const maxWaitMs = 15_000;

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
  for (let waitMs = 500; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    try {
      return await importScript(load);
    } catch (error) {
      const message = await explainMissingScript(error);
      if (waitMs === 500 || message === updatedMessage) toast.error(message);
      // A new version of Redial does not have the script any more.
      if (message === updatedMessage) return new Promise(() => {});
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** Imports a script, once more if only this request failed. */
export async function importScript<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((await explainMissingScript(error)) !== updatedMessage) throw error;
    return load();
  }
}

/**
 * Says why a script could not be loaded, and what to do.
 *
 * @throws what was caught, if it is another error.
 */
export async function explainMissingScript(error: unknown): Promise<string> {
  // As Chromium, Firefox and Safari report it.
  if (!(error instanceof TypeError && /module/.test(error.message))) throw error;
  return (await isServerReachable()) ? updatedMessage : networkError.message;
}

export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}
