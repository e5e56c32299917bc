import type { Page } from '@playwright/test';
import { addProduct, signInByApi, withUpload } from '../api-helpers.ts';
import {
  expect,
  expectToast,
  fillSignIn,
  fillSignUp,
  newUser,
  openPage,
  productCard,
} from '../page-helpers.ts';
import { mailedLink, mailedSubjects } from './mailed-link.ts';
import { testWithProviders } from './test-with-providers.ts';

const test = testWithProviders('mail-and-verified-addresses');
test.describe.configure({ timeout: 120_000 });

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

test('a seller and a buyer sign up, confirm through the mailed link, sign in, list and order', async ({
  page,
  browser,
  elsewhere: { url, fakes },
}) => {
  const mail = fakes['mail-and-verified-addresses'];
  const join = async (browserPage: Page, name: string, role: 'buyer' | 'seller') => {
    const user = newUser(name);
    await fillSignUp(browserPage, user, role);
    await expect(heading(browserPage, 'Look into your mailbox')).toBeFocused();
    const link = await mailedLink(mail, user.email, `${url}/verify-email`);
    // In another browser, as on a phone.
    const other = await browser.newPage();
    await other.goto(link);
    await expect(heading(other, 'Your address is confirmed')).toBeVisible();
    await other.close();
    await browserPage.getByRole('main').getByRole('link', { name: 'Sign In' }).last().click();
    await fillSignIn(browserPage, user.email);
    await expectToast(browserPage, 'Login Succesfully');
    return user;
  };
  const sellerPage = await browser.newPage({ baseURL: url });
  const seller = await join(sellerPage, 'Rana Stone', 'seller');
  // Name and role of the form are kept until the first sign-in.
  await expect(sellerPage.getByRole('banner')).toContainText('Rana Stone');
  await openPage(sellerPage, '/dashboard');
  await expect(sellerPage).toHaveURL(/\/dashboard\/addproduct$/);
  await sellerPage.close();
  const { name } = await addProduct(withUpload(await signInByApi(seller.email, url)));

  await join(page, 'Nora', 'buyer');
  await openPage(page, '/category-products/Samsung');
  await productCard(page, name)
    .getByRole('button', { name: /^Purchase/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your Phone Number').fill('+33 6 12 34 56 78');
  await dialog.getByLabel('Meeting Location').fill('Gare de Lyon');
  await dialog.getByRole('button', { name: /^Order/ }).click();
  await expectToast(page, `${name} Orderd Succesfully`);
});

test('an incomplete link says so; signing in sends another', async ({
  page,
  elsewhere: { url, fakes },
}) => {
  const mail = fakes['mail-and-verified-addresses'];
  const user = newUser('Ida');
  await fillSignUp(page, user, 'buyer');
  await expect(heading(page, 'Look into your mailbox')).toBeVisible();
  await openPage(page, '/verify-email?token=incomplete');
  await expect(heading(page, 'This link does not work')).toBeVisible();
  await page.getByRole('link', { name: 'Your Account' }).click();
  await fillSignIn(page, user.email);
  await expectToast(page, 'Confirm your e-mail address first');
  const link = await mailedLink(mail, user.email, `${url}/verify-email`);
  await openPage(page, new URL(link).pathname + new URL(link).search);
  await expect(heading(page, 'Your address is confirmed')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await fillSignIn(page, user.email);
  await expectToast(page, 'Login Succesfully');
  await openPage(page, '/dashboard/account');
  await expect(page.getByText('Confirmed')).toBeVisible();
});

test('signing up with the address of an account looks the same, and its owner is notified by mail', async ({
  page,
  elsewhere: { url, fakes },
}) => {
  const mail = fakes['mail-and-verified-addresses'];
  const user = newUser('Olga');
  const shown = async () => {
    await fillSignUp(page, user, 'buyer');
    await expect(heading(page, 'Look into your mailbox')).toBeVisible();
    return page.getByRole('main').textContent();
  };
  const first = await shown();
  await page.goto(await mailedLink(mail, user.email, `${url}/verify-email`));
  await expect(heading(page, 'Your address is confirmed')).toBeVisible();
  expect(await shown()).toBe(first);
  await expect
    .poll(() => mailedSubjects(mail, user.email), { timeout: 30_000 })
    .toEqual(['Confirm your e-mail address for Redial', 'You already have a Redial account']);
});
