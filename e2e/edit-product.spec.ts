import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, expectToast, openPage, productCard, signIn, test } from './page-helpers.ts';

test('a seller edits, pauses and resumes a listing, and stops advertising it', async ({ page }) => {
  test.slow();
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/myproducts');
  const card = productCard(page, phone.name);
  await card.getByRole('button', { name: `Action for ${phone.name}` }).click();
  await page.getByRole('menuitem', { name: 'Advertize' }).click();
  await expectToast(page, 'Advertized Succesfully');
  await card.getByRole('link', { name: `Edit ${phone.name}` }).click();
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Stop Advertising' }).click();
  await expect(main.getByRole('button', { name: 'Stop Advertising' })).toHaveCount(0);
  const listed = async () => (await page.request.get('/allproducts?limit=50')).text();
  await main.getByRole('button', { name: 'Pause Sale' }).click();
  await expect(main.getByText('Paused', { exact: true })).toBeVisible();
  expect(await listed()).not.toContain(phone.id);
  await main.getByRole('button', { name: 'Resume Sale' }).click();
  await expect(main.getByText('On sale', { exact: true })).toBeVisible();
  expect(await listed()).toContain(phone.id);
  await expect(page.getByLabel('Product name')).toHaveValue(phone.name);
  await page.getByLabel('Resale price').fill('299');
  await page.getByLabel('Location').fill('Lyon, France');
  const preview = page.locator('[inert] article');
  await expect(preview).toContainText('$299');
  await expect(preview).toContainText('Lyon, France');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, `${phone.name} is up to date`);
  await expect(page).toHaveURL('/dashboard/myproducts');
  await expect(card).toContainText('$299');
});

test('a listing is saved with its image after a file of another type was chosen', async ({
  page,
}) => {
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const img = async () => (await (await page.request.get(`/api/products/${phone.id}`)).json()).img;
  const before = await img();
  await signIn(page, seller.email);
  await openPage(page, `/dashboard/myproducts/${phone.id}/edit`);
  await page.getByLabel('Image').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('No picture'),
  });
  await expect(page.getByLabel('Image')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Resale price').fill('299');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, `${phone.name} is up to date`);
  expect(await img()).toBe(before);
});

test('a phone whose addition got no response is listed once, with what was changed since', async ({
  page,
}) => {
  const seller = await signUpSellerByApi();
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/addproduct');
  for (const [label, text] of Object.entries({
    'Product name': 'Galaxy S21 128 GB',
    'Original price': '799',
    'Resale price': '289',
    'Mobile number': '+1 202-555-0142',
    Location: 'Porto, Portugal',
    'Year of purchase': '2023',
    'Years of use': '2',
    Description: 'Always in a case; no scratches at all.',
  })) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByLabel('Category').selectOption('Samsung');
  await page.getByLabel('Condition').selectOption('good');
  await page.getByLabel('Image').setInputFiles('e2e/phone.jpg');
  const submit = page.getByRole('button', { name: 'Add Product' });
  let attempts = 0;
  await page.route('**/myproducts', async (route) => {
    attempts++;
    await route.fetch();
    await route.abort('internetdisconnected');
  });
  await expect(async () => {
    await submit.click();
    await expect(page.getByRole('alert').filter({ hasText: /connection/i })).toBeVisible();
  }).toPass();
  expect(attempts).toBe(1);
  await page.unroute('**/myproducts');
  await page.getByLabel('Resale price').fill('279');
  await submit.click();
  await expectToast(page, 'Galaxy S21 128 GB Added Sucessfully');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('$279');
});

test('the steps to a first sale follow what is done, and can be skipped', async ({ page }) => {
  const seller = await signUpSellerByApi();
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/myproducts');
  const guide = page.getByRole('region', { name: 'Your first sale' });
  await expect(guide.locator('[aria-current=step]')).toContainText('List a phone');
  await addProduct(seller);
  await openPage(page, '/dashboard/myproducts');
  await expect(guide.locator('[aria-current=step]')).toContainText('Advertise it');
  await guide.getByRole('button', { name: 'Skip the steps' }).click();
  await expect(guide).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(guide).toHaveCount(0);
});

test('users change their name', async ({ page }) => {
  const buyer = await signUpByApi('Nora', 'buyer');
  await signIn(page, buyer.email);
  await openPage(page, '/dashboard/account');
  await page.getByLabel('Your name').fill('Nora Lindqvist');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expectToast(page, 'Your name is saved');
  await expect(save).toBeDisabled();
  await expect(save).toBeFocused();
  await expect(page.getByRole('banner')).toContainText('Nora Lindqvist');
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('Nora Lindqvist');
});
