import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, expectToast, openPage, productCard, signIn, test } from './page-helpers.ts';

const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
const hold = /until (today|tomorrow), .* \(2[34]\shours\sleft\)/;

test('the hold of an order is shown where it matters, and a paid order has a printable receipt', async ({
  page,
}) => {
  test.slow();
  const phone = await addProduct(await signUpSellerByApi());
  const buyer = await signUpByApi('Nora', 'buyer');
  await signIn(page, buyer.email);
  await openPage(page, `/products/${phone.id}`);
  await page.getByRole('button', { name: 'Purchase' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your Phone Number').fill(contact.phone);
  await dialog.getByLabel('Meeting Location').fill(contact.location);
  await dialog.getByRole('button', { name: /^Order/ }).click();
  await expect(dialog.getByText(hold)).toBeVisible();
  const pay = dialog.getByRole('link', { name: 'Pay $389 now' });
  await expect(pay).toBeVisible();

  await openPage(page, '/dashboard/myorders');
  await expect(page.getByRole('row', { name: phone.name }).getByText(hold)).toBeVisible();
  await page.getByRole('link', { name: /^Pay Now/ }).click();
  await expect(page.getByRole('region', { name: 'Order' }).getByText(hold)).toBeVisible();

  await page.getByText('Sandbox: try a test card').click();
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('link', { name: 'Receipt to print or keep' }).click();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt.getByText(phone.name)).toBeVisible();
  await expect(receipt.getByText(buyer.email)).toBeVisible();
  await expect(receipt.getByText('Transaction id')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toBeVisible();
  for (const role of ['navigation', 'button', 'complementary'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  await page.emulateMedia({ media: 'screen' });
  await openPage(page, '/dashboard/myorders');
  await page.getByRole('link', { name: `Receipt for ${phone.name}` }).click();
  await expect(receipt).toBeVisible();
  await page.goBack();
  await page
    .getByRole('row', { name: phone.name })
    .getByRole('link', { name: phone.name })
    .first()
    .click();
  const facts = page.getByRole('region', { name: 'Order details' });
  await page.emulateMedia({ media: 'print' });
  await expect(facts.getByText(phone.name)).toBeVisible();
  await expect(facts.getByText('$389')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Messages' })).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await facts.getByRole('link', { name: 'Receipt' }).click();
  await expect(receipt).toBeVisible();
});

test('an error replaces an earlier success message', async ({ page }) => {
  const seller = await signUpSellerByApi();
  const [first, second] = [await addProduct(seller), await addProduct(seller)];
  await openPage(page, '/');
  const reportOn = (name: string) =>
    productCard(page, name).getByRole('button', { name: /^Report/ });
  await reportOn(first.name).click();
  await expectToast(page, 'Reported Succesfully');
  await expect(reportOn(first.name)).toBeDisabled();
  await page.route('**/allproducts/report', (route) => route.fulfill({ status: 503, json: {} }));
  await reportOn(second.name).click();
  const messages = page.getByRole('status', { name: 'Messages' });
  await expect(messages.locator('> div')).toHaveCount(1);
  await expect(messages).not.toContainText('Reported Succesfully');
});

test('Back closes a sheet or drawer and stays on the page', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  const phone = await addProduct(await signUpSellerByApi());
  await openPage(page, '/');
  await productCard(page, phone.name).getByRole('heading').getByRole('link').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');
  await page.goForward();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');

  await openPage(page, '/search?q=samsung');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/search?q=samsung');
  await page.getByRole('button', { name: 'Filters' }).click();
  await dialog.getByRole('radio', { name: /^Good \d/ }).check();
  await expect(page).toHaveURL('/search?q=samsung&condition=good#filter-drawer');
  await dialog.getByRole('button', { name: /^Show/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/search?q=samsung&condition=good');
  await page.goBack();
  await expect(page).toHaveURL('/search?q=samsung');
});

test('Login To Purchase returns to the phone with its order form open', async ({ page }) => {
  const phone = await addProduct(await signUpSellerByApi());
  const buyer = await signUpByApi('Nora', 'buyer');
  await openPage(page, '/search');
  await productCard(page, phone.name).getByRole('link', { name: 'Login To Purchase' }).click();
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill('Redial#2021');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`/products/${phone.id}#order`);
  await expect(page.getByRole('dialog').getByLabel('Meeting Location')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(`/products/${phone.id}`);
});

test('Back shows a page that was seen at once, and offline', async ({ page, context }) => {
  const phone = await addProduct(await signUpSellerByApi());
  await openPage(page, '/search');
  await productCard(page, phone.name).getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: phone.name })).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /Buy & Sell/ })).toBeVisible();
  await context.setOffline(true);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: phone.name })).toBeVisible();
  await page.goBack();
  await expect(productCard(page, phone.name)).toBeVisible();
  await context.setOffline(false);
});

test('a price that changed while the order was filled in is pointed out', async ({ page }) => {
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  await signIn(page, (await signUpByApi('Nora', 'buyer')).email);
  await openPage(page, `/products/${phone.id}`);
  await page.getByRole('button', { name: 'Purchase' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your Phone Number').fill(contact.phone);
  await dialog.getByLabel('Meeting Location').fill(contact.location);
  await seller.call('PUT', `/api/listings/${phone.id}/price`, { resalePrice: 450 });
  await dialog.getByRole('button', { name: 'Order for $389' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'it is $450, not $389' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Pay $450 now' })).toBeVisible();
});
