import type { Page } from '@playwright/test';
import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { expect, expectToast, openPage, productCard, signIn, test } from './page-helpers.ts';

const suggestions = (page: Page) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

/** Wellington in New Zealand, where no demo phones are. */
const wellington = 2179537;

test('phones around a place are found by keyboard, with their distances, the nearest first', async ({
  page,
}) => {
  test.slow();
  const seller = await signUpSellerByApi();
  const near = await addProduct(seller, { location: 'Lower Hutt, New Zealand' });
  const there = await addProduct(seller, { location: 'Wellington, New Zealand' });
  const far = await addProduct(seller, { location: 'Auckland, New Zealand' });
  await openPage(page, '/search?country=NZ');
  const place = page.getByRole('combobox', { name: 'Near a place' });
  await place.focus();
  await page.keyboard.type('wellingt');
  const first = suggestions(page).first();
  await expect(first).toHaveText('Wellington, New Zealand');
  await page.keyboard.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(first).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/search?country=NZ&place=${wellington}&within=50`);
  await expect(place).toHaveValue('Wellington, New Zealand');
  await expect(place).toBeFocused();
  await expect(productCard(page, near.name)).toContainText(/1\d\skm away/);
  await expect(productCard(page, there.name)).toContainText('nearby');
  await expect(productCard(page, far.name)).toHaveCount(0);

  await page.getByLabel('Sort').selectOption('Nearest first');
  await expect(page).toHaveURL(/sort=distance$/);
  const names = page.getByRole('article').getByRole('heading');
  await expect
    .poll(async () => {
      const shown = await names.allTextContents();
      return shown.indexOf(there.name) < shown.indexOf(near.name);
    })
    .toBe(true);
  await page.getByLabel('Distance').selectOption('Only there');
  await expect(productCard(page, near.name)).toHaveCount(0);
  await page.getByRole('link', { name: /In Wellington, New Zealand/ }).click();
  await expect(page).toHaveURL('/search?country=NZ');
  await expect(place).toHaveValue('');
  await expect(productCard(page, far.name)).toBeVisible();
});

test('Enter takes the first place, and a text that is no place has an error and changes nothing', async ({
  page,
}) => {
  await openPage(page, `/search?place=${wellington}&within=25`);
  const place = page.getByRole('combobox', { name: 'Near a place' });
  await expect(place).toHaveValue('Wellington, New Zealand');
  await place.fill('xyzzy');
  await place.press('Enter');
  await expect(page.getByText('No city or town begins with “xyzzy”')).toBeVisible();
  await expect(place).toHaveAttribute('aria-invalid', 'true');
  await place.fill('lyo');
  await expect(page.getByRole('listbox')).toBeVisible();
  await place.blur();
  await expect(page.getByText('Choose one of the suggested places')).toBeVisible();
  await expect(page).toHaveURL(`/search?place=${wellington}&within=25`);
  await place.fill('lyon, fr');
  await place.press('Enter');
  await expect(page).toHaveURL('/search?place=2996944&within=25');
  await expect(place).toHaveAccessibleDescription(/Places from GeoNames \(CC BY 4\.0\)/);
  await place.fill('');
  await expect(page).toHaveURL('/search');

  await openPage(page, '/search?place=5&within=50');
  await expect(page.getByText('No place has the id 5')).toBeVisible();
  await page.getByRole('link', { name: /the chosen place/ }).click();
  await expect(page).toHaveURL('/search');
});

test('the filters by place work in the drawer of a phone, and are accessible in both themes', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 780 });
  await openPage(page, '/search');
  await page.getByRole('button', { name: /^Filters/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByLabel('Country').selectOption({ value: 'FR' });
  const place = drawer.getByRole('combobox', { name: 'Near a place' });
  await place.fill('lyon');
  await expect(drawer.getByRole('option').last()).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, [360]);
  await drawer.getByRole('option', { name: 'Lyon, France' }).click();
  await expect(drawer.getByLabel('Distance')).toHaveValue('50');
  await place.fill('xyzzy');
  await expect(drawer.getByText('No city or town begins with “xyzzy”')).toBeVisible();
  await expectAccessible(page, [360]);
  await drawer.getByRole('button', { name: /^Show \d+ phones$/ }).click();
  await expect(page).toHaveURL('/search?country=FR&place=2996944&within=50');
  await expect(page.getByRole('article').first()).toContainText('nearby');
  await expectAccessible(page, [360, 1440]);
});

test('a seller is asked which place a location means, and the phone is found there', async ({
  page,
}) => {
  test.slow();
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller, { location: 'Lakewood' });
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/myproducts');
  await productCard(page, phone.name)
    .getByRole('link', { name: `Edit ${phone.name}` })
    .click();
  const location = page.getByRole('combobox', { name: 'Location' });
  await expect(location).toHaveAccessibleDescription(/^Which one is it\?/);
  await location.fill('nowhere at all');
  await expect(location).toHaveAccessibleDescription(/^No city or town that we know/);
  await location.fill('Lakewood, Belmar');
  await expectAccessible(page, [360, 1440]);
  await page.getByRole('button', { name: 'Lakewood, CO, United States' }).click();
  await expect(location).toHaveValue('Lakewood, Belmar, CO, United States');
  await expect(location).toBeFocused();
  await expect(location).toHaveAccessibleDescription(
    'Searches around Lakewood, CO, United States find it',
  );
  await location.fill('lakew');
  await expect(suggestions(page).first()).toHaveText('Lakewood, CO, United States');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(location).toHaveValue('Lakewood, CO, United States');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, `${phone.name} is up to date`);

  await openPage(page, '/search?country=US');
  const place = page.getByRole('combobox', { name: 'Near a place' });
  await place.fill('lakewood, co');
  await place.press('Enter');
  await expect(productCard(page, phone.name)).toContainText('nearby');
});

test('a saved search has the names of its place and country', async ({ page }) => {
  const buyer = await signUpByApi('Fay', 'buyer');
  await signIn(page, buyer.email);
  await openPage(page, `/search?country=NZ&place=${wellington}&within=100&sort=distance`);
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this search' });
  const filters = 'New Zealand, Within 100 km of Wellington, New Zealand';
  await expect(dialog.getByLabel('Name')).toHaveValue(filters);
  await dialog.getByLabel('Name').fill('Around home');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Search saved');
  await openPage(page, '/dashboard/saved-searches');
  await expect(page.getByRole('article')).toContainText(filters);
  await page.getByRole('link', { name: 'See phones: Around home' }).click();
  await expect(page).toHaveURL(`/search?country=NZ&place=${wellington}&within=100&sort=newest`);
  await expect(page.getByRole('combobox', { name: 'Near a place' })).toHaveValue(
    'Wellington, New Zealand',
  );
});
