import type { Page } from '@playwright/test';
import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, expectToast, openPage, productCard, signIn, test } from './page-helpers.ts';
import { randomWord } from './random-word.ts';
import { holdRequests, recordRequests } from './request-helpers.ts';

interface Listed {
  _id: string;
  name: string;
  [field: string]: unknown;
}

/** Shows a category with modified products. */
async function withPhones(page: Page, change: (phones: Listed[]) => Listed[]): Promise<void> {
  await page.route(/\/allproducts\/Samsung\?/, async (route) => {
    const response = await route.fetch();
    const phones = change(await response.json());
    // Intercept all requests, so that none is pending when the test ends.
    const { link: _next, ...headers } = response.headers();
    await route.fulfill({ response, headers, json: phones });
  });
}

const long = `${'A good phone. '.repeat(7)}12, and what is beyond a hundred.`;

test('[1.3, 1.11, 2.13, 2.14, 2.62, 2.63, 2.64, 2.65, 2.66, 2.67, 4.9, 4.10, 7.7, 9.10, 9.11, 9.12] the cards of a category show what the specification requires', async ({
  page,
}) => {
  const { email } = await signUpByApi('Ben', 'buyer');
  await withPhones(page, ([first, second, third, fourth]) => {
    const hour = new Date(Date.now() - 3.5 * 3600_000).toISOString();
    // The newest phones are those of other tests, which may be held.
    const fresh = {
      status: 'Available',
      hold: undefined,
      isPaid: false,
      varified: false,
      postDate: hour,
    };
    return [
      { ...first, ...fresh, _id: '1', name: 'Plain', description: long, resalePrice: 389.5 },
      { ...second, ...fresh, _id: '2', name: 'Dateless', postDate: undefined, varified: true },
      { ...third, ...fresh, _id: '3', name: 'Gone', status: 'Sold' },
      { ...fourth, ...fresh, _id: '4', name: 'Paid', status: 'Sold', isPaid: true },
    ];
  });
  await signIn(page, email);
  await openPage(page, '/category-products/Samsung');
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([
    'Plain',
    'Dateless',
    'Gone',
  ]);
  const side = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
  await expect(side).toHaveText(['Xiaomi', 'Samsung', 'Iphone']);
  const plain = productCard(page, 'Plain');
  const shortened = `${long.slice(0, 100).trimEnd()}…`;
  await expect(plain.getByText(shortened, { exact: true })).toBeVisible();
  await expect(plain.getByText('$389.50', { exact: true })).toBeVisible();
  await expect(plain.getByText('3 hours ago', { exact: true })).toBeVisible();
  await expect(plain.getByText('Verified', { exact: true })).toHaveCount(0);
  const dateless = productCard(page, 'Dateless');
  await expect(dateless.getByText('7 days ago', { exact: true })).toBeVisible();
  await expect(dateless.getByText('Verified', { exact: true })).toBeVisible();
  const gone = productCard(page, 'Gone');
  await expect(gone.getByText('On hold', { exact: true })).toBeVisible();
  for (const name of ['Purchase', 'Report']) {
    await expect(plain.getByRole('button', { name, exact: true })).toBeEnabled();
    const closed = gone.getByRole('button', { name, exact: true });
    await expect(closed).toBeDisabled();
    await expect(closed).toHaveCSS('cursor', 'not-allowed');
  }
});

