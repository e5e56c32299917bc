import {
  deletePushSubscriptions,
  type PushSubscriptions,
  putPushSubscription,
  type Result,
} from '@redial/contract';
import { call } from './call.ts';
import { pushScope, unsubscribeBrowser } from './push-browser.ts';
import { pushKey } from './push-key.ts';

/**
 * Asks for the permission, subscribes this browser and registers it. Has to be called by a click: browsers
 * ask nobody otherwise.
 *
 * @param publicKey the server's key
 * @returns undefined if the user has refused.
 * @throws if the browser has no push service, or does not reach it
 */
export async function switchPushOn(
  publicKey: string,
): Promise<Result<PushSubscriptions> | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.register('/push-worker.js', {
    scope: pushScope,
  });
  await activated(registration);
  // One that was made with another key of the server, or for another account of this browser.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: decode(publicKey),
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const result = await call(putPushSubscription, { body: { endpoint, keys: { p256dh, auth } } });
  if (result.ok) localStorage.setItem(pushKey, 'on');
  else await subscription.unsubscribe();
  return result;
}

/**
 * Ends the subscription of this browser, at the server, too.
 *
 * @param id of the subscription, or undefined for those of all browsers of the account
 */
export async function switchPushOff(
  id: string | undefined,
): Promise<Result<{ deletedCount: number }>> {
  const result = await call(deletePushSubscriptions, { query: id === undefined ? {} : { id } });
  if (result.ok) await unsubscribeBrowser();
  return result;
}

/** Resolves once the worker runs: before that nothing can subscribe. */
function activated({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (!worker || worker.state === 'activated') return Promise.resolve();
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The service worker could not start'));
    });
  });
}

/** Base64url to bytes: not every browser takes the key as text. */
function decode(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
