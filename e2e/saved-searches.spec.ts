import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, expectToast, fillSignIn, openPage, signIn, test } from './page-helpers.ts';

test('a buyer saves a search, is notified of a new phone, and orders it', async ({ page }) => {
  test.setTimeout(240_000);
  const seller = await signUpSellerByApi();
  const buyer = await signUpByApi('Fay', 'buyer');
  await signIn(page, buyer.email);
  await openPage(page, '/dashboard/saved-searches');
  await expect(page.getByText('No saved searches yet')).toBeVisible();

  await openPage(page, '/search?maxPrice=100000&available=true');
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this search' });
  await dialog.getByLabel('Name').fill('Anything at all');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Search saved');
  await expect(dialog).toBeHidden();

  const phone = await addProduct(seller);
  // The jobs run within a second of the listing, at the latest every minute.
  await expect(async () => {
    await openPage(page, '/notifications');
    await expect(
      page.getByText(/(A new phone|\d+ new phones) for your search/).first(),
    ).toBeVisible();
  }).toPass({ timeout: 150_000 });
  await openPage(page, '/dashboard/saved-searches');
  const card = page.getByRole('article').filter({ hasText: 'Anything at all' });
  await expect(card).toContainText(/1 phone found|\d+ phones found/);
  await card.getByRole('button', { name: 'Pause: Anything at all' }).click();
  await expect(card).toContainText('Paused');
  await card.getByRole('button', { name: 'Edit: Anything at all' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit this search' });
  await edit.getByLabel('Name').fill('Any phone');
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Any phone' })).toBeVisible();

  await openPage(page, `/products/${phone.id}`);
  await page.getByRole('button', { name: 'Purchase' }).click();
  const order = page.getByRole('dialog');
  await order.getByLabel('Your Phone Number').fill('+33 6 12 34 56 78');
  await order.getByLabel('Meeting Location').fill('Lyon, France');
  await order.getByRole('button', { name: /^Order/ }).click();
  await expect(order.getByRole('link', { name: /^Pay .* now$/ })).toBeVisible();
});

test('a visitor signs in to save a search, and comes back to it', async ({ page }) => {
  const buyer = await signUpByApi('Fay', 'buyer');
  await openPage(page, '/search?q=iphone');
  await page.getByRole('button', { name: 'Save search' }).click();
  await fillSignIn(page, buyer.email);
  const dialog = page.getByRole('dialog', { name: 'Save this search' });
  await expect(dialog.getByLabel('Name')).toHaveValue('iphone');
  await dialog.getByLabel('Tell me').selectOption('Once a week');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Search saved');
  await openPage(page, '/dashboard/saved-searches');
  await expect(page.getByRole('article')).toContainText('Once a week');
  await page.getByRole('link', { name: 'See phones: iphone' }).click();
  await expect(page).toHaveURL('/search?q=iphone&sort=newest');
});
