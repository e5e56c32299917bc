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

// What one does between the moment when a page is seen and the one when React answers.

const scripts = '**/assets/*.js';

/** Opens a page whose scripts do not arrive before they are let go. */
async function openBeforeHydration(page: Page, path: string): Promise<() => Promise<void>> {
  const letGo = await holdRequests(page, scripts);
  await page.goto(path);
  return letGo;
}

test('a page’s scripts are fetched when it has loaded, or at the first touch', async ({ page }) => {
  const phone = await addProduct(await signUpSellerByApi());
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.push(request.url());
  });
  // Nothing but the touch may start them: the picture does not come, and patience has no end.
  await page.addInitScript(() => {
    const later = setTimeout;
    Object.assign(window, {
      setTimeout: (act: () => void, after: number) => (after === 4000 ? 0 : later(act, after)),
    });
  });
  const letGo = await holdRequests(page, '**/images/**');
  await page.goto(`/products/${phone.id}`, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.waitForFunction(() => document.readyState === 'interactive');
  expect(fetched).toEqual([]);
  await page.keyboard.press('Tab');
  await waitForHydration(page);
  expect(fetched.length).toBeGreaterThan(3);
  await letGo();

  fetched.length = 0;
  await page.goto(`/products/${phone.id}`);
  await waitForHydration(page);
  expect(fetched.length).toBeGreaterThan(3);
});

test('the scripts of every page run one by one, before those of this one', async ({ page }) => {
  await page.addInitScript(() => {
    const ran: string[] = [];
    Object.assign(window, { ran });
    const note = (node: Node) => {
      if (!(node instanceof HTMLScriptElement) || node.type !== 'module') return;
      ran.push(node.src ? (node.src.match(/(\w+)-[^/]*$/)?.[1] ?? node.src) : 'the page’s own');
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(note);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/blogs');
  await waitForHydration(page);
  const ran = await page.evaluate(() => Reflect.get(window, 'ran'));
  expect(ran).toEqual(['react', 'router', 'common', 'the page’s own']);
});

test('what is pressed before the scripts are there is done when they are', async ({ page }) => {
  const { name } = await addProduct(await signUpSellerByApi());
  await page.emulateMedia({ colorScheme: 'light' });
  const letGo = await openBeforeHydration(page, '/');
  const report = productCard(page, name).getByRole('button', { name: /^Report/ });
  const night = page.getByRole('switch', { name: 'Night theme' });
  await night.click();
  await report.click();
  await expect(report).toHaveAttribute('data-queued');
  await expect(night).not.toBeChecked();
  await letGo();
  await expectToast(page, 'Reported Succesfully');
  await expect(night).toBeChecked();
  await expect(page.locator('[data-queued]')).toHaveCount(0);
});

test('a switch that is pressed twice before the scripts are there stands as it stood', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const letGo = await openBeforeHydration(page, '/blogs');
  const night = page.getByRole('switch', { name: 'Night theme' });
  await night.click();
  await night.click();
  await letGo();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('dark-mode'))).toBe('false');
  await expect(night).not.toBeChecked();
});

test('what is typed and sent before the scripts are there is neither lost nor posted', async ({
  page,
}) => {
  const letGo = await openBeforeHydration(page, '/login');
  await fillSignIn(page, demoEmails.buyer);
  await letGo();
  await expectToast(page, 'Login Succesfully');
});

test('what is typed and chosen before the scripts are there stays in the form', async ({
  page,
}) => {
  const letGo = await openBeforeHydration(page, '/signup');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('I am a').selectOption('seller');
  await letGo();
  await waitForHydration(page);
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  // The form knows the name, too: it asks for the e-mail.
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('I am a')).toHaveValue('seller');
});

test('a filter that is chosen before the scripts are there applies', async ({ page }) => {
  const letGo = await openBeforeHydration(page, '/search');
  await page
    .getByRole('main')
    .getByRole('radio', { name: /Samsung/ })
    .check();
  await letGo();
  await expect(page).toHaveURL(/brand=Samsung/);
});

test('a form goes out as it is where the scripts cannot be had', async ({ page }) => {
  await page.route(scripts, (route) => route.abort('internetdisconnected'));
  await page.goto('/login');
  await fillSignIn(page, demoEmails.buyer);
  await expect(page.getByRole('alert').first()).toContainText('send the form again');
});

for (const width of [360, 768, 1440]) {
  test(`cards are laid out when they come near, and nothing moves then, at ${width} px`, async ({
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
    const after = { ...before, page: expect.closeTo(before.page, 0), shown: true };
    await expect.poll(look).toEqual(after);
  });
}

test('a script that has not the page’s nonce is not started with those that have', async ({
  page,
}) => {
  await page.route('/blogs', async (route) => {
    const answer = await route.fetch();
    const foreign = '<script type="later">window.hit = 1</script>';
    const body = (await answer.text()).replace('</body>', `${foreign}</body>`);
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/blogs');
  await waitForHydration(page);
  expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined();
});
