const maxDelayMs = 30_000;

/**
 * Milliseconds until the next attempt to connect: doubles with each failure, up to half a minute. Half
 * of it is random, so that the clients of a server that was restarted do not return at once.
 *
 * @param failures attempts that have failed in a row; 0 after a stream that ended.
 */
export function reconnectDelayMs(failures: number, random: () => number = Math.random): number {
  const delay = Math.min(maxDelayMs, 1000 * 2 ** failures);
  return delay / 2 + (random() * delay) / 2;
}

/** Waits, until the network is back or the signal aborts at the latest. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      removeEventListener('online', stop);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(stop, milliseconds);
    addEventListener('online', stop);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
}
