import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, openPage, signIn, test } from './page-helpers.ts';

test('a buyer becomes a seller with one decision, and keeps orders', async ({ page }) => {
  const phone = await addProduct(await signUpSellerByApi());
  const buyer = await signUpByApi('Nora', 'buyer');
  await buyer.call('POST', '/orders', {
    productId: phone.id,
    phone: '+33 6 12 34 56 78',
    location: 'Gare de Lyon',
  });
  await signIn(page, buyer.email);
  await openPage(page, '/');
  await page.getByRole('link', { name: 'Sell Your Product' }).click();
  await expect(page.getByText('This account buys phones.')).toBeVisible();
  await page.getByRole('button', { name: 'Start selling' }).click();
  await expect(page).toHaveURL('/dashboard/addproduct');
  await expect(page.getByRole('heading', { name: 'Add A New Product' })).toBeVisible();
  await openPage(page, '/dashboard/account');
  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).click();
  await expect(page.getByRole('row', { name: phone.name })).toBeVisible();
});

test('the account page offers selling to a buyer', async ({ page }) => {
  const buyer = await signUpByApi('Ada', 'buyer');
  await signIn(page, buyer.email);
  await openPage(page, '/dashboard/account');
  await page.getByRole('button', { name: 'Start selling' }).click();
  await expect(page).toHaveURL('/dashboard/addproduct');
  await expect(page.getByRole('link', { name: 'My Products' }).first()).toBeVisible();
});

test('the sign-up form says what each role is for', async ({ page }) => {
  await openPage(page, '/signup');
  await expect(page.getByText('You can start selling later')).toBeVisible();
  await page.getByLabel('I am a').selectOption('seller');
  await expect(page.getByText('Lists phones for sale')).toBeVisible();
});
