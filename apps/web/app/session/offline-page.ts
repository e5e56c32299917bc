/**
 * Registers the service worker for one page only, and lets it store what the page consists of.
 * Resolves to whether the page can be opened without a connection from now on.
 */
export async function makeAvailableOffline(path: string): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  try {
    const registration = await navigator.serviceWorker.register('/handover-worker.js', {
      scope: path,
    });
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    if (!worker) return false;
    const urls = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/(assets|images|icons)\//.test(name));
    const stored = new Promise<boolean>((resolve) => {
      navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data?.stored));
      setTimeout(() => resolve(false), 20_000);
    });
    worker.postMessage({ urls: [path, ...new Set(urls)] });
    return await stored;
  } catch {
    return false;
  }
}
