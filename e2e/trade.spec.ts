import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { addProduct, signInByApi, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import {
  demoEmails,
  expect,
  expectToast,
  newUser,
  openPage,
  productCard,
  signIn,
  signUp,
  test,
} from './page-helpers.ts';
import { randomWord } from './random-word.ts';

const photo = fileURLToPath(new URL('./phone.jpg', import.meta.url));

async function orderFromCard(page: Page, name: string): Promise<void> {
  await productCard(page, name)
    .getByRole('button', { name: /^Purchase/ })
    .click();
  const dialog = page.getByRole('dialog');
  for (const label of ['Name', 'Email', 'Price']) {
    await expect(dialog.getByLabel(label, { exact: true })).toHaveAttribute('readonly', '');
  }
  await dialog.getByRole('button', { name: /^Order/ }).click();
  await expect(dialog.getByLabel('Your Phone Number')).toBeFocused();
  await dialog.getByLabel('Your Phone Number').fill('+33 6 12 34 56 78');
  await dialog.getByLabel('Meeting Location').fill('Gare de Lyon');
  await dialog.getByRole('button', { name: /^Order/ }).click();
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel(/Expir/).fill('12 / 40');
  await page.getByLabel(/CVC|Security code/).fill('123');
}
const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ });

test('a seller signs up, lists a product with a photo, advertises and deletes it', async ({
  page,
}) => {
  const name = `Galaxy S23 ${randomWord()}`;
  await signUp(page, newUser('Rana'), 'seller');
  await openPage(page, '/dashboard');
  await expect(page).toHaveURL('/dashboard/addproduct');
  await page.getByLabel('Product name').fill(name);
  await page.getByLabel('Original price').fill('799');
  await page.getByLabel('Resale price').fill('389.50');
  await page.getByLabel('Mobile number').fill('+1 202-555-0142');
  await page.getByLabel('Location').fill('Porto, Portugal');
  await page.getByLabel('Year of purchase').fill('2023');
  await page.getByLabel('Years of use').fill('2');
  await page.getByLabel('Category').selectOption('Samsung');
  await page.getByLabel('Condition').selectOption('excellent');
  const submit = page.getByRole('button', { name: /^Add/ });
  await submit.click();
  await expect(page.getByLabel('Description')).toBeFocused();
  await page.getByLabel('Description').fill('Always in a case; no scratches at all.');
  await page.locator('input[type=file]').setInputFiles({
    name: 'phone.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('this is no picture'),
  });
  await submit.click();
  await expect(page.getByText('This file is not a picture that can be used')).toBeVisible();
  await expect(page.getByLabel('Product name')).toHaveValue(name);
  // A submission that is under way would take the next photo.
  await expect(submit).toBeEnabled();
  await page.locator('input[type=file]').setInputFiles(photo);
  await submit.click();
  await expectToast(page, `${name} Added Sucessfully`);
  await expect(page).toHaveURL('/dashboard/myproducts');
  const mine = productCard(page, name);
  await expect(mine).toContainText('$389.50');
  await mine.getByRole('button', { name: /Action/ }).click();
  await page.getByRole('menuitem', { name: 'Advertize' }).click();
  await expectToast(page, 'Advertized Succesfully');
  await mine.getByRole('button', { name: /Action/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Already Avertized' })).toBeVisible();
  await page.keyboard.press('Escape');
  await openPage(page, '/');
  await expect(page.getByRole('region', { name: /^Advertized/ })).toContainText(name);
  await openPage(page, '/dashboard/myproducts');
  await productCard(page, name)
    .getByRole('button', { name: /Action/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete Product' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expectToast(page, 'Deleted Succesfully');
  await expect(productCard(page, name)).toHaveCount(0);
});

test('a buyer signs up, orders a product, is declined, pays, and sees it paid after a reload', async ({
  page,
}) => {
  const phone = await addProduct(await signUpSellerByApi());
  await signUp(page, newUser('Nora'), 'buyer');
  await openPage(page, '/category-products/Samsung');
  await orderFromCard(page, phone.name);
  await expectToast(page, `${phone.name} Orderd Succesfully`);
  await openPage(page, '/dashboard/myorders');
  const row = page.getByRole('row').filter({ hasText: phone.name });
  await expect(row).toContainText('$389');
  await row.getByRole('link', { name: 'Pay Now' }).click();
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(phone.name);
  await fillCard(page, '4000 0000 0000 0002');
  await pay(page).click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await fillCard(page, '4242 4242 4242 4242');
  await pay(page).click();
  await expect(page.getByText('Your Payment completed')).toBeVisible();
  await expect(page.getByText(/pi_\w+/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Paid');
  await openPage(page, '/dashboard/myorders');
  await expect(row).toContainText('Paid');
  await expect(row.getByRole('button', { name: /Cancel/ })).toBeDisabled();
  await openPage(page, '/');
  await expect(productCard(page, phone.name)).toHaveCount(0);
});

test('a card that requires authentication is paid after it, and not without', async ({ page }) => {
  const phone = await addProduct(await signUpSellerByApi());
  const buyer = await signUpByApi('Ines', 'buyer');
  const order = await buyer.call('POST', '/orders', {
    productId: phone.id,
    phone: '+33 6 12 34 56 78',
    location: 'Here',
  });
  await signIn(page, buyer.email);
  await openPage(page, `/dashboard/myorders/payment/${order.insertedId}`);
  await fillCard(page, '4000 0025 0000 3155');
  await pay(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await pay(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm payment' }).click();
  await expect(page.getByText('Your Payment completed')).toBeVisible();
});

test('a cancelled order makes the product available again', async ({ page }) => {
  const phone = await addProduct(await signUpSellerByApi());
  const buyer = await signUpByApi('Sam', 'buyer');
  await buyer.call('POST', '/orders', {
    productId: phone.id,
    phone: '+33 6 12 34 56 78',
    location: 'Here',
  });
  await signIn(page, buyer.email);
  await openPage(page, '/category-products/Samsung');
  const sold = productCard(page, phone.name);
  await expect(sold.getByRole('link', { name: /^Pay Now/ })).toBeVisible();
  await expect(sold.getByRole('button', { name: /^Report/ })).toBeDisabled();
  await openPage(page, '/dashboard/myorders');
  await page
    .getByRole('row')
    .filter({ hasText: phone.name })
    .getByRole('button', { name: /Cancel/ })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Cancel/ })
    .first()
    .click();
  await expectToast(page, 'Order Cancelled');
  await expect(page.getByRole('row').filter({ hasText: phone.name })).toHaveCount(0);
  await openPage(page, '/category-products/Samsung');
  await expect(sold.getByRole('button', { name: /^Purchase/ })).toBeEnabled();
});

test('an admin verifies a seller, removes a reported product and deletes a buyer', async ({
  page,
}) => {
  const seller = await signUpSellerByApi(`Vera ${randomWord()}`);
  const buyer = await signUpByApi(`Bo ${randomWord()}`, 'buyer');
  const phone = await addProduct(seller);
  await buyer.call('POST', '/allproducts/report', { _id: phone.id });
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard');
  await expect(page).toHaveURL('/dashboard/allsellers');
  const sellerRow = page.getByRole('row').filter({ hasText: seller.email });
  await sellerRow.getByRole('button', { name: /^Verify/ }).click();
  await expectToast(page, `${seller.name} Verified Succesfully`);
  await sellerRow.getByRole('button', { name: /^Verified/ }).click();
  await expectToast(page, `${seller.name} Alreary Verified`);

  await page.getByRole('link', { name: 'Reported Product' }).click();
  const reported = page.getByRole('row').filter({ hasText: phone.name });
  await expect(reported).toContainText(seller.email);
  await reported.getByRole('button', { name: /^Delete/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expectToast(page, 'Deleted Succesfully');
  await expect(reported).toHaveCount(0);

  await page.getByRole('link', { name: 'All Buyers' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: buyer.email })
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expectToast(page, `${buyer.name} Was Deleted Successfully`);

  await openPage(page, '/');
  await expect(productCard(page, phone.name)).toHaveCount(0);
  const admin = await signInByApi(demoEmails.admin);
  const sellers = await admin.call<{ email: string; varified: boolean }[]>('GET', '/sellers');
  expect(sellers.find(({ email }) => email === seller.email)?.varified).toBe(true);
});
