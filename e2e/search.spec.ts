import type { Page } from '@playwright/test';
import { addProduct, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { expect, openPage, test } from './page-helpers.ts';
import { randomWord } from './random-word.ts';

const field = (page: Page) =>
  page.getByRole('banner').getByRole('combobox', { name: 'Search phones' });
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const options = (page: Page) => suggestions(page).getByRole('option');
const cards = (page: Page) => page.getByRole('main').getByRole('article');
const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const found = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^\d[\d,]* phones?$/ })
    .first();

/** The total that the page displays. */
async function count(page: Page): Promise<number> {
  return Number((await found(page).textContent())?.replace(/\D/g, ''));
}

/** Lists a phone for a new seller: the demo phones of a model depend on the day. */
const list = async (name: string, category: 'Iphone' | 'Samsung') =>
  addProduct(await signUpSellerByApi(), { name, category });

test('search is available on every page and finds the intended product', async ({ page }) => {
  await list('iPhone 13 Pro 128 GB, Sierra Blue', 'Iphone');
  await openPage(page, '/blogs');
  await field(page).fill('Iphone 13 pro blu');
  await field(page).press('Enter');
  await expect(page).toHaveURL('/search?q=Iphone+13+pro+blu');
  await expect(title(page)).toHaveText('“Iphone 13 pro blu”');
  await expect(cards(page).first().getByRole('heading')).toHaveText(/iPhone 13 Pro .*Blue/);
  await expect(field(page)).toHaveValue('Iphone 13 pro blu');
});

test('suggestions appear while typing and can be selected by keyboard', async ({ page }) => {
  await openPage(page, '/');
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await field(page).pressSequentially('galaxy s23');
  await expect(options(page).first()).toContainText('Galaxy S23');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('search').getByRole('status').first()).toHaveText(/\d suggestions?/);
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const first = options(page).first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await first.getAttribute('id')) ?? '',
  );
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toBeHidden();
  await expect(field(page)).toHaveValue('galaxy s23');
  await page.keyboard.press('ArrowDown');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const model = (await options(page).first().locator('span').first().textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText(`“${model}”`);
});

test('a brand and a single product are suggested and link to them', async ({ page }) => {
  await list('iPhone 13 Pro 256 GB, Sierra Blue', 'Iphone');
  await openPage(page, '/');
  await field(page).pressSequentially('sams');
  await options(page).filter({ hasText: 'All Samsung phones' }).click();
  await expect(page).toHaveURL('/search?brand=Samsung');
  await expect(title(page)).toHaveText('Samsung phones');
  await field(page).pressSequentially('13 pro sierra');
  const phone = options(page).filter({ hasText: 'Sierra Blue' }).first();
  const name = (await phone.locator('span').first().textContent()) ?? '';
  await phone.click();
  await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}$/);
  await expect(title(page)).toHaveText(name);
});

