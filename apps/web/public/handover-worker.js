// Serves a page without a connection: the handover of an order, or a self-test. Its scope is that page
// alone; it is registered by app/session/offline-page.ts, which tells it what the page consists of.
const cacheName = 'redial-handover';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  const { urls } = event.data ?? {};
  if (!Array.isArray(urls)) return;
  const stored = caches.open(cacheName).then((cache) =>
    Promise.all(
      urls
        .filter((url) => new URL(url, location.href).origin === location.origin)
        .map(async (url) => {
          const response = await fetch(url);
          if (response.ok) await cache.put(url, response);
        }),
    ),
  );
  const done = stored.then(
    () => event.source?.postMessage({ stored: true }),
    () => undefined,
  );
  event.waitUntil(done);
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isPage = request.mode === 'navigate';
  const isAsset = ['/assets/', '/images/', '/icons/'].some((path) => url.pathname.startsWith(path));
  if (request.method !== 'GET' || url.origin !== location.origin || !(isPage || isAsset)) return;
  const cached = () => caches.match(request, { ignoreSearch: isPage, ignoreVary: true });
  // The page is loaded anew when there is a connection; assets never change.
  event.respondWith(
    isPage
      ? fetch(request).catch(async () => (await cached()) ?? Response.error())
      : cached().then((response) => response ?? fetch(request)),
  );
});
