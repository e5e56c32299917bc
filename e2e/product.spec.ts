import { addProduct, payOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import {
  demoEmails,
  expect,
  expectToast,
  openPage,
  productCard,
  signIn,
  test,
} from './page-helpers.ts';

test('a product page is complete without JavaScript, with matching structured data', async ({
  browser,
  baseURL,
}) => {
  const phone = await addProduct(await signUpSellerByApi('Rana'), {
    description: 'No scratches. </script><script>document.title = "taken"</script>',
  });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const response = await page.goto(`${baseURL}/products/${phone.id}`);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(phone.name);
  const main = page.getByRole('main');
  await expect(main).toContainText('$389');
  await expect(main).toContainText('$799');
  await expect(main).toContainText(/Rana[\s\S]*On Redial since [A-Z][a-z]+ \d{4}/);
  await expect(main.getByRole('link', { name: 'Login To Purchase' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Purchase' })).toBeHidden();
  await expect(main.getByRole('link', { name: /Photo of/ })).toHaveAttribute('href', /\.jpg$/);
  await expect(page).toHaveTitle(`${phone.name}, $389 | Redial`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    `${baseURL}/products/${phone.id}`,
  );
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /\.jpg$/);
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  const [product] = JSON.parse(data ?? '')['@graph'];
  expect(product).toMatchObject({
    '@type': 'Product',
    name: phone.name,
    offers: { '@type': 'Offer', price: '389.00', availability: 'https://schema.org/InStock' },
  });
  expect(product.description).toContain('</script>');
  await context.close();
});

test('the photo viewer works by keyboard and mouse', async ({ page }) => {
  const phone = await addProduct(await signUpSellerByApi());
  await openPage(page, `/products/${phone.id}`);
  const photo = page.getByRole('link', { name: /Zoom in/ });
  await photo.focus();
  await page.keyboard.press('Enter');
  const near = page.getByRole('dialog');
  const plane = near.getByRole('group');
  await expect(plane).toBeFocused();
  // Until it has loaded, the photo may change its shape, and with it where the plane is.
  await expect(near.getByRole('img')).toHaveJSProperty('complete', true);
  const scrolled = () => plane.evaluate(({ scrollLeft, scrollTop }) => scrollLeft + scrollTop);
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(near.getByRole('status')).toHaveText('200%');
  const before = await scrolled();
  await page.keyboard.press('ArrowDown');
  await expect.poll(scrolled).toBeGreaterThan(before);
  await page.keyboard.press('0');
  await expect(near.getByRole('status')).toHaveText('100%');
  await plane.click();
  await expect(near.getByRole('status')).toHaveText('200%');
  const nearer = near.getByRole('button', { name: 'Zoom in' });
  await nearer.click();
  await nearer.click();
  await expect(nearer).toBeDisabled();
  await expect(near.getByRole('status')).toHaveText('400%');
  await page.keyboard.press('Escape');
  await expect(near).toBeHidden();
  await expect(photo).toBeFocused();
});

test('the page’s link is copied if the device has no share sheet', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-write']);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  const phone = await addProduct(await signUpSellerByApi());
  await openPage(page, `/products/${phone.id}?from=somewhere`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expectToast(page, 'Link copied');
  // Pasted, because the permissions policy denies scripts to read the clipboard.
  const search = page.getByRole('combobox').filter({ visible: true }).first();
  await search.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(search).toHaveValue(`${baseURL}/products/${phone.id}`);
});

test('a product opened from a list can be ordered on its page, which links to similar products', async ({
  page,
}) => {
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  await addProduct(seller);
  await signIn(page, demoEmails.buyer);
  await openPage(page, '/category-products/Samsung');
  await productCard(page, phone.name).getByRole('link', { name: phone.name }).click();
  await expect(page).toHaveURL(`/products/${phone.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Purchase' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your Phone Number').fill('+33 6 12 34 56 78');
  await dialog.getByLabel('Meeting Location').fill('Gare de Lyon');
  await dialog.getByRole('button', { name: /^Order/ }).click();
  await expectToast(page, `${phone.name} Orderd Succesfully`);
  // Escape does nothing until the dialog that replaces the form is shown.
  await expect(dialog.getByRole('link', { name: 'Go to My Orders' })).toBeVisible();
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /^Pay Now/ })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Report' })).toBeDisabled();
  await expect(main.getByText('Reserved by you')).toBeVisible();
  const similar = main.getByRole('region', { name: 'Similar phones' });
  const other = similar.getByRole('link').first();
  const name = (await other.textContent()) ?? '';
  await other.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('a removed or unknown product shows a not-found page with links', async ({ page }) => {
  const seller = await signUpSellerByApi();
  const { id } = await addProduct(seller);
  await seller.call('DELETE', `/myproducts/${id}`);
  for (const address of [id, '018f0000-0000-7000-8000-000000000000', 'no-phone']) {
    const response = await page.goto(`/products/${address}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'This phone is no longer offered',
    );
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: /phones/ })
    .click();
  await expect(page).toHaveURL(/\/(#all-products|search)/);
});

test('search engines find the sitemap and the product in it', async ({ request, baseURL }) => {
  const { id } = await addProduct(await signUpSellerByApi());
  const robots = await (await request.get('/robots.txt')).text();
  const sitemap = /Sitemap: (\S+)/.exec(robots)?.[1] ?? '';
  const index = await (await request.get(sitemap)).text();
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  const texts = await Promise.all(parts.map(async (part) => (await request.get(part)).text()));
  expect(texts.join('')).toContain(`<loc>${baseURL}/products/${id}</loc>`);
  expect(texts.join('')).toContain(`<loc>${baseURL}/</loc>`);
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  for (const { src } of manifest.icons) expect((await request.get(src)).ok(), src).toBe(true);
});

test('the seller’s number is masked until a buyer has paid for the phone', async ({ page }) => {
  const seller = await signUpSellerByApi();
  const buyer = await signUpByApi('Nora', 'buyer');
  let paid = '';
  await payOrder(buyer, seller, {
    prepare: async (id) => {
      paid = id;
    },
  });
  const phone = await addProduct(seller);
  const card = page.getByRole('region', { name: 'Seller', exact: true });
  const masked = async () => {
    await expect(card).toContainText('+• •••-•••-••42');
    await expect(card.getByText('Shown once you have paid for the phone')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Show number' })).toHaveCount(0);
  };
  await openPage(page, `/products/${phone.id}`);
  await masked();
  await signIn(page, buyer.email);
  await openPage(page, `/products/${phone.id}`);
  await masked();
  await openPage(page, `/products/${paid}`);
  expect(await page.content()).not.toContain('202-555-0142');
  await card.getByRole('button', { name: 'Show number' }).click();
  const number = card.getByRole('link', { name: '+1 202-555-0142' });
  await expect(number).toHaveAttribute('href', 'tel:+12025550142');
});

test('the dialog of a product shows when the seller’s number is revealed', async ({ page }) => {
  const phone = await addProduct(await signUpSellerByApi());
  await openPage(page, '/');
  const dialog = page.getByRole('dialog', { name: phone.name });
  await productCard(page, phone.name).getByRole('link', { name: phone.name }).click();
  await expect(dialog).toContainText('+• •••-•••-••42');
  await expect(dialog.getByText('Shown once you have paid for the phone')).toBeVisible();
});
