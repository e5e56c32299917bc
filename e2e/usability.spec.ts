import { chromium } from '@playwright/test';
import { addProduct, payOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { launchOptions } from './browser.ts';
import { expect, openPage, signIn, test, waitForHydration } from './page-helpers.ts';

test('an ambiguous price is asked about, and a price far from the usual one before saving', async ({
  page,
}) => {
  test.slow();
  const seller = await signUpSellerByApi();
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/addproduct');
  const resale = page.getByLabel('Resale price');
  await resale.fill('1.250');
  await page.getByLabel('Location').focus();
  await expect(page.getByText('Did you mean $1,250 or $1.25?')).toBeVisible();
  await page.getByRole('button', { name: 'Resale price: $1,250' }).click();
  await expect(resale).toHaveValue('1250');
  await expect(page.getByText('Did you mean')).toHaveCount(0);

  await page.getByLabel('Product name').fill('iPhone 15 128 GB, Blue');
  await page.getByLabel('Category').selectOption('Iphone');
  await page.getByLabel('Condition').selectOption('good');
  await page.getByLabel('Original price').fill('899,00');
  await resale.fill('9');
  await page.getByLabel('Year of purchase').fill('2024');
  await page.getByLabel('Years of use').fill('30');
  await page.getByLabel('Mobile number').fill('+1 202-555-0142');
  await page.getByLabel('Location').fill('Porto');
  await page.getByLabel('Description').fill('Always in a case.');
  await page
    .getByLabel('Image', { exact: true })
    .setInputFiles(new URL('./phone.jpg', import.meta.url).pathname);
  await expect(page.getByText('The picture is uploaded.')).toBeVisible();
  const add = page.getByRole('button', { name: 'Add Product' });
  // The button just below the header leaves no room for the questions above it.
  await add.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().top - 100));
  await add.click();
  const question = page.getByText(/Similar phones cost .* Is \$9 right\?/);
  await expect(question).toBeVisible();
  await expect.poll(async () => (await question.boundingBox())?.y).toBeGreaterThan(80);
  await expect(page.getByText(/used for 30 years: is that right\?/)).toBeVisible();
  await resale.fill('480');
  await page.getByLabel('Years of use').fill('2');
  await add.click();
  await expect(page).toHaveURL(/\/dashboard\/myproducts$/);
});

test('the photo viewer is centred, and closes on Back and on a click beside the photo', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const phone = await addProduct(await signUpSellerByApi());
  await openPage(page, `/products/${phone.id}`);
  const open = page.getByRole('link', { name: /Zoom in/ });
  await open.click();
  const viewer = page.getByRole('dialog');
  const image = viewer.getByRole('img');
  await expect(image).toBeVisible();
  const box = async () => (await image.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await expect.poll(async () => 2 * (await box()).x + (await box()).width).toBeCloseTo(1440, -1);
  expect((await box()).height).toBeGreaterThan(700);

  // The point under the pointer stays in place, as far as the photo is larger than the window.
  const { x, y, width, height } = await box();
  const point = { x: x + width / 4, y: y + height / 4 };
  await page.mouse.click(point.x, point.y);
  await expect(viewer.getByRole('status')).toHaveText('200%');
  await expect
    .poll(async () => {
      const zoomed = await box();
      return (point.y - zoomed.y) / zoomed.height;
    })
    .toBeCloseTo(1 / 4, 1);
  await page.keyboard.press('0');

  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(`/products/${phone.id}`);
  await open.click();
  await expect(viewer).toBeVisible();
  await page.mouse.click(20, 450);
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(`/products/${phone.id}`);
});

