import type { Page } from '@playwright/test';
import { signUpByApi } from './api-helpers.ts';
import { chooseGoogleAccount, fakeGoogleScripts } from './identity-helpers.ts';
import {
  demoEmails,
  expect,
  expectToast,
  fillSignIn,
  loginUrl,
  newUser,
  openPage,
  signIn,
  test,
} from './page-helpers.ts';
import { holdRequests, recordRequests } from './request-helpers.ts';

const anyOrder = '0199f2c0-1a00-7000-8000-0000000000e5';
const forAnybody = [
  '/category-products/Samsung',
  '/dashboard',
  '/dashboard/myorders',
  `/dashboard/myorders/payment/${anyOrder}`,
];
const forSellers = ['/dashboard/myproducts', '/dashboard/addproduct'];
const forAdmins = [
  '/dashboard/allsellers',
  '/dashboard/allbuyers',
  '/dashboard/reported-products',
  '/dashboard/ledger',
  '/dashboard/models',
  '/dashboard/seller-records',
  '/dashboard/audit-log',
];

/** The menu entries of the specification, which come first. */
const specifiedMenus = {
  buyer: ['My Orders'],
  seller: ['My Products', 'Add Products'],
  admin: ['All Sellers', 'All Buyers', 'Reported Product'],
};

/** The sign-in URL that returns to a path. */
const signInFor = (path: string) => `/login?${new URLSearchParams({ from: path })}`;

test('[2.12, 2.15, 2.20, 2.21, 2.22, 2.23, 2.24, 2.25, 2.26, 2.94, 2.96, 6.5] signed-out users are redirected to sign in, with the requested path and query', async ({
  page,
}) => {
  test.slow();
  for (const path of [...forAnybody, ...forSellers, ...forAdmins]) {
    await page.goto(`${path}?sort=price&x=1`);
    await expect(page).toHaveURL(signInFor(`${path}?sort=price&x=1`));
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  }
});

test('[2.18, 2.38, 2.97, 6.3, 6.7, 6.8] a buyer sees My Orders and is redirected from seller and admin pages', async ({
  page,
}) => {
  test.slow();
  const { email } = await signUpByApi('Ben', 'buyer');
  await signIn(page, email);
  await openPage(page, '/dashboard');
  await expect(page).toHaveURL('/dashboard/myorders');
  await expectMenu(page, specifiedMenus.buyer);
  for (const path of [...forSellers, ...forAdmins]) {
    await page.goto(path);
    await expect(page).toHaveURL(signInFor(path));
  }
  for (const path of forAnybody.filter((one) => one !== '/dashboard')) {
    await openPage(page, path);
    await expect(page).toHaveURL(path);
  }
});

