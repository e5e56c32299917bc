import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { fullBrowser } from './browser.ts';
import { openPage, signIn } from './page-helpers.ts';

test.use({ launchOptions: fullBrowser });

const port = Number(process.env.E2E_PUSH_PORT);
const endpoint = `http://127.0.0.1:${port}/push/browser-of-the-test`;

/** A push service that records what the server sends. */
async function startPushService() {
  const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(201).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Browsers subscribe at the push service of their vendor, which tests do not reach: the browser of the test
 * gets a subscription at ours, with the keys of RFC 8291, 5. All else is the browser's own.
 */
const subscribeHere = (page: Page) =>
  page.addInitScript((url) => {
    const stored = 'push-of-the-test';
    const subscription = {
      endpoint: url,
      toJSON: () => ({
        endpoint: url,
        keys: {
          p256dh:
            'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      }),
      unsubscribe: async () => {
        localStorage.removeItem(stored);
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        localStorage.setItem(stored, 'on');
        return subscription;
      },
      getSubscription: async () => (localStorage.getItem(stored) ? subscription : null),
    });
  }, endpoint);

/** Delivers a message to the service worker, as the browser does after decrypting it. */
async function deliver(page: Page, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.includes('/push-notifications/'));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationId,
    data,
  });
}

const shownIn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/push-notifications/');
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body, data }) => ({ title, body, path: data.path }));
  });

test('a browser is switched on by a click, shows what happens, and stops at sign-out', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await context.grantPermissions(['notifications']);
  await subscribeHere(page);
  const service = await startPushService();
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Nora', 'buyer');
  await signIn(page, seller.email);
  await openPage(page, '/notifications/settings');
  const orders = page.getByRole('listitem').filter({ hasText: 'Orders and sales' });
  const inBrowsers = orders.getByRole('switch', { name: 'Orders and sales in browsers' });
  const turnOn = page.getByRole('button', { name: 'Show notifications in this browser' });
  await expect(turnOn).toBeVisible();
  await expect(inBrowsers).toHaveCount(0);
  await turnOn.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('This browser shows notifications, also while')).toBeVisible();
  await expect(inBrowsers).toBeChecked();

  const order = { productId: phone.id, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
  await buyer.call('POST', '/orders', order);
  await expect.poll(() => service.received.length, { timeout: 30_000 }).toBe(1);
  const [message] = service.received;
  expect(message?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    authorization: expect.stringMatching(/^vapid t=/),
  });
  expect(message?.body.toString('latin1')).not.toContain('phone is ordered');

  const path = '/dashboard/myproducts';
  const shown = { title: 'Your phone is ordered', text: 'Galaxy', path, tag: 'one' };
  await deliver(page, JSON.stringify(shown));
  await deliver(page, JSON.stringify(shown));
  await expect
    .poll(() => shownIn(page))
    .toEqual([{ title: 'Your phone is ordered', body: 'Galaxy', path }]);
  await deliver(page, 'nonsense');
  await expect
    .poll(() => shownIn(page))
    .toContainEqual({
      title: 'Redial',
      body: 'You have a new notification.',
      path: '/notifications',
    });

  // The worker opens the page; a click on a notification of the system cannot be made here.
  const worker = context.serviceWorkers().find((one) => one.url().endsWith('/push-worker.js'));
  const opened = await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      clients: { openWindow(url: string): Promise<null> };
      registration: ServiceWorkerRegistration;
      dispatchEvent(event: Event): boolean;
    };
    const urls: string[] = [];
    scope.clients.openWindow = async (url) => {
      urls.push(url);
      return null;
    };
    const NotificationEvent = Reflect.get(globalThis, 'NotificationEvent');
    for (const notification of await scope.registration.getNotifications({ tag: 'one' })) {
      scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    return urls;
  });
  expect(opened).toEqual([new URL(path, page.url()).href]);

  await inBrowsers.click();
  await expect(inBrowsers).not.toBeChecked();
  await page.getByRole('button', { name: 'Switch off here' }).click();
  await expect(turnOn).toBeVisible();
  await turnOn.click();
  await expect(page.getByRole('button', { name: 'Switch off here' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('push-of-the-test'))).toBeNull();
  service.close();
});

test('a browser in which notifications are blocked says how to allow them', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  const buyer = await signUpByApi('Nora', 'buyer');
  await signIn(page, buyer.email);
  await openPage(page, '/notifications/settings');
  await expect(page.getByText('Allow them in its settings for this site')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show notifications' })).toHaveCount(0);
});