test('Back closes filters at once over a line that does not respond', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openPage(page, '/search');
  await page.getByRole('button', { name: 'Filters' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await page.route('**/allproducts?*', () => {});
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL('/search');
});

test('a declined card is in view and focused on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const phone = await addProduct(await signUpSellerByApi());
  const buyer = await signUpByApi('Nora', 'buyer');
  const { insertedId } = await buyer.call('POST', '/orders', {
    productId: phone.id,
    phone: '+33 6 12 34 56 78',
    location: 'Gare de Lyon',
  });
  await signIn(page, buyer.email);
  await openPage(page, `/dashboard/myorders/payment/${insertedId}`);
  await page.getByText('Sandbox: try a test card').click();
  await page.getByRole('button', { name: /4000 0000 0000 0002/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const error = page.getByText(/declined/i).last();
  await expect(error).toBeFocused();
  await expect(error).toBeInViewport({ ratio: 1 });
});

test('printed pages contain the whole list and no controls', async ({ page }) => {
  await openPage(page, '/');
  await page.emulateMedia({ media: 'print' });
  const last = page.getByRole('region', { name: 'Explore All' }).locator('[data-product]').last();
  await expect
    .poll(() =>
      last.evaluate((card) =>
        card.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }),
      ),
    )
    .toBe(true);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Explore All Products' })).toBeVisible();

  // Without the filters beside it, the list has the whole width.
  await page.emulateMedia({ media: 'screen' });
  await openPage(page, '/search');
  await page.emulateMedia({ media: 'print' });
  const card = page.getByRole('article').first();
  expect((await card.boundingBox())?.width).toBeGreaterThan(200);
});

for (const size of [24, 32]) {
  test(`nothing is cut off or scrolls sideways with a default font size of ${size} px`, async ({
    baseURL,
  }) => {
    const browser = await chromium.launch({
      ...launchOptions,
      args: [...launchOptions.args, `--blink-settings=defaultFontSize=${size}`],
    });
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    for (const path of ['/', '/search', '/login', '/signup', '/blogs']) {
      await page.goto(baseURL + path);
      await waitForHydration(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, path).toBe(0);
    }
    await page.goto(`${baseURL}/`);
    const hero = page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) });
    const bottom = async (element: typeof hero) => {
      const box = await element.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    expect(await bottom(hero.getByRole('link').last())).toBeLessThanOrEqual(await bottom(hero));

    // The picture takes what the text leaves.
    await page.setViewportSize({ width: 1440, height: 900 });
    const phones = await hero.locator('svg > g').all();
    const tops = await Promise.all(phones.map(async (phone) => (await phone.boundingBox())?.y));
    expect(Math.min(...tops.map(Number))).toBeGreaterThan(
      await bottom(hero.getByRole('link').last()),
    );
    await browser.close();
  });
}

test('right-to-left text has its own direction', async ({ page }) => {
  const phone = await addProduct(await signUpSellerByApi(), {
    description: 'هاتف في حالة جيدة، مع الشاحن.',
  });
  await openPage(page, `/products/${phone.id}`);
  const description = page.getByText('هاتف في حالة').first();
  await expect(description).toHaveCSS('direction', 'rtl');
});

test('a brand tile explains why it leads to sign-in, and offers the phones without an account', async ({
  page,
}) => {
  await openPage(page, '/');
  await page.getByRole('link', { name: /Mi, Redmi and Poco/ }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('link', { name: 'See Xiaomi phones without an account' }).click();
  await expect(page).toHaveURL('/search?brand=Xiaomi');
});

test('long words in names stay within the pages of an order at 320 px', async ({ page }) => {
  const word = 'W'.repeat(54);
  const seller = await signUpSellerByApi(`Selma ${word}`);
  const buyer = await signUpByApi(`Nora ${word}`, 'buyer');
  const product = await addProduct(seller, { name: `Phone${'x'.repeat(79)}` });
  const orderId = await payOrder(buyer, seller, { product });
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn(page, buyer.email);
  for (const path of [
    `orders/${orderId}`,
    `orders/${orderId}/handover`,
    `myorders/receipt/${orderId}`,
  ]) {
    await openPage(page, `/dashboard/${path}`);
    await expect(page.getByRole('main')).toContainText(word);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
});
