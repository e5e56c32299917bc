import type { Page } from '@playwright/test';
import { signUpByApi } from './api-helpers.ts';
import { mailedLink } from './mailbox.ts';
import {
  expect,
  expectToast,
  fillSignIn,
  loginUrl,
  newUser,
  openPage,
  password,
  signIn,
  signUp,
  test,
} from './page-helpers.ts';

const newPassword = 'Another#2022';

/** A user who is signed in here, and in another browser. */
async function signInTwice(page: Page, name: string) {
  const user = newUser(name);
  await signUp(page, user, 'buyer');
  const context = await page.context().browser()?.newContext({ userAgent: 'Firefox/143.0' });
  if (!context) throw new Error('no browser');
  const other = await context.newPage();
  const signIn = async (secret: string) => {
    await openPage(other, new URL('/login', page.url()).href);
    await fillSignIn(other, user.email, secret);
    await expectToast(other, 'Login Succesfully');
  };
  await signIn(password);
  /** Whether the token of the other browser still works. */
  const isOtherSignedIn = async () => {
    const token = await other.evaluate(() => localStorage.getItem('redial-token'));
    const headers = { authorization: `Bearer ${token}` };
    const response = await page.request.get(`/orders?email=${user.email}`, { headers });
    return response.status() === 200;
  };
  expect(await isOtherSignedIn()).toBe(true);
  return { user, other, signIn, isOtherSignedIn, close: () => context.close() };
}

test('a user sees all sessions and signs out another device', { tag: '@embedded' }, async ({
  page,
}) => {
  const { user, other, isOtherSignedIn, close } = await signInTwice(page, 'Lena Lost');
  await page.getByRole('link', { name: user.name }).click();
  await page.getByRole('main').getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  const sessions = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'this device' })).toHaveCount(1);
  await expect(sessions.filter({ hasText: 'this device' })).toContainText(/just now from \S+/);
  await page.getByRole('button', { name: 'Sign out Firefox' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expectToast(page, 'Firefox is signed out');
  await expect(sessions).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toHaveCount(0);
  const activity = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem');
  await expect(activity.first()).toContainText(/Other devices signed out\s*from [\d.:a-f]+\/\d+/);
  expect(await isOtherSignedIn()).toBe(false);
  await other.goto(new URL('/dashboard/account', page.url()).href);
  await expect(other).toHaveURL(loginUrl);
  await close();
});

test('a new password needs the current one and signs out all other devices', {
  tag: '@embedded',
}, async ({ page }) => {
  const { user, signIn, isOtherSignedIn, close } = await signInTwice(page, 'Pia Password');
  await openPage(page, '/dashboard/security');
  const main = page.getByRole('main');
  const change = async (current: string) => {
    await main.getByLabel('Current password', { exact: true }).fill(current);
    await main.getByLabel('New password', { exact: true }).fill(newPassword);
    await main.getByRole('button', { name: 'Change password' }).click();
  };
  await change('Wrong#2021');
  await expect(main.getByText('The current password is not right')).toBeVisible();
  await change(password);
  await expectToast(page, 'Your password is changed');
  await expect(main.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1);
  expect(await isOtherSignedIn()).toBe(false);
  // This browser goes on.
  await openPage(page, '/dashboard/myorders');
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
  await expect(page.getByRole('link', { name: user.name })).toBeVisible();
  await signIn(newPassword);
  await close();
});

test('a sign-in on a new device is announced, and the mailed link ends it', {
  tag: '@embedded',
}, async ({ page, browser }) => {
  const { email } = await signUpByApi('Dora', 'buyer');
  const context = await browser.newContext({
    userAgent: 'Firefox/143.0',
    storageState: { cookies: [], origins: [] },
  });
  const other = await context.newPage();
  await openPage(other, '/login');
  await fillSignIn(other, email);
  await expectToast(other, 'Login Succesfully');

  await signIn(page, email);
  const entry = page.getByRole('link', { name: /Unread: Somebody signed in on a new device/ });
  await expect(async () => {
    await openPage(page, '/notifications');
    await expect(entry).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await expect(entry).toContainText('Firefox');
  await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
  await entry.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  const activity = page.getByRole('list', { name: 'Recent activity' });
  await expect(activity).toContainText('Sign-in on a new device: Firefox');

  const link = await mailedLink(email, '/sign-out-device');
  const { pathname, search } = new URL(link);
  await openPage(page, pathname + search);
  await page.getByRole('button', { name: 'Sign out that device' }).click();
  await expect(page.getByRole('heading', { name: 'That device is signed out' })).toBeVisible();
  await openPage(page, '/dashboard/security');
  await expect(page.getByRole('list', { name: 'Devices' })).not.toContainText('Firefox');
  await other.goto('/dashboard/account');
  await expect(other).toHaveURL(loginUrl);
  await context.close();
});

test('an incomplete link of the mail about a device says so', async ({ page }) => {
  await openPage(page, '/sign-out-device?token=x');
  await page.getByRole('button', { name: 'Sign out that device' }).click();
  await expect(page.getByRole('alert')).toContainText('not complete');
});

test('an e-mail address is changed through both mailboxes, and the old one takes it back', {
  tag: '@embedded',
}, async ({ page }) => {
  const { email } = await signUpByApi('Emma', 'buyer');
  const next = newUser('Emma').email;
  // Confirmed, so that the old address has a say.
  await signIn(page, email);
  await openPage(page, '/dashboard/account');
  await page.getByRole('button', { name: 'Send the link again' }).click();
  const follow = async (address: string, path: string, button?: string) => {
    const { pathname, search } = new URL(await mailedLink(address, path));
    await openPage(page, pathname + search);
    if (button) await page.getByRole('button', { name: button }).click();
  };
  await follow(email, '/verify-email');
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();

  await openPage(page, '/dashboard/account');
  const main = page.getByRole('main');
  await main.getByLabel('New e-mail address').fill(email);
  await main.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(main.getByText('This is your address already')).toBeVisible();
  await main.getByLabel('New e-mail address').fill(next);
  await page.keyboard.press('Enter');
  await expect(main.getByRole('status').filter({ hasText: email })).toContainText(next);
  await follow(email, '/change-email', 'Yes, change it');
  await expect(page.getByRole('heading', { name: 'Now look into' })).toBeVisible();
  await follow(next, '/change-email', 'Use this address');
  await expect(page.getByRole('heading', { name: 'is changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the sign-in page' }).click();
  await fillSignIn(page, next);
  await expectToast(page, 'Login Succesfully');
  // The calls of the specification go by the new address.
  await openPage(page, '/dashboard/myorders');
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
  await expect(page.getByText('No orders yet')).toBeVisible();

  await expect
    .poll(async () => (await mailedLink(email, '/change-email')).includes('step=revert'), {
      timeout: 20_000,
    })
    .toBe(true);
  await follow(email, '/change-email', 'Take it back');
  await expect(page.getByRole('heading', { name: 'has its old address again' })).toBeVisible();
  await openPage(page, '/login');
  await fillSignIn(page, email);
  await expect(page.getByText(/password/i).first()).toBeVisible();
  await follow(email, '/change-email', 'Take it back');
  await expect(page.getByRole('alert')).toContainText('has been used');
});
