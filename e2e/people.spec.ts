import type { Page } from '@playwright/test';
import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { demoEmails, expect, expectToast, openPage, signIn, test } from './page-helpers.ts';
import { randomWord } from './random-word.ts';

test.describe.configure({ timeout: 180_000 });

/** Shortcuts work once their script is loaded; until then the key leads to the search of phones. */
const findByKey = (page: Page) =>
  expect(async () => {
    await page
      .locator(':focus')
      .blur({ timeout: 100 })
      .catch(() => undefined);
    await page.keyboard.press('/');
    const field = page.getByLabel('Find by id, e-mail or name').filter({ visible: true });
    await expect(field).toBeFocused({ timeout: 300 });
  }).toPass({ timeout: 20_000 });

test('an admin finds a person by the id of a phone’s seller and suspends the person, by keyboard at 360 px', async ({
  page,
}) => {
  const seller = await signUpSellerByApi(`Pia ${randomWord()}`);
  const phone = await addProduct(seller);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/overview');
  await page.getByRole('link', { name: /Moderation queue/ }).waitFor();

  // The whole id leads straight to the page.
  await findByKey(page);
  await page.keyboard.type(phone.id);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/products/${phone.id}`);

  await openPage(page, '/dashboard/overview');
  await page.getByRole('link', { name: /Moderation queue/ }).waitFor();
  await findByKey(page);
  await page.keyboard.type(seller.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Pia / })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/people\/[\da-f-]{36}$/);
  await expect(page.getByRole('table', { name: 'Listings' })).toContainText(phone.name);
  await expectAccessible(page, [360, 1440]);

  const suspend = page.getByRole('button', { name: 'Suspend or ban' });
  await suspend.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Decide' });
  await expect(dialog.getByLabel('Decision')).toHaveValue('suspend');
  await dialog.getByLabel('Rule').selectOption({ index: 1 });
  await dialog.getByLabel('What the person reads').fill('The phones are not yours.');
  await dialog.getByRole('button', { name: 'Decide' }).press('Enter');
  await expectToast(page, 'Decided');
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Decisions and appeals' })).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Audit log' }).getByText('Opened the page of a person'),
  ).toBeVisible();
});

test('an admin goes from All Buyers to a person, ends the sessions and deletes the account', async ({
  page,
}) => {
  const name = `Dora ${randomWord()}`;
  await signUpByApi(name, 'buyer');
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/allbuyers');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sign-in' })).toContainText('Last used');
  await page.getByRole('button', { name: `End sessions of ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click();
  await expectToast(page, `${name} has to sign in again`);
  await expect(page.getByText('Not signed in anywhere')).toBeVisible();
  await page.getByRole('button', { name: `Delete account of ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
  await expectToast(page, `${name} Was Deleted Successfully`);
  await expect(page.getByText('Deleted account')).toBeVisible();
  await expect(page.getByRole('button', { name: `Delete account of ${name}` })).toHaveCount(0);
});

test('a part of a name lists what matches, and shortcuts are listed, go to pages, and can be switched off', async ({
  page,
}) => {
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/find?q=nora');
  await page.getByRole('heading', { name: 'People' }).waitFor();
  await expectAccessible(page, [360, 1440]);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByText('Audit Log')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page).toHaveURL('/dashboard/audit-log');
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await dialog.getByRole('switch', { name: 'Keyboard shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.keyboard.press('?');
  await expect(page).toHaveURL('/dashboard/audit-log');
  await expect(dialog).toHaveCount(0);
  await openPage(page, '/dashboard/find?q=qqqqqqqq');
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('a moderator finds people but no orders, and reads no money', async ({ page }) => {
  await signIn(page, demoEmails.moderator);
  await openPage(page, `/dashboard/find?q=${demoEmails.seller}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Bell' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Listings' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Orders as a seller' })).toHaveCount(0);
  await expect(page.getByText('Balance', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Actions' })).toHaveCount(0);
});
