import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { signUpByApi } from './api-helpers.ts';
import { expect, openPage, signInByForm, test } from './page-helpers.ts';
import { holdRequests } from './request-helpers.ts';

const photoFile = fileURLToPath(new URL('./phone.jpg', import.meta.url));
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('[1.1, 1.24, 1.25, 1.26, 1.27, 1.33, 2.4, 2.39, 2.42, 6.10, 9.17] the home page shows its sections in order under a hero of 650 px', async ({
  page,
}) => {
  await openPage(page, '/');
  const hero = page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) });
  await expect(hero.getByRole('heading', { level: 1 })).toHaveText('Buy & Sell Anything');
  await expect(hero).toContainText('100% original and verified by experts');
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(hero).toHaveCSS('height', '650px');
  }
  const parts = [
    hero,
    page.getByRole('region', { name: 'Choose a brand' }),
    page.getByRole('region', { name: /^Advertized/ }),
    page.getByRole('region', { name: 'Explore All Products', exact: true }),
    page.getByRole('contentinfo'),
  ];
  const tops = await Promise.all(
    parts.map((part) => part.evaluate((element) => element.getBoundingClientRect().top)),
  );
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  await expect(hero.getByRole('link', { name: 'Sell Your Product', exact: true })).toHaveAttribute(
    'href',
    '/dashboard/addproduct',
  );
  await hero.getByRole('link', { name: 'Explore Product', exact: true }).click();
  await expect(page).toHaveURL('/#all-products');
});

test('[2.40, 2.41] the Advertized heading shows the count, and a loading indicator shows while the lists load', async ({
  page,
}) => {
  const count = async () => {
    const response = await page.request.get('/advertizedproduct');
    return (await response.json()).length;
  };
  const before = await count();
  await openPage(page, '/');
  const heading = page
    .getByRole('region', { name: /^Advertized/ })
    .getByRole('heading')
    .first();
  const shown = Number((await heading.textContent())?.replace(/^Advertized \((\d+)\)$/, '$1'));
  // Other tests advertise concurrently.
  expect(shown).toBeGreaterThanOrEqual(before);
  expect(shown).toBeLessThanOrEqual(await count());
  await openPage(page, '/blogs');
  const release = await holdRequests(page, /_root\.data|\/\.data|_\.data/);
  await nav(page).getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible();
  await release();
  await expect(heading).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeHidden();
});

test('[2.43] both lists of the home page have one to four columns, depending on width', async ({
  page,
}) => {
  await openPage(page, '/');
  for (const [width, columns] of [
    [320, 1],
    [360, 2],
    [640, 2],
    [1100, 3],
    [1440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of [/^Advertized/, /^Explore All Products$/]) {
      const grid = page.getByRole('region', { name }).getByRole('list').first();
      const tracks = await grid.evaluate(
        (list) => getComputedStyle(list).gridTemplateColumns.split(' ').length,
      );
      expect(tracks, `${name} at ${width} px`).toBe(columns);
    }
  }
});

test('[1.28, 1.29, 1.30, 1.31, 1.32, 2.44, 3.18, 9.7, 9.18] category cards, and the footer with all its entries', async ({
  page,
}) => {
  await openPage(page, '/');
  const cards = page.getByRole('region', { name: 'Choose a brand' }).getByRole('link');
  await expect(cards).toHaveText([/^Xiaomi/, /^Samsung/, /^Iphone/]);
  for (const [place, name] of ['Xiaomi', 'Samsung', 'Iphone'].entries()) {
    await expect(cards.nth(place)).toHaveAttribute('href', `/category-products/${name}`);
    await expect(cards.nth(place).locator('svg').first()).toBeVisible();
  }
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('100% original phones verified by experts.');
  await expect(footer.getByRole('list').first().getByRole('listitem')).toHaveText([
    'Xiaomi',
    'Samsung',
    'iPhone',
    'More brands to come',
  ]);
  await expect(footer.locator('address')).toContainText('12 Exchange Street');
  await expect(footer).toContainText('+1 (555) 010-0199');
  await expect(footer).toContainText('Copyright © 2021 Redial. All rights reserved.');
});

test('[2.28, 2.29, 2.30, 2.31, 2.33, 2.34, 4.4] the navigation for signed-out and signed-in users, with name and default icon', async ({
  page,
}) => {
  const { email } = await signUpByApi('Nora Lind', 'buyer');
  const bar = nav(page);
  const link = (name: string) => bar.getByRole('link', { name, exact: true });
  await openPage(page, '/');
  for (const path of ['/', '/blogs', '/login', '/signup']) {
    await openPage(page, path);
    for (const name of ['Home', 'Blog', 'Sign In', 'Sign Up'])
      await expect(link(name)).toBeVisible();
    for (const name of ['Dashboard', 'Log Out']) await expect(bar.getByText(name)).toBeHidden();
    await expect(bar.getByRole('switch', { name: 'Night theme' })).toBeVisible();
  }
  await signInByForm(page, email);
  for (const name of ['Home', 'Blog', 'Dashboard']) await expect(link(name)).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Log Out', exact: true })).toBeVisible();
  for (const name of ['Sign In', 'Sign Up']) await expect(link(name)).toBeHidden();
  const person = bar.getByText('Nora Lind', { exact: true });
  await expect(person).toBeVisible();
  await expect(person.locator('..').locator('svg')).toBeVisible();
  await expect(bar.getByRole('switch', { name: 'Night theme' })).toBeVisible();
  await bar.getByRole('button', { name: 'Log Out', exact: true }).click();
  await expect(link('Sign In')).toBeVisible();
  await expect(person).toBeHidden();
});

test('[1.19, 2.32, 7.33] a user with a photo sees it in the navigation', {
  tag: '@embedded',
}, async ({ page }) => {
  const { email } = await signUpByApi('Rana Photo', 'buyer');
  const photo = 'https://pictures.example/rana.jpg';
  await page.route(photo, (route) => route.fulfill({ path: photoFile }));
  await signInByForm(page, email);
  // Updates the profile at the provider, as the browser client does.
  const status = await page.evaluate(async (image) => {
    const { token } = JSON.parse(localStorage.getItem('redial-session') ?? '{}');
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify({ image });
    const init = { method: 'POST', headers, body, credentials: 'omit' } as const;
    return (await fetch('/identity/update-user', init)).status;
  }, photo);
  expect(status).toBe(200);
  await openPage(page, '/');
  const image = nav(page).locator('img');
  await expect(image).toHaveAttribute('src', photo);
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0);
});

test('[2.7, 2.8, 2.9, 2.10, 2.11] the blog answers its four questions', async ({ page }) => {
  await openPage(page, '/blogs');
  const articles = page.getByRole('main').getByRole('article');
  await expect(articles.getByRole('heading', { level: 2 })).toHaveText([
    'What are the different ways to manage state in a React application?',
    'How does prototypical inheritance work?',
    'What is a unit test, and why should we write unit tests?',
    'React vs Angular vs Vue',
  ]);
  for (const text of await articles.allTextContents()) expect(text.length).toBeGreaterThan(900);
});

test('[2.1, 2.2, 2.3, 8.17] any unknown path is a 404 page that links to the homepage', async ({
  page,
}) => {
  for (const path of [
    '/nowhere',
    '/nowhere/at/all',
    '/dashboard/nowhere',
    '/category-products/Nokia',
  ]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page, path).toHaveTitle('Nothing here | Redial');
    await expect(
      page.getByText('Looks like our services are currently offline.', { exact: true }),
    ).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Back to homepage' }).click();
  await expect(page).toHaveURL('/');
});