test('only the latest of several slow responses is shown', async ({ page }) => {
  await openPage(page, '/');
  await page.route('**/api/products/suggestions?q=xiao*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest('**/api/products/suggestions?q=xiao*');
  await field(page).fill('xiao');
  await asked;
  await field(page).fill('galaxy z');
  await expect(options(page).first()).toContainText('Galaxy Z');
  await page.waitForTimeout(1800);
  await expect(options(page).first()).toContainText('Galaxy Z');
});

test('filters apply immediately, keep the focus, are part of the URL, and Back removes them', async ({
  page,
}) => {
  const seller = await signUpSellerByApi();
  const word = randomWord();
  for (const category of ['Iphone', 'Samsung', 'Samsung'])
    await addProduct(seller, { name: `Phone ${word}`, category });
  const path = `/search?q=${word}`;
  await openPage(page, path);
  expect(await count(page)).toBe(3);
  const samsung = filters(page).getByRole('radio', { name: /^Samsung/ });
  await expect(samsung.locator('..')).toHaveText('Samsung2');
  await samsung.check();
  await expect(page).toHaveURL(`${path}&brand=Samsung`);
  await expect.poll(() => count(page)).toBe(2);
  await expect(samsung).toBeFocused();
  await filters(page)
    .getByRole('checkbox', { name: /^Verified/ })
    .check();
  await filters(page).getByLabel('Highest price').fill('400');
  await expect(page).toHaveURL(`${path}&brand=Samsung&maxPrice=400&verified=true`);
  await page.getByLabel('Sort').selectOption('Price, high to low');
  await expect(page).toHaveURL(`${path}&brand=Samsung&maxPrice=400&verified=true&sort=-price`);
  const chips = page.getByRole('list', { name: 'Filters that are set' });
  await expect(chips.getByRole('listitem')).toHaveCount(4);
  await chips.getByRole('link', { name: 'Remove the filter: Samsung' }).click();
  await expect(page).toHaveURL(`${path}&maxPrice=400&verified=true&sort=-price`);
  await expect(filters(page).getByRole('radio', { name: 'Any brand' })).toBeChecked();
  await page.goBack();
  await expect(samsung).toBeChecked();
  await expect(filters(page).getByLabel('Highest price')).toHaveValue('400');
  await chips.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(`${path}&sort=-price`);
  await expect(filters(page).getByLabel('Highest price')).toHaveValue('');
  await expect.poll(() => count(page)).toBe(3);
});

test('more products load on scroll, the footer is reachable, and Back restores the position', async ({
  page,
}) => {
  test.slow();
  await openPage(page, '/search?brand=Iphone');
  await expect(cards(page)).toHaveCount(24);
  for (const loaded of [48, 72, 96]) {
    await cards(page).last().scrollIntoViewIfNeeded();
    await expect(cards(page)).toHaveCount(loaded);
  }
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('link', { name: 'Show more phones' })).toBeInViewport();
  await expect(cards(page)).toHaveCount(96);
  await page.getByRole('link', { name: 'Show more phones' }).click();
  await expect(cards(page)).toHaveCount(120);
  const chosen = cards(page).nth(100);
  await chosen.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  await chosen.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/products\//);
  await page.goBack();
  await expect(page).toHaveURL('/search?brand=Iphone');
  await expect(cards(page)).toHaveCount(120, { timeout: 20_000 });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled - 50);
  await expect(chosen).toBeInViewport();
});

