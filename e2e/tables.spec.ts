import type { Locator, Page } from '@playwright/test';
import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import {
  demoEmails,
  expect,
  expectToast,
  openPage,
  productCard,
  signIn,
  test,
} from './page-helpers.ts';
import { randomWord } from './random-word.ts';
import { recordRequests, writesIn } from './request-helpers.ts';

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const unique = (name: string) => `${name} ${randomWord()}`;

/** Presses a button and confirms the dialog. */
async function confirm(page: Page, button: Locator, action: string): Promise<void> {
  await button.click();
  await page.getByRole('alertdialog').getByRole('button', { name: action, exact: true }).click();
}

test('[1.12, 1.13, 1.14, 2.83, 2.84, 4.12, 4.13, 4.14, 6.9, 7.20, 7.21, 7.22, 7.23, 8.5, 8.6, 8.7] the tables of sellers and buyers: columns, verifying, deleting, and reloading after each', async ({
  page,
}) => {
  test.slow();
  const seller = await signUpSellerByApi(unique('Vera'));
  const buyer = await signUpByApi(unique('Bo'), 'buyer');
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/allsellers');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('All Sellers');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Role',
    'Verify',
    'Delete',
  ]);
  const mine = row(page, seller.email);
  await expect(mine.getByRole('rowheader')).toContainText(seller.name);
  await expect(mine.getByRole('cell')).toHaveText([seller.email, 'seller', 'Verify', 'Delete']);
  const calls = recordRequests(page);
  await mine.getByRole('button', { name: `Verify ${seller.name}` }).click();
  await expectToast(page, `${seller.name} Verified Succesfully`);
  await expect(mine.getByRole('cell')).toHaveText([seller.email, 'seller', 'Verified', 'Delete']);
  // Reports of other tests notify all admins, whose pages then read the count of unread ones.
  const ownCalls = () =>
    calls.map(({ path }) => path).filter((path) => path !== '/api/notifications/unread-count');
  expect(ownCalls()).toEqual([
    `/api/seller/verify/${encodeURIComponent(seller.email)}`,
    '/sellers',
  ]);
  await mine.getByRole('button', { name: `Verified: ${seller.name}` }).click();
  await expectToast(page, `${seller.name} Alreary Verified`);
  expect(ownCalls()).toHaveLength(2);
  await confirm(page, mine.getByRole('button', { name: /^Delete/ }), 'Delete account');
  await expectToast(page, `${seller.name} Was Deleted Successfully`);
  await expect(mine).toHaveCount(0);

  await page.getByRole('link', { name: 'All Buyers', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('All Buyers');
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Role', 'Delete']);
  const other = row(page, buyer.email);
  await expect(other.getByRole('cell')).toHaveText([buyer.email, 'buyer', 'Delete']);
  calls.length = 0;
  await confirm(page, other.getByRole('button', { name: /^Delete/ }), 'Delete account');
  await expectToast(page, `${buyer.name} Was Deleted Successfully`);
  await expect(other).toHaveCount(0);
  expect(writesIn(calls)).toEqual([expect.stringMatching(/^DELETE \/users\/[\da-f-]{36}$/)]);
  expect(calls.map(({ path }) => path)).toContain('/buyers');
});

test('[1.15, 2.92, 2.93, 3.17, 4.28, 7.8, 7.11, 7.28, 8.9] the table of reported products, reloaded after a deletion', async ({
  page,
}) => {
  const seller = await signUpSellerByApi(unique('Vera'));
  const phone = await addProduct(seller);
  await seller.call('POST', '/allproducts/report', { _id: phone.id });
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/reported-products');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Reported Product');
  await expect(page.getByRole('columnheader')).toHaveText([
    'No.',
    'Product',
    'Seller',
    'Resale Price',
    'Delete',
  ]);
  const mine = row(page, phone.name);
  const place = (
    await page.getByRole('rowgroup').last().getByRole('row').allTextContents()
  ).findIndex((text) => text.includes(phone.name));
  await expect(mine.getByRole('cell').first()).toHaveText(String(place + 1));
  await expect(mine.getByRole('rowheader')).toHaveText(`${phone.name}Porto, Portugal`);
  await expect(mine.getByRole('rowheader').locator('img')).toBeVisible();
  await expect(mine.getByRole('link', { name: phone.name })).toHaveAttribute(
    'href',
    `/products/${phone.id}`,
  );
  await expect(mine.getByRole('cell').nth(1)).toHaveText(`${seller.name}${seller.email}`);
  await expect(mine.getByRole('cell').nth(2)).toHaveText('$389');
  const calls = recordRequests(page);
  await confirm(page, mine.getByRole('button', { name: `Delete ${phone.name}` }), 'Delete product');
  await expectToast(page, 'Deleted Succesfully');
  await expect(mine).toHaveCount(0);
  // Reports of other tests notify all admins, whose pages then read the count of unread ones.
  const ownCalls = calls.filter(({ path }) => path !== '/api/notifications/unread-count');
  expect(ownCalls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `DELETE /report/${phone.id}`,
    'GET /allproducts/report',
  ]);
});

