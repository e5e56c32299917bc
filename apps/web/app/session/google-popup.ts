import { PopupClosedError } from './identity-client.ts';

/** Milliseconds between looks at whether the popup is still open. */
const pollIntervalMs = 500;

/**
 * Signs in through Google in a popup. Called in the click's own turn, or the browser blocks it.
 *
 * @param apiBase base host of the API; empty for the page's own origin
 * @returns the identity session's token
 * @throws PopupClosed when the person closes the popup or declines
 */
export function openGooglePopup(apiBase: string): Promise<string> {
  const start = new URL(`${apiBase}/identity/google/start`, location.href);
  start.searchParams.set('origin', location.origin);
  const popup = open(start, 'redial-google', 'popup,width=480,height=640');
  if (!popup) return Promise.reject(new Error('Your browser blocked the sign-in window'));

  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const finish = (done: () => void) => {
      listening.abort();
      clearInterval(looking);
      done();
    };
    // A message may still be under way when the window is gone: one more look before giving up.
    let gone = false;
    const looking = setInterval(() => {
      if (gone) finish(() => reject(new PopupClosedError()));
      gone = popup.closed;
    }, pollIntervalMs);
    addEventListener(
      'message',
      ({ source, origin, data }) => {
        if (source !== popup || origin !== start.origin || data?.type !== 'redial:google') return;
        if (data.ok === true) finish(() => resolve(String(data.token)));
        else if (data.code === 'access_denied') finish(() => reject(new PopupClosedError()));
        else finish(() => reject(new Error(String(data.message))));
      },
      { signal: listening.signal },
    );
  });
}