test('a search without results shows the nearest matches', async ({ page }) => {
  await list('Galaxy S23 Ultra 256 GB, Cream', 'Samsung');
  await openPage(page, '/search?q=galaxy+s23+ultra&brand=Xiaomi&condition=fair');
  await expect(page.getByText('No phones match')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The closest matches' })).toBeVisible();
  expect(await cards(page).count()).toBeGreaterThan(0);
  await page.getByRole('link', { name: /^Without any filter/ }).click();
  await expect(page).toHaveURL('/search?q=galaxy+s23+ultra');
  await expect(cards(page).first().getByRole('heading')).toContainText('Galaxy S23 Ultra');
  await openPage(page, '/search?q=glaxy+s23+ulta+gold');
  const meant = page.getByRole('navigation', { name: 'Did you mean' });
  await meant.getByRole('link', { name: /^Galaxy S23 Ultra/ }).click();
  await expect(title(page)).toHaveText('“Galaxy S23 Ultra”');
});

test('long and unusual names are found and do not break the layout', async ({ page }) => {
  const odd = `Wörterbuch${'x'.repeat(60)} <b>&amp; "quotes"</b>`;
  await addProduct(await signUpSellerByApi(), { name: odd });
  await page.setViewportSize({ width: 360, height: 800 });
  await openPage(page, `/search?q=${encodeURIComponent(odd.slice(0, 100))}`);
  await expect(cards(page).first().getByRole('heading')).toHaveText(odd);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
});

test('on a narrow screen search uses the full width, and filters are in a drawer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openPage(page, '/');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await expect(field(page)).toBeFocused();
  await field(page).pressSequentially('iphone');
  await options(page).filter({ hasText: 'All iPhones' }).click();
  await expect(page).toHaveURL('/search?brand=Iphone');
  await expect(field(page)).toBeHidden();
  await page.getByRole('button', { name: /^Filters/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  const show = drawer.getByRole('button', { name: /^Show \d+ phones/ });
  await expect(show).toBeInViewport();
  const before = (await show.textContent()) ?? '';
  await drawer.getByRole('radio', { name: /^Fair \d/ }).check();
  await expect(page).toHaveURL('/search?brand=Iphone&condition=fair#filter-drawer');
  await expect(show).not.toHaveText(before);
  const promised = Number((await show.textContent())?.replace(/\D/g, ''));
  await show.click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL('/search?brand=Iphone&condition=fair');
  expect(await count(page)).toBe(promised);
});

test('suggestions are accessible in both themes', async ({ page }) => {
  test.slow();
  await openPage(page, '/search?q=iphone&condition=good');
  await field(page).fill('galaxy');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expectAccessible(page);
  await expect(options(page).first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await openPage(page, '/search?q=iphone&condition=good');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await field(page).fill('galaxy');
  await expect(options(page).first()).toBeVisible();
  await expectAccessible(page);
});

test('the filter drawer is accessible in both themes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openPage(page, '/search?q=iphone&condition=good');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
});

test('search, filters, sorting and paging work without JavaScript', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(`${baseURL}/`);
  await field(page).fill('iphone');
  await field(page).press('Enter');
  await expect(title(page)).toHaveText('“iphone”');
  await filters(page)
    .getByRole('radio', { name: /^Good \d/ })
    .check();
  await page.getByLabel('Sort').selectOption('Price, low to high');
  await filters(page).getByRole('button', { name: /^Show/ }).click();
  await expect(page.getByRole('link', { name: 'Remove the filter: Good condition' })).toBeVisible();
  const cheapest = await cards(page).first().getByRole('heading').textContent();
  await page.getByRole('link', { name: 'Show more phones' }).click();
  await expect(cards(page).first()).toBeVisible();
  expect(await cards(page).first().getByRole('heading').textContent()).not.toBe(cheapest);
  await page.getByRole('link', { name: 'Back to the first phones' }).click();
  await expect(cards(page).first().getByRole('heading')).toHaveText(cheapest ?? '');
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(filters(page)).toBeHidden();
  await page.getByRole('link', { name: /^Filters/ }).click();
  await expect(filters(page)).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await field(page).fill('galaxy');
  await field(page).press('Enter');
  await expect(title(page)).toHaveText('“galaxy”');
  await context.close();
});

test('if the connection is lost, the list shows an error, keeps its content, and retrying continues', async ({
  page,
  context,
}) => {
  await openPage(page, '/search?brand=Samsung');
  await context.setOffline(true);
  await cards(page).last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('cannot be reached');
  await expect(cards(page)).toHaveCount(24);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(cards(page)).toHaveCount(48);
});

test('on a phone results are shown as cards or, if chosen, as rows, also after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openPage(page, '/search?q=galaxy');
  const places = async () => {
    const [first, second] = await Promise.all([0, 1].map((n) => cards(page).nth(n).boundingBox()));
    const photo = await cards(page).first().getByRole('img').first().boundingBox();
    const name = await cards(page).first().getByRole('heading').boundingBox();
    const compare = await cards(page)
      .first()
      .getByRole('button', { name: /^Compare/ })
      .boundingBox();
    if (!first || !second || !photo || !name || !compare) throw new Error('a card is not shown');
    return {
      below: second.y > first.y,
      beside: name.x >= photo.x + photo.width && name.x >= compare.x + compare.width,
      height: first.height,
    };
  };
  const asCards = await places();
  expect(asCards).toMatchObject({ below: false, beside: false });
  await page.getByRole('button', { name: 'Show rows' }).click();
  const asRows = await places();
  expect(asRows).toMatchObject({ below: true, beside: true });
  expect(asRows.height).toBeLessThan(asCards.height / 2);
  await expectAccessible(page);
  await openPage(page, '/search?q=galaxy');
  expect(await places()).toMatchObject({ below: true, beside: true });
  await page.getByRole('button', { name: 'Show cards' }).click();
  expect(await places()).toEqual(asCards);
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.getByRole('button', { name: 'Show rows' })).toBeHidden();
});

test('the name of a phone that a search without results proposes stays within a screen of 360 px', async ({
  page,
}) => {
  // Words that are not divided between two lines.
  await addProduct(await signUpSellerByApi(), { name: 'W\u00a0'.repeat(40) });
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, '/search?q=W%C2%A0W');
  await expect(page.getByRole('navigation', { name: 'Did you mean' })).toContainText('W');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
