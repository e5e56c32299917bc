import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { card, demo, expect, open, signIn, test } from './journeys.ts';

// Colours that are on their way from one theme to the other are nobody's.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const looks = [
  { theme: 'light', width: 360 },
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 360 },
  { theme: 'dark', width: 1440 },
] as const;

/** Looks at what is on the screen, in both themes, narrow and wide. */
async function expectAccessible(page: Page): Promise<void> {
  for (const { theme, width } of looks) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(atRest);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' · ')}`,
    );
    expect(found, `${page.url()} at ${width} px, ${theme}`).toEqual([]);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways, `${page.url()} scrolls sideways at ${width} px`).toBe(0);
  }
}

/** Two frames on, when no change of the look is under way any more. */
async function atRest(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished),
  );
}

const screens = {
  nobody: ['/', '/login', '/signup', '/blogs', '/reset-password?token=x', '/nowhere'],
  admin: ['/dashboard/allsellers', '/dashboard/allbuyers', '/dashboard/reported-products'],
  seller: ['/dashboard/addproduct', '/dashboard/myproducts'],
  buyer: ['/category-products/Iphone', '/dashboard/myorders'],
} as const;

for (const [who, paths] of Object.entries(screens)) {
  test(`the screens of ${who} are accessible in both themes, narrow and wide`, async ({ page }) => {
    test.slow();
    if (who !== 'nobody') await signIn(page, demo[who as keyof typeof demo]);
    for (const path of paths) {
      await open(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  });
}

test('dialogs, menus and forms with errors are accessible in both themes, narrow and wide', async ({
  page,
}) => {
  test.slow();
  await open(page, '/signup');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expectAccessible(page);
  await open(page, '/');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await signIn(page, demo.buyer);
  await open(page, '/category-products/Samsung');
  const buyable = page.getByRole('button', { name: /^Purchase/, disabled: false }).first();
  await buyable.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await open(page, '/dashboard/myorders');
  await page
    .getByRole('link', { name: /Pay Now/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expectAccessible(page);
});

test('a phone is ordered and paid by the keyboard alone', async ({ page }) => {
  await signIn(page, demo.buyer);
  await open(page, '/category-products/Xiaomi');
  const name =
    (await page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: /^Purchase/, disabled: false }) })
      .first()
      .getByRole('heading')
      .textContent()) ?? '';
  const purchase = card(page, name)
    .first()
    .getByRole('button', { name: /^Purchase/ });
  await tabTo(page, purchase);
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

/** Presses Tab until the focus is there, as somebody without a mouse would. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 400; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not get there');
}