test('[1.6, 2.25, 2.85, 2.86, 2.87, 4.15, 6.6, 7.13, 7.15, 8.8] the table of my orders, and cancelling an order', async ({
  page,
}) => {
  const phone = await addProduct(await signUpSellerByApi());
  const buyer = await signUpByApi('Sam', 'buyer');
  const contact = { phone: '+33 6 12 34 56 78', location: 'Here' };
  const { insertedId } = await buyer.call('POST', '/orders', { productId: phone.id, ...contact });
  await signIn(page, buyer.email);
  const calls = recordRequests(page);
  await openPage(page, '/dashboard/myorders');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Price',
    'Payment',
    'Cancel Order',
  ]);
  expect(calls.map(({ path }) => path)).toContain(
    `/orders?email=${encodeURIComponent(buyer.email)}`,
  );
  const mine = row(page, phone.name);
  await expect(mine.getByRole('rowheader').getByRole('link')).toHaveText(phone.name);
  await expect(mine.getByRole('rowheader').locator('img')).toBeVisible();
  await expect(mine.getByRole('cell')).toHaveText(['$389', 'Pay Now', 'Cancel']);
  calls.length = 0;
  await confirm(page, mine.getByRole('button', { name: /^Cancel/ }), 'Cancel order');
  await expectToast(page, 'Order Cancelled');
  await expect(mine).toHaveCount(0);
  expect(calls.find(({ method }) => method === 'POST')).toEqual({
    method: 'POST',
    path: `/orders/delete/${insertedId}`,
    body: { productId: phone.id },
  });
  expect(calls.slice(1).map(({ path }) => path)).toContain(
    `/orders?email=${encodeURIComponent(buyer.email)}`,
  );
});

test('[1.7, 1.8, 1.9, 1.10, 2.79, 2.80, 2.81, 2.82, 4.11, 7.10, 7.16, 7.18, 7.19, 8.9, 8.10] a seller’s product cards and their Action menu', async ({
  page,
}) => {
  const seller = await signUpSellerByApi('Rana');
  const phone = await addProduct(seller);
  await signIn(page, seller.email);
  const calls = recordRequests(page);
  await openPage(page, '/dashboard/myproducts');
  const menu = productCard(page, phone.name).getByRole('button', { name: /^Action/ });
  await expect(menu).toHaveText('Action');
  expect(calls.map(({ path }) => path)).toContain(
    `/myproducts?email=${encodeURIComponent(seller.email)}`,
  );
  await menu.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Advertize', 'Delete Product']);
  calls.length = 0;
  await page.getByRole('menuitem', { name: 'Advertize' }).click();
  await expectToast(page, 'Advertized Succesfully');
  expect(writesIn(calls)).toEqual([`PUT /allproduct/${phone.id}`]);
  await menu.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Already Avertized', 'Delete Product']);
  await expect(page.getByRole('menuitem', { name: 'Already Avertized' })).toBeDisabled();
  const advertised = await page.request.get('/advertizedproduct');
  expect(JSON.stringify(await advertised.json())).toContain(phone.id);
  calls.length = 0;
  await page.getByRole('menuitem', { name: 'Delete Product' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete product' }).click();
  await expectToast(page, 'Deleted Succesfully');
  await expect(productCard(page, phone.name)).toHaveCount(0);
  expect(writesIn(calls)).toEqual([`DELETE /myproducts/${phone.id}`]);
});

test('empty lists show a message', async ({ page }) => {
  test.slow();
  const empty = (path: string | RegExp) => page.route(path, (route) => route.fulfill({ json: [] }));
  await signIn(page, demoEmails.admin);
  for (const [path, call, says] of [
    ['/dashboard/allsellers', '**/sellers', 'No sellers yet'],
    ['/dashboard/allbuyers', '**/buyers', 'No buyers yet'],
    ['/dashboard/reported-products', '**/allproducts/report', 'Nothing is reported'],
  ] as const) {
    await empty(call);
    await openPage(page, path);
    await expect(page.getByText(says, { exact: true })).toBeVisible();
  }
  const buyer = await signUpByApi('New', 'buyer');
  await signIn(page, buyer.email);
  await openPage(page, '/dashboard/myorders');
  await expect(page.getByText('No orders yet', { exact: true })).toBeVisible();
  await empty(/\/allproducts\/Xiaomi/);
  await openPage(page, '/category-products/Xiaomi');
  await expect(page.getByText('No phones here at the moment', { exact: true })).toBeVisible();
  const seller = await signUpByApi('Newer', 'seller');
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/myproducts');
  await expect(page.getByText('You have no phones on offer', { exact: true })).toBeVisible();
});

test('[8.16] a list that fails to load shows an error and can be retried', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await page.route('**/sellers', (route) => route.fulfill({ status: 429, json: {} }));
  await openPage(page, '/dashboard/allsellers');
  const problem = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
  await expect(problem).toBeVisible();
  await page.unroute('**/sellers');
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('columnheader', { name: 'Verify' })).toBeVisible();
});
