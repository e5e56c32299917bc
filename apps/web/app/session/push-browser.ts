import { pushKey } from './push-key.ts';

/** No page is below it: the worker shows notifications and serves nothing. */
export const pushScope = '/push-notifications/';

/** What this browser can do; `blocked` if the user has refused notifications of this site. */
export function pushSupport(): 'possible' | 'blocked' | 'unsupported' {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return 'unsupported';
  }
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

/** The endpoint of this browser's subscription, if it has one. */
export async function findEndpoint(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration(pushScope);
  return (await registration?.pushManager.getSubscription())?.endpoint;
}

/** Ends this browser's subscription. The server's ends with the session, or when it next sends. */
export async function unsubscribeBrowser(): Promise<void> {
  localStorage.removeItem(pushKey);
  const registration = await navigator.serviceWorker?.getRegistration(pushScope);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await registration?.unregister();
}
