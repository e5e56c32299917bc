import type { Page } from '@playwright/test';
import { signUpByApi } from './api-helpers.ts';
import { chooseGoogleAccount, fakeGoogleScripts, isFirebase } from './identity-helpers.ts';
import { mailedLink } from './mailbox.ts';
import {
  chooseNewPassword,
  demoEmails,
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
import { holdRequests } from './request-helpers.ts';

const nav = (page: Page) => page.getByRole('navigation', { name: /main/i });

test('signing up shows the user’s name, signing out removes it', async ({ page }) => {
  const user = newUser('Nora');
  await openPage(page, '/');
  await expect(nav(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
  await signUp(page, user, 'buyer');
  await expect(page).toHaveURL('/');
  await expect(nav(page)).toContainText('Nora');
  await expect(nav(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await nav(page).getByRole('button', { name: 'Log Out' }).click();
  await expect(nav(page).getByRole('link', { name: 'Sign Up' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('redial-token'))).toBeNull();
});

test('signing out on a protected page navigates to the home page, on a slow machine too', async ({
  page,
}) => {
  await signIn(page, demoEmails.buyer);
  for (const rate of [1, 6]) {
    await openPage(page, '/dashboard/myorders');
    const machine = await page.context().newCDPSession(page);
    await machine.send('Emulation.setCPUThrottlingRate', { rate });
    await nav(page).getByRole('button', { name: 'Log Out' }).click();
    await expect(nav(page).getByRole('link', { name: 'Sign Up' })).toBeVisible({ timeout: 20_000 });
    await expect(page).toHaveURL('/');
    await machine.detach();
    if (rate === 1) await signIn(page, demoEmails.buyer);
  }
});

test('signing out does not wait for the home page, and is refused offline', async ({ page }) => {
  await signIn(page, demoEmails.buyer);
  await openPage(page, '/search?q=iphone');
  const token = () => page.evaluate(() => localStorage.getItem('redial-token'));
  await page.context().setOffline(true);
  await nav(page).getByRole('button', { name: 'Log Out' }).click();
  await expectToast(page, 'cannot be reached');
  expect(await token()).not.toBeNull();
  await page.context().setOffline(false);

  const release = await holdRequests(page, /\.data\b/);
  const ended = page.waitForResponse('**/identity/sign-out');
  await nav(page).getByRole('button', { name: 'Log Out' }).click();
  expect((await ended).ok()).toBe(true);
  await expect(nav(page).getByRole('link', { name: 'Sign Up' })).toBeVisible();
  expect(await token()).toBeNull();
  await release();
  await expect(page).toHaveURL('/');
});

test('a failed form shows the reason in the specification’s words and keeps its input', async ({
  page,
}) => {
  await openPage(page, '/signup');
  await page.getByLabel('Name').fill('Nora');
  await page.getByLabel('Email').fill('nora@mail');
  const secret = page.getByLabel('Password', { exact: true });
  const submit = page.getByRole('button', { name: 'Sign Up', exact: true });
  for (const [typed, message] of [
    ['abc', 'Password must have more that 6 charecters'],
    ['abcdef1', 'Password must have atleast 2 digits'],
    ['abcdef12', 'Password must have speacial charencters'],
    ['abcdef12!', 'Password must have atleast one capital latter'],
  ] as const) {
    await secret.fill(typed);
    await submit.click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(secret).toHaveValue(typed);
  }
  await expect(page.getByText('Please provide a valid email')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('nora@mail');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page).toHaveURL('/signup');
});

test('a wrong password shows an error, the right one continues to the requested page', async ({
  page,
}) => {
  const { email } = await signUpByApi('Sam', 'buyer');
  await openPage(page, '/category-products/Samsung?sort=price');
  await expect(page).toHaveURL(loginUrl);
  await fillSignIn(page, email, 'Wrong#2021');
  await expectToast(page, /password/i);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await fillSignIn(page, email);
  await expectToast(page, 'Login Succesfully');
  await expect(page).toHaveURL('/category-products/Samsung?sort=price');
});

test('signing in with Google works through its popup, and again for the same user', async ({
  page,
}) => {
  await fakeGoogleScripts(page);
  for (const greeting of ['Login Succesfully', 'Login Succesfully']) {
    await openPage(page, '/login');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: /Google/ }).click();
    const popup = await opened;
    await chooseGoogleAccount(popup, 'Nora Lindqvist');
    await expectToast(page, greeting);
    await expect(nav(page)).toContainText('Nora');
    await nav(page).getByRole('button', { name: 'Log Out' }).click();
    await expect(nav(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
  }
});

test('a cancelled or closed Google popup shows a message and leaves the user signed out', async ({
  page,
}) => {
  await fakeGoogleScripts(page);
  await openPage(page, '/login');
  // Firebase's emulator has no cancel button.
  for (const leave of isFirebase ? (['close'] as const) : (['cancel', 'close'] as const)) {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: /Google/ }).click();
    const popup = await opened;
    if (leave === 'close') await popup.close();
    else await popup.getByRole('button', { name: /cancel/i }).click();
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /Google|cancel|closed/i })
        .first(),
      // Firebase's SDK waits eight seconds after a popup closes.
    ).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('button', { name: /Google/ })).toBeEnabled();
  }
});

test('a blocked Google popup shows a message, and the page stays usable', async ({ page }) => {
  await fakeGoogleScripts(page);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openPage(page, '/login');
  await page.getByRole('button', { name: /Google/ }).click();
  await expectToast(page, 'Your browser blocked the sign-in window');
  await expect(page.getByRole('button', { name: /Google/ })).toBeEnabled();
  const { email } = await signUpByApi('Sam', 'buyer');
  await fillSignIn(page, email);
  await expectToast(page, 'Login Succesfully');
});

// Firebase sends a link to its own page.
test('a forgotten password is reset through the mailed link', { tag: '@embedded' }, async ({
  page,
}) => {
  const { email } = await signUpByApi('Ines', 'buyer');
  await openPage(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: /Forgot password/i }).click();
  await expectToast(page, /mail/i);
  const link = await mailedLink(email, '/reset-password');
  await chooseNewPassword(page, link, 'Nouveau#2026');
  await fillSignIn(page, email, password);
  await expectToast(page, /password/i);
  await fillSignIn(page, email, 'Nouveau#2026');
  await expectToast(page, 'Login Succesfully');
});
