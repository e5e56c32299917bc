// Shows the notifications that the server sends to this browser (Web Push), and opens their pages. It has
// no fetch handler and a scope without pages: it serves none. Registered by app/session/push-subscription.ts.
self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const { title, text, path, tag } = readMessage(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      // A second delivery of the same notification replaces the first.
      tag,
      icon: '/icons/icon-192.png',
      badge: '/icons/icon-48.png',
      data: { path },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path));
});

/** Browsers require that something is shown for every message. */
function readMessage(data) {
  try {
    const { title, text, path, tag } = data.json();
    return { title: String(title), text: String(text), path: String(path), tag: String(tag) };
  } catch {
    return {
      title: 'Redial',
      text: 'You have a new notification.',
      path: '/notifications',
      tag: 'redial',
    };
  }
}

/** Goes to the tab that shows the page already, or opens it. Pages of other origins are not opened. */
async function openPage(path) {
  const url = new URL(path ?? '/notifications', location.origin);
  if (url.origin !== location.origin) return;
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((one) => one.url === url.href);
  await (tab ? tab.focus() : self.clients.openWindow(url.href));
}
