import type { Page } from '@playwright/test';
import {
  demoEmails,
  expect,
  expectToast,
  fillSignIn,
  openPage,
  signIn,
  test,
} from './page-helpers.ts';

const unreachable = 'Redial cannot be reached. Check your connection and try again.';

/** Fails the requests for scripts, and those that find out whether the server responds. */
async function cutOff(page: Page, scripts: string): Promise<() => Promise<void>> {
  const urls = [`**/assets/${scripts}-*.js`, '**/healthz'];
  for (const url of urls) await page.route(url, (route) => route.abort('internetdisconnected'));
  return async () => {
    for (const url of urls) await page.unroute(url);
  };
}

const firstPhone = (page: Page) => page.getByRole('article').first().getByRole('link').first();

test('a page whose script cannot be loaded opens when the server responds again', async ({
  page,
}) => {
  const results = '/search?q=iphone';
  await openPage(page, results);
  const reconnect = await cutOff(page, 'product');
  await firstPhone(page).click();
  await expectToast(page, unreachable);
  await expect(page).toHaveURL(results);
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
  await firstPhone(page).click();
  await expect(page.getByRole('status', { name: 'Messages' }).getByText(unreachable)).toHaveCount(
    2,
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“iphone”');
  await reconnect();
  await firstPhone(page).click();
  await expect(page).toHaveURL(/\/products\//);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“iphone”');
});

test('a page whose script a new version no longer has is loaded as a whole', async ({ page }) => {
  await openPage(page, '/search?q=iphone');
  await page.route('**/assets/product-*.js', (route) => route.fulfill({ status: 404 }), {
    times: 2,
  });
  await firstPhone(page).click();
  await expect(page).toHaveURL(/\/products\//);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('iPhone');
});

test('a dialog whose script cannot be loaded says why, and opens at the next try', async ({
  page,
}) => {
  await openPage(page, '/');
  const reconnect = await cutOff(page, 'product-dialog');
  await firstPhone(page).click();
  await expectToast(page, unreachable);
  await expect(page).toHaveURL('/');
  await reconnect();
  await firstPhone(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a dialog opens although one request for its script failed', async ({ page }) => {
  await openPage(page, '/');
  await page.route('**/assets/product-dialog-*.js', (route) => route.fulfill({ status: 404 }), {
    times: 1,
  });
  await firstPhone(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Messages' })).toBeEmpty();
});

test('a dialog that a new version no longer has asks for a reload', async ({ page }) => {
  await openPage(page, '/');
  await page.route('**/assets/product-dialog-*.js', (route) => route.fulfill({ status: 404 }));
  await firstPhone(page).click();
  await expectToast(page, 'Redial was updated meanwhile. Reload the page to go on.');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a part of a page whose script cannot be loaded appears when the server responds again', async ({
  page,
}) => {
  await openPage(page, '/search?q=iphone');
  const reconnect = await cutOff(page, 'compare-bar');
  const toggles = page.getByRole('button', { name: /^Compare / });
  await toggles.first().click();
  await toggles.nth(1).click();
  await expectToast(page, unreachable);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“iphone”');
  await reconnect();
  await expect(page.getByRole('link', { name: 'Compare', exact: true })).toBeVisible();
});

test('without the script of sign-in, a user stays signed in, and a sign-in says why it failed @embedded', async ({
  page,
}) => {
  await signIn(page, demoEmails.buyer);
  const reconnect = await cutOff(page, 'embedded-identity');
  await openPage(page, '/');
  await expectToast(page, unreachable);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  await expect(header.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await reconnect();
  await expect(header.getByTitle('Your account').first()).toBeVisible();
  await header.getByRole('button', { name: 'Log Out' }).click();
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();

  await page.goto('/healthz');
  const reconnectAgain = await cutOff(page, 'embedded-identity');
  await openPage(page, '/login');
  await fillSignIn(page, demoEmails.buyer);
  await expectToast(page, unreachable);
  await expect(page.getByLabel('Email')).toHaveValue(demoEmails.buyer);
  await reconnectAgain();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(page, 'Login Succesfully');
});
