import type { Page } from '@playwright/test';
import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible, overflowsHorizontally } from './axe.ts';
import { expect, openPage, signIn, test } from './page-helpers.ts';

const storageKey = 'redial-recently-viewed';

const viewed = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });
const viewedNames = (page: Page) => viewed(page).getByRole('heading', { level: 3 });
const advertized = (page: Page) => page.getByRole('region', { name: 'Advertized' });
const cards = (page: Page) => page.getByRole('main').locator('[data-product]');
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const back = (page: Page) => page.getByRole('link', { name: 'Back to results' });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

/** Opens the home page and scrolls to where the list of recently viewed phones begins. */
async function openHome(page: Page): Promise<void> {
  await openPage(page, '/');
  await advertized(page).getByRole('article').last().scrollIntoViewIfNeeded();
}

test('the home page shows the phones that were looked at in this browser, and forgets them on request', async ({
  page,
}) => {
  test.slow();
  const seller = await signUpSellerByApi();
  const name = `Phone ${'W'.repeat(54)}`;
  const first = await addProduct(seller, { name });
  const second = await addProduct(seller);
  const removed = await addProduct(seller);
  await openHome(page);
  await expect(viewed(page)).toHaveCount(0);

  for (const { id } of [first, removed, second, first]) {
    await openPage(page, `/products/${id}`);
    await expect
      .poll(() => page.evaluate((key) => localStorage.getItem(key), storageKey))
      .toMatch(new RegExp(`^${id}`));
  }
  await seller.call('DELETE', `/myproducts/${removed.id}`);
  await openHome(page);
  await expect(viewedNames(page)).toHaveText([first.name, second.name]);
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), storageKey))
    .toBe(`${first.id},${second.id}`);

  // A phone seen in the dialog of the home page counts, too.
  const card = advertized(page).getByRole('article').first();
  const seen = (await card.getByRole('heading').textContent()) ?? '';
  await card.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewedNames(page)).toHaveText([seen, first.name, second.name]);

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 390, height: 780 });
  await viewed(page).scrollIntoViewIfNeeded();
  expect(await overflowsHorizontally(page)).toBe(0);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await expectAccessible(page, [360]);

  await viewed(page).getByRole('link', { name: second.name }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(viewed(page).getByRole('button', { name: 'Clear list' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(viewed(page)).toHaveCount(0);
  await expect(page.getByText('The list of recently viewed phones is empty now.')).toBeFocused();
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKey)).toBeNull();
});

test('signing out ends the list of recently viewed phones, in all tabs', async ({
  page,
  context,
}) => {
  const phone = await addProduct(await signUpSellerByApi());
  const buyer = await signUpByApi('Vera', 'buyer');
  await signIn(page, buyer.email);
  await openPage(page, `/products/${phone.id}`);
  const other = await context.newPage();
  await openHome(other);
  await expect(viewedNames(other)).toHaveText([phone.name]);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(viewed(other)).toHaveCount(0);
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKey)).toBeNull();
});

test('a list that is damaged, or cannot be stored, does no harm', async ({ page }) => {
  const phone = await addProduct(await signUpSellerByApi());
  await openPage(page, '/blogs');
  await page.evaluate((key) => localStorage.setItem(key, '{"x":<script>'), storageKey);
  await openHome(page);
  await expect(page.getByRole('heading', { name: 'Explore All Products' })).toBeVisible();
  await expect(viewed(page)).toHaveCount(0);

  // As where the user blocks storage.
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Denied', 'SecurityError');
      },
    }),
  );
  await openPage(page, `/products/${phone.id}`);
  await expect(title(page)).toHaveText(phone.name);
  await openHome(page);
  await expect(viewed(page)).toHaveCount(0);
});

test('“Back to results” restores filters, loaded phones and position, also after other phones', async ({
  page,
}) => {
  test.slow();
  await openPage(page, '/search?brand=Iphone&sort=price');
  await expect(cards(page)).toHaveCount(24);
  await cards(page).last().scrollIntoViewIfNeeded();
  await expect(cards(page)).toHaveCount(48);
  const chosen = cards(page).nth(40);
  await chosen.scrollIntoViewIfNeeded();
  const position = await scrolled(page);
  await chosen.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/products\//);
  const address = page.url();
  await expect(back(page)).toHaveAttribute('href', '/search?brand=Iphone&sort=price');
  await page.getByRole('region', { name: 'Similar phones' }).getByRole('link').first().click();
  await expect(page).not.toHaveURL(address);
  await expect(title(page)).toBeFocused();
  await back(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?brand=Iphone&sort=price');
  await expect(cards(page)).toHaveCount(48);
  // Rows that were not rendered yet have estimated heights.
  await expect.poll(() => scrolled(page)).toBeGreaterThan(position * 0.9);
  await expect(chosen).toBeInViewport();
  // The entry of the history is that of the list.
  await page.goForward();
  await expect(page).toHaveURL(address);
  await page.reload();
  await expect(back(page)).toBeVisible();
  await back(page).dblclick();
  await expect(page).toHaveURL('/search?brand=Iphone&sort=price');
});

test('going back to the home page finds the list in its place, below recently viewed phones', async ({
  page,
}) => {
  test.slow();
  const phone = await addProduct(await signUpSellerByApi());
  await openPage(page, `/products/${phone.id}`);
  await expect(back(page)).toHaveCount(0);
  await openHome(page);
  await expect(viewedNames(page)).toHaveText([phone.name]);
  // By selector: roles are not found behind a modal dialog.
  const chosen = page.locator('[aria-labelledby="all-products"] article').nth(9);
  await chosen.scrollIntoViewIfNeeded();
  await chosen.getByRole('heading').getByRole('link').click();
  const details = page.getByRole('dialog').getByRole('link', { name: /^All details/ });
  await expect(details).toBeVisible();
  // Not before, since the click may scroll, too.
  const before = (await chosen.boundingBox())?.y ?? Number.NaN;
  await details.click();
  await expect(page).toHaveURL(/\/products\//);
  await back(page).click();
  await expect(page).toHaveURL('/');
  await expect(viewedNames(page)).toHaveCount(2);
  await expect.poll(async () => (await chosen.boundingBox())?.y).toBeCloseTo(before, -1);
  await expect(chosen).toBeInViewport();
});

test('the page of a phone that is opened by itself has no “Back to results”', async ({ page }) => {
  const phone = await addProduct(await signUpSellerByApi());
  await openPage(page, '/blogs');
  await openPage(page, `/products/${phone.id}`);
  await expect(title(page)).toHaveText(phone.name);
  await expect(back(page)).toHaveCount(0);
  // A list of another document counts, too.
  await openPage(page, '/search?q=phone');
  await openPage(page, `/products/${phone.id}`);
  await back(page).click();
  await expect(page).toHaveURL('/search?q=phone');
});
