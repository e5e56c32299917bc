import type { Page } from '@playwright/test';
import {
  expect,
  expectToast,
  fillSignIn,
  loginUrl,
  newUser,
  openPage,
  password,
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
