import { PopupClosedError } from './identity-client.ts';

/** Milliseconds between checks whether the popup is still open. */
const pollIntervalMs = 500;

/**
 * Signs in with Google in a popup. Must be called synchronously in a click handler, or the browser
 * blocks the popup.
 *
 * @param apiBase base URL of the API; empty for the page's own origin
 * @param deviceId of this browser
 * @returns the identity session's token, or the challenge of its second step
 * @throws PopupClosedError when the user closes the popup or declines
 */
export function openGooglePopup(
  apiBase: string,
  deviceId: string | undefined,
): Promise<{ token?: unknown; challenge?: unknown }> {
  const start = new URL(`${apiBase}/identity/google/start`, location.href);
  start.searchParams.set('origin', location.origin);
  if (deviceId) start.searchParams.set('device', deviceId);
  const popup = open(start, 'redial-google', 'popup,width=480,height=640');
  if (!popup) return Promise.reject(new Error('Your browser blocked the sign-in window'));

  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const finish = (done: () => void) => {
      listening.abort();
      clearInterval(poll);
      done();
    };
    // A message may still be pending when the popup closes: check once more before rejecting.
    let wasClosed = false;
    const poll = setInterval(() => {
      if (wasClosed) finish(() => reject(new PopupClosedError()));
      wasClosed = popup.closed;
    }, pollIntervalMs);
    addEventListener(
      'message',
      ({ source, origin, data }) => {
        if (source !== popup || origin !== start.origin || data?.type !== 'redial:google') return;
        if (data.ok === true) finish(() => resolve(data));
        else if (data.code === 'access_denied') finish(() => reject(new PopupClosedError()));
        else finish(() => reject(new Error(String(data.message))));
      },
      { signal: listening.signal },
    );
  });
}
