import { type ApiError, networkError } from '@redial/contract';
import { sleep } from './reconnect-delay.ts';

/**
 * What something on this device waits for, and in how many seconds it is sent again at the latest. What
 * `navigator.onLine` says is not used: it is true in a network without internet.
 */
export interface Waiting {
  readonly reason: 'connection' | 'server';
  readonly seconds: number;
}

/** What an attempt came to: its result, or what the next one waits for. */
export type Attempt<T> = { readonly result: T } | { readonly waitsFor: Waiting['reason'] };

const maxDelayMs = 15_000;

/**
 * What a request that failed waits for, if it may work later: a connection, also where the network answers
 * in place of Redial, or the server after too many requests or a failure of its own. Undefined if the
 * request is refused.
 */
export function waitingReason({
  code,
  status,
}: Pick<ApiError<string>, 'code' | 'status'>): Waiting['reason'] | undefined {
  if (status === 429 || status >= 500) return 'server';
  return code === networkError.code ? 'connection' : undefined;
}

/**
 * Sends something until there is a result: again after 1, 2, 4, 8 and then every 15 seconds, and as soon
 * as the device is online again, which starts the delays anew.
 *
 * @param attempt sends it once.
 * @param options.onWaiting is called before each pause.
 * @returns the result; undefined if the signal was aborted before there was one.
 */
export async function keepSending<T>(
  attempt: () => Promise<Attempt<T>>,
  { signal, onWaiting }: { signal: AbortSignal; onWaiting: (waiting: Waiting) => void },
): Promise<T | undefined> {
  let isBack = false;
  addEventListener('online', () => (isBack = true), { signal });
  for (let failures = 0; !signal.aborted; ) {
    isBack = false;
    const outcome = await attempt();
    if ('result' in outcome) return outcome.result;
    const delayMs = Math.min(maxDelayMs, 1000 * 2 ** failures);
    if (!signal.aborted) onWaiting({ reason: outcome.waitsFor, seconds: delayMs / 1000 });
    await sleep(delayMs, signal);
    failures = isBack ? 0 : failures + 1;
  }
  return undefined;
}
