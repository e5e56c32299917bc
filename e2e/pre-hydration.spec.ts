import type { Page } from '@playwright/test';
import { addProduct, signUpSellerByApi } from './api-helpers.ts';
import {
  demoEmails,
  expect,
  expectToast,
  fillSignIn,
  productCard,
  test,
  waitForHydration,
} from './page-helpers.ts';
import { holdRequests } from './request-helpers.ts';

// Interaction between first paint and hydration.

const scripts = '**/assets/*.js';

/** Opens a page whose scripts are delayed until released. */
async function openBeforeHydration(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await holdRequests(page, scripts);
  await page.goto(path);
  return release;
}

test('scripts of a page load after it is loaded, or on first interaction', async ({ page }) => {
  const phone = await addProduct(await signUpSellerByApi());
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.push(request.url());
  });
  // Only the interaction may start the scripts: the image is delayed, and the timeout is disabled.
  await page.addInitScript(() => {
    const later = setTimeout;
    Object.assign(window, {
      setTimeout: (act: () => void, after: number) => (after === 4000 ? 0 : later(act, after)),
    });
  });
  const release = await holdRequests(page, '**/images/**');
  await page.goto(`/products/${phone.id}`, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.waitForFunction(() => document.readyState === 'interactive');
  expect(fetched).toEqual([]);
  await page.keyboard.press('Tab');
  await waitForHydration(page);
  expect(fetched.length).toBeGreaterThan(3);
  await release();

  fetched.length = 0;
  await page.goto(`/products/${phone.id}`);
  await waitForHydration(page);
  expect(fetched.length).toBeGreaterThan(3);
  const waited = await page.evaluate(() => {
    const starts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime);
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return Math.min(...starts) - (paint?.startTime ?? 0);
  });
  // Meanwhile the browser decodes images and draws the first frames.
  expect(waited).toBeGreaterThan(550);
});

test('a list is not rendered again because it is hydrated', async ({ page }) => {
  const release = await holdRequests(page, scripts);
  await page.goto('/');
  const cards = page.locator('[data-product]');
  await expect(cards.first()).toBeVisible();
  // Only where a card is rendered again, nodes in it are added, removed or written to.
  await page.evaluate(() => {
    const changes: string[] = [];
    new MutationObserver((records) => {
      for (const { target, type } of records) {
        const card = target.parentElement?.closest('[data-product]');
        if (card) changes.push(`${type} in ${card.textContent}`);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { changes });
  });
  await release();
  await waitForHydration(page);
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out');
  expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual(
    [],
  );
});

test('clicks before hydration are replayed after it', async ({ page }) => {
  const { name } = await addProduct(await signUpSellerByApi());
  await page.emulateMedia({ colorScheme: 'light' });
  const release = await openBeforeHydration(page, '/');
  const report = productCard(page, name).getByRole('button', { name: /^Report/ });
  const night = page.getByRole('switch', { name: 'Night theme' });
  await night.click();
  await report.click();
  await expect(report).toHaveAttribute('data-queued');
  await expect(night).not.toBeChecked();
  await release();
  await expectToast(page, 'Reported Succesfully');
  await expect(night).toBeChecked();
  await expect(page.locator('[data-queued]')).toHaveCount(0);
});

test('a switch that is toggled twice before hydration is unchanged', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const release = await openBeforeHydration(page, '/blogs');
  const night = page.getByRole('switch', { name: 'Night theme' });
  await night.click();
  await night.click();
  await release();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('dark-mode'))).toBe('false');
  await expect(night).not.toBeChecked();
});

test('input submitted before hydration is neither lost nor posted by the browser', async ({
  page,
}) => {
  const release = await openBeforeHydration(page, '/login');
  await fillSignIn(page, demoEmails.buyer);
  await release();
  await expectToast(page, 'Login Succesfully');
});

test('form input before hydration is kept', async ({ page }) => {
  const release = await openBeforeHydration(page, '/signup');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('I am a').selectOption('seller');
  await release();
  await waitForHydration(page);
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  // The form state contains the name, so the email field gets the focus.
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('I am a')).toHaveValue('seller');
});

test('a filter selected before hydration applies', async ({ page }) => {
  const release = await openBeforeHydration(page, '/search');
  await page
    .getByRole('main')
    .getByRole('radio', { name: /Samsung/ })
    .check();
  await release();
  await expect(page).toHaveURL(/brand=Samsung/);
});

test('a form is submitted by the browser if scripts cannot be loaded', async ({ page }) => {
  await page.route(scripts, (route) => route.abort('internetdisconnected'));
  await page.goto('/login');
  await fillSignIn(page, demoEmails.buyer);
  await expect(page.getByRole('alert').first()).toContainText('send the form again');
});

for (const width of [360, 768, 1440]) {
  test(`cards are laid out near the viewport without layout shift at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openBeforeHydration(page, '/');
    const last = page.getByRole('region', { name: 'Explore All' }).locator('[data-product]').last();
    const look = () =>
      last.evaluate((place) => ({
        height: Math.round(place.getBoundingClientRect().height),
        page: document.documentElement.getBoundingClientRect().height,
        shown: place.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }),
      }));
    await expect.poll(look).toMatchObject({ shown: false });
    const before = await look();
    await last.evaluate((place) => place.scrollIntoView({ behavior: 'instant' }));
    // Heights of rows are estimated in whole pixels: some rows add up to a pixel or two.
    const after = { ...before, page: expect.closeTo(before.page, -1), shown: true };
    await expect.poll(look).toEqual(after);
  });
}

test('a deferred script without the page’s nonce is not started', async ({ page }) => {
  await page.route('/blogs', async (route) => {
    const response = await route.fetch();
    const foreign = '<script type="later">window.hit = 1</script>';
    const body = (await response.text()).replace('</body>', `${foreign}</body>`);
    await route.fulfill({ response, body });
  });
  await page.goto('/blogs');
  await waitForHydration(page);
  expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined();
});