test('[2.16, 2.35, 2.37] a seller’s dashboard opens Add Products with the seller menu, and rejects admin pages', async ({
  page,
}) => {
  test.slow();
  const { email } = await signUpByApi('Rana', 'seller');
  await signIn(page, email);
  await openPage(page, '/dashboard');
  await expect(page).toHaveURL('/dashboard/addproduct');
  await expectMenu(page, specifiedMenus.seller);
  await page.setViewportSize({ width: 500, height: 900 });
  await page.getByRole('button', { name: 'Dashboard menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Dashboard' });
  await drawer.getByRole('link', { name: 'My Products', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/myproducts');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('My Products');
  for (const path of forAdmins) {
    await page.goto(path);
    await expect(page).toHaveURL(signInFor(path));
  }
});

test('[2.17, 2.36, 6.1, 6.2, 7.2, 7.3, 7.26] an admin’s dashboard opens All Sellers; two requests by email determine the role', async ({
  page,
}) => {
  test.slow();
  await signIn(page, demoEmails.admin);
  const calls = recordRequests(page);
  await openPage(page, '/dashboard');
  await expect(page).toHaveURL('/dashboard/allsellers');
  await expectMenu(page, specifiedMenus.admin);
  const email = encodeURIComponent(demoEmails.admin);
  const checks = calls.filter(({ path }) => path.startsWith('/users/')).map(({ path }) => path);
  expect(checks.sort()).toEqual([`/users/admin/${email}`, `/users/sellers/${email}`]);
  for (const path of forSellers) {
    await page.goto(path);
    await expect(page).toHaveURL(signInFor(path));
  }
});

test('[7.2, 7.3] the role is requested as soon as the e-mail address is known, on every page', async ({
  page,
}) => {
  await signIn(page, demoEmails.buyer);
  const calls = recordRequests(page);
  await openPage(page, '/blogs');
  const email = encodeURIComponent(demoEmails.buyer);
  const roles = () =>
    calls
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/users/'))
      .sort();
  await expect.poll(roles).toEqual([`/users/admin/${email}`, `/users/sellers/${email}`]);
});

test('[2.19, 2.95, 4.1, 4.5] a loading indicator replaces an admin page until the role is known', async ({
  page,
}) => {
  test.slow();
  await signIn(page, demoEmails.admin);
  for (const path of ['/dashboard', ...forAdmins]) {
    await expectLoader(page, path, specifiedMenus.admin);
  }
});

test('[2.95, 4.5] and a seller page', async ({ page }) => {
  test.slow();
  const { email } = await signUpByApi('Rana', 'seller');
  await signIn(page, email);
  for (const path of forSellers) await expectLoader(page, path, specifiedMenus.seller);
});

/** Expects a loading indicator and no menu while role checks are pending. */
async function expectLoader(page: Page, path: string, menu: string[]): Promise<void> {
  const checks = /\/users\/(admin|sellers)\//;
  const release = await holdRequests(page, checks);
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('Loading');
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toHaveCount(0);
  await release();
  await expectMenu(page, menu);
  await page.unroute(checks);
}

const wanted = '/category-products/Samsung?sort=price&x=1';

test('[1.17, 2.51, 4.2, 8.11] signing in by password or Google returns to the requested page', async ({
  page,
}) => {
  test.slow();
  const { email } = await signUpByApi('Sam', 'buyer');
  await openPage(page, wanted);
  await fillSignIn(page, email);
  await expectToast(page, 'Login Succesfully');
  await expect(page).toHaveURL(wanted);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await openPage(page, wanted);
  await throughGoogle(page, 'Sign in with Google');
  await expectToast(page, 'Login Succesfully');
  await expect(page).toHaveURL(wanted);
});

test('[1.17, 4.27, 8.12] signing up by password or Google continues to the requested page', async ({
  page,
}) => {
  test.slow();
  const user = newUser('Nora');
  await openPage(page, wanted);
  await page.getByRole('main').getByRole('link', { name: 'Sign Up', exact: true }).click();
  await page.getByLabel('Name').fill(user.name);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill('Redial#2021');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expectToast(page, 'Account Created Succesfully');
  await expect(page).toHaveURL(wanted);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await openPage(page, wanted);
  await page.getByRole('main').getByRole('link', { name: 'Sign Up', exact: true }).click();
  await throughGoogle(page, 'Sign up with Google');
  await expectToast(page, 'Account Created Succesfully');
  await expect(page).toHaveURL(wanted);
});

test('[2.52, 9.6] signing in without a requested page opens the home page', async ({ page }) => {
  const { email } = await signUpByApi('Ida', 'buyer');
  await openPage(page, '/login');
  await expect(page).toHaveURL(loginUrl);
  await fillSignIn(page, email);
  await expectToast(page, 'Login Succesfully');
  await expect(page).toHaveURL('/');
});

/** Expects the dashboard menu to begin with these entries. */
async function expectMenu(page: Page, labels: string[]): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
  for (const [at, label] of labels.entries()) await expect(links.nth(at)).toHaveText(label);
}

async function throughGoogle(page: Page, label: string): Promise<void> {
  await fakeGoogleScripts(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: label, exact: true }).click();
  const popup = await opened;
  await expect(page.getByRole('main').locator('button[aria-busy=true]')).toBeVisible();
  await chooseGoogleAccount(popup, 'Nora Lindqvist');
}