test('[2.61] a loading animation shows while a category is fetched', async ({ page }) => {
  const { email } = await signUpByApi('Ben', 'buyer');
  await signIn(page, email);
  const release = await holdRequests(page, /\/allproducts\/Samsung/);
  await page.goto('/category-products/Samsung');
  await expect(page.getByRole('status').filter({ hasText: 'Loading phones' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await release();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('[2.45, 2.60] selecting a card on the home page shows its product; signed out, with Login To Purchase', async ({
  page,
}) => {
  const { name } = await addProduct(await signUpSellerByApi());
  await openPage(page, '/');
  const mine = productCard(page, name);
  const entrance = mine.getByRole('link', { name: 'Login To Purchase', exact: true });
  await expect(mine.getByRole('button', { name: 'Purchase' })).toHaveCount(0);
  await mine.getByRole('heading').getByRole('link').click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByRole('link', { name: 'Login To Purchase' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await entrance.click();
  await expect(page).toHaveURL(/\/login\?/);
});

test('[1.4, 2.59, 2.68, 2.69, 2.70, 5.13, 5.14, 5.15, 5.16, 6.4, 7.12, 8.2] the order dialog has three fixed and two editable fields, and sends them', async ({
  page,
}) => {
  const phone = await addProduct(await signUpSellerByApi(), { resalePrice: 389.5 });
  const buyer = await signUpByApi('Ben Buyer', 'buyer');
  await signIn(page, buyer.email);
  await openPage(page, '/category-products/Samsung');
  const { img, _id } = await listed(page, phone.id);
  await productCard(page, phone.name)
    .getByRole('button', { name: 'Purchase', exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: phone.name });
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  for (const [label, value] of [
    ['Name', 'Ben Buyer'],
    ['Email', buyer.email],
    ['Price', '$389.50'],
  ] as const) {
    await expect(field(label)).toHaveValue(value);
    await expect(field(label)).not.toBeEditable();
  }
  for (const label of ['Your Phone Number', 'Meeting Location']) {
    await expect(field(label)).toHaveAttribute('required', '');
  }
  await expect(dialog.locator('form')).toHaveAttribute('novalidate', '');
  const calls = recordRequests(page);
  const submit = dialog.getByRole('button', { name: /^Order/ });
  await submit.click();
  await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(2);
  expect(calls).toEqual([]);
  await field('Your Phone Number').fill('+33 6 12 34 56 78');
  await field('Meeting Location').fill('Gare de Lyon');
  await submit.click();
  await expectToast(page, `${phone.name} Orderd Succesfully`);
  expect(calls.find(({ path }) => path === '/orders')?.body).toEqual({
    productName: phone.name,
    img,
    buyerName: 'Ben Buyer',
    email: buyer.email,
    price: 389.5,
    phone: '+33 6 12 34 56 78',
    location: 'Gare de Lyon',
    productId: _id,
  });
});

test('[7.29, 8.3] each of three refusals of an order shows the server’s message', async ({
  page,
}) => {
  test.slow();
  const seller = await signUpSellerByApi();
  const img = await seller.upload();
  const list = () => addProduct({ ...seller, upload: async () => img });
  const [sold, own, beyond] = [await list(), await list(), await list()];
  const quick = await signUpByApi('Quick', 'buyer');
  const slow = await signUpByApi('Slow', 'buyer');
  const contact = { phone: '+33 6 12 34 56 78', location: 'Here' };

  await signIn(page, slow.email);
  await openPage(page, '/category-products/Samsung');
  await expect(productCard(page, sold.name)).toBeVisible();
  await quick.call('POST', '/orders', { productId: sold.id, ...contact });
  expect(await refusedOrder(page, sold.name)).toBe(`${sold.name} has just been sold`);

  for (let held = 0; held < 10; held++) {
    const { id } = await list();
    await slow.call('POST', '/orders', { productId: id, ...contact });
  }
  await openPage(page, '/category-products/Samsung');
  expect(await refusedOrder(page, beyond.name)).toMatch(/unpaid orders/);

  // Own listings have no Purchase button, unless the seller's listings cannot be loaded.
  await page.route('**/myproducts?*', (route) => route.fulfill({ status: 503, json: {} }));
  await signIn(page, seller.email);
  await openPage(page, '/category-products/Samsung');
  expect(await refusedOrder(page, own.name)).toBe('You cannot order your own product');
});

/** Places an order from a card and returns the server's message, which the toast must show. */
async function refusedOrder(page: Page, name: string): Promise<string> {
  await productCard(page, name).getByRole('button', { name: 'Purchase', exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel('Your Phone Number').fill('+33 6 12 34 56 78');
  await dialog.getByLabel('Meeting Location').fill('Here');
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/orders') && response.request().method() === 'POST',
  );
  await dialog.getByRole('button', { name: /^Order/ }).click();
  const { acknowledged, message } = await (await answered).json();
  expect(acknowledged).toBe(false);
  await expectToast(page, message);
  return message;
}

test('[1.2, 3.16, 6.11, 7.9, 8.1] a visitor reports a product, and the complete product is sent', async ({
  page,
}) => {
  const phone = await addProduct(await signUpSellerByApi());
  await openPage(page, '/');
  const product = await listed(page, phone.id);
  const calls = recordRequests(page);
  await productCard(page, phone.name).getByRole('button', { name: 'Report', exact: true }).click();
  await expectToast(page, 'Reported Succesfully');
  expect(calls.find(({ path }) => path === '/allproducts/report')?.body).toEqual(product);
});

/** Loads a product as the page receives it. */
async function listed(page: Page, id: string): Promise<Listed> {
  const response = await page.request.get('/allproducts/Samsung?limit=100');
  const found = ((await response.json()) as Listed[]).find(({ _id }) => _id === id);
  if (!found) throw new Error(`${id} is not listed`);
  return found;
}

test('a name of 31 characters is shown whole on a screen of 360 px, on home and category pages', async ({
  page,
}) => {
  test.slow();
  const name = `iPhone 15 Pro Max 256 GB, ${randomWord().slice(1)}`;
  await addProduct(await signUpSellerByApi(), { name, category: 'Iphone' });
  const { email } = await signUpByApi('Ben', 'buyer');
  await signIn(page, email);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/category-products/Iphone']) {
    await openPage(page, path);
    const heading = productCard(page, name.replace('256 GB', '256\u00a0GB')).getByRole('heading');
    await heading.scrollIntoViewIfNeeded();
    const isWhole = heading.evaluate((one) => one.scrollWidth <= one.clientWidth);
    expect([path, await isWhole]).toEqual([path, true]);
  }
});
