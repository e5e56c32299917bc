import type { Page } from '@playwright/test';
import { expectAccessible, overflowsHorizontally } from './axe.ts';
import { demoEmails, expect, openPage, signIn, test } from './page-helpers.ts';
import { openScreen, screens } from './screens.ts';

// Ignore colours during a theme transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/**
 * Milliseconds: axe takes seconds for a page with many products, and there are dozens of checks.
 */
const timeoutMs = 300_000;

const widths = [360, 1440];

for (const [role, ...paths] of screens) {
  test(`screens of ${role} fit small screens and large text, and are accessible in both themes: ${paths.join(' ')}`, async ({
    page,
  }) => {
    test.setTimeout(timeoutMs);
    if (role !== 'visitor') await signIn(page, demoEmails[role]);
    for (const path of paths) {
      await openScreen(page, path);
      await expectFit(page, path);
      await expectAccessible(page, widths);
    }
  });
}

/** Nothing scrolls sideways at 320 px, with 200% zoom, and with text of 32 px. */
async function expectFit(page: Page, path: string): Promise<void> {
  const size = page.viewportSize();
  const devtools = await page.context().newCDPSession(page);
  const setTextSize = (standard: number) =>
    devtools.send('Page.setFontSizes', { fontSizes: { standard } });
  await setTextSize(32);
  await page.setViewportSize({ width: 390, height: 780 });
  expect(await overflowsHorizontally(page), `${path} scrolls sideways with 32 px text`).toBe(0);
  await setTextSize(16);
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 450 });
    expect(await overflowsHorizontally(page), `${path} scrolls sideways at ${width} px`).toBe(0);
  }
  await devtools.detach();
  if (size) await page.setViewportSize(size);
}

test('dialogs and menus of visitors are accessible in both themes, narrow and wide', async ({
  page,
}) => {
  test.setTimeout(timeoutMs);
  await openPage(page, '/signup');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expectAccessible(page, widths);
  await page.setViewportSize({ width: 360, height: 900 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' }).last()).toBeVisible();
  await expectAccessible(page, [360]);
  await openPage(page, '/');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, widths);
  await openScreen(page, '/products/offered');
  await page.getByRole('link', { name: /Zoom in/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, widths);
});

test('dialogs and forms of buyers are accessible in both themes, narrow and wide', async ({
  page,
}) => {
  test.setTimeout(timeoutMs);
  await signIn(page, demoEmails.buyer);
  await openScreen(page, '/products/offered');
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Order/ })
    .click();
  await expectAccessible(page, widths);
  await openPage(page, '/dashboard/myorders');
  await page
    .getByRole('button', { name: /^Cancel the order/, disabled: false })
    .first()
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, widths);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 900 });
  await page.getByRole('main').getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, [360]);
  await openPage(page, '/dashboard/myorders');
  await page
    .getByRole('link', { name: /Pay Now/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expectAccessible(page, widths);
});

test('dialogs of saved searches are accessible in both themes, and fit with 200% text', async ({
  page,
}) => {
  test.setTimeout(timeoutMs);
  await signIn(page, demoEmails.buyer);
  const devtools = await page.context().newCDPSession(page);
  for (const [path, button] of [
    ['/search?q=iphone', 'Save search'],
    ['/dashboard/saved-searches', 'Edit: iPhone 13 up to $450'],
  ] as const) {
    await openPage(page, path);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog').getByLabel('Tell me')).toBeVisible();
    await expectAccessible(page, widths);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.setViewportSize({ width: 390, height: 780 });
    expect(await overflowsHorizontally(page), `${button} scrolls sideways`).toBe(0);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  }
});

test('dialogs of offers are accessible in both themes, and fit with 200% text', async ({
  page,
}) => {
  test.setTimeout(timeoutMs);
  await signIn(page, demoEmails.seller);
  const devtools = await page.context().newCDPSession(page);
  for (const button of [/^Accept the offer of/, /^Other price/]) {
    await openPage(page, '/dashboard/offers');
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    await expectAccessible(page, widths);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.setViewportSize({ width: 390, height: 780 });
    expect(await overflowsHorizontally(page), `${button} scrolls sideways`).toBe(0);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  }
});

test('menus and dialogs of sellers are accessible, and menus work by keyboard', async ({
  page,
}) => {
  test.setTimeout(timeoutMs);
  await signIn(page, demoEmails.seller);
  await openPage(page, '/dashboard/myproducts');
  const action = page.getByRole('button', { name: /Action/ }).first();
  await action.focus();
  await page.keyboard.press('ArrowDown');
  const items = page.getByRole('menuitem');
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(items.nth(1)).toBeFocused();
  await expectAccessible(page, widths);
  await page.keyboard.press('Escape');
  await expect(items.first()).toBeHidden();
  await expect(action).toBeFocused();
});

test('controls have a visible edge, and switches a visible state, with forced colours', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openScreen(page, '/products/offered');
  for (const name of ['Login To Purchase', 'Sign Up']) {
    const edge = page.getByRole('link', { name }).first();
    await expect(edge).toHaveCSS('border-top-width', '1px');
    await expect(edge).toHaveCSS('border-top-style', 'solid');
  }
  const theme = page.getByRole('switch', { name: 'Night theme' });
  const colours = () =>
    theme.evaluate((track) =>
      [track, ...track.children].map((part) => getComputedStyle(part).backgroundColor),
    );
  const [off, thumb] = await colours();
  expect(thumb).not.toBe(off);
  await theme.click();
  await expect.poll(async () => (await colours())[0]).not.toBe(off);
  const [on, moved] = await colours();
  expect(moved).not.toBe(on);
});

test('a product can be found, ordered and paid from the home page by keyboard only', async ({
  page,
}) => {
  test.setTimeout(timeoutMs);
  await signIn(page, demoEmails.buyer);
  await openPage(page, '/');
  const brands = page.getByRole('region', { name: 'Choose a brand' });
  await tabTo(page, brands.getByRole('link', { name: /^Xiaomi/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const buyable = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Purchase/, disabled: false }) })
    .first();
  const name = (await buyable.getByRole('heading').textContent()) ?? '';
  await tabTo(page, buyable.getByRole('heading').getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Purchase' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel('Your Phone Number'));
  await page.keyboard.type('+1 202-555-0117');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Central Station');
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('link', { name: 'Go to My Orders' }));
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: name }).first();
  await tabTo(page, row.getByRole('link', { name: /Pay Now/ }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Card number'));
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1240');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your Payment completed')).toBeVisible();
});

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 400; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not get there');
}
