import type { Page } from '@playwright/test';
import { addProduct, signUpSellerByApi } from './api-helpers.ts';
import { expect, test } from './page-helpers.ts';

/** What may move when the faces come; Lighthouse writes less as 0.00. */
const maxShift = 0.005;

for (const width of [412, 1440]) {
  test(`the first words wait for no face, and stay where they are when the faces come, ${width} px wide`, async ({
    browser,
    baseURL,
  }) => {
    const phone = await addProduct(await signUpSellerByApi('Tomasz'));
    for (const path of ['/', `/products/${phone.id}`, '/blogs']) {
      const context = await browser.newContext({ viewport: { width, height: 860 } });
      const page = await context.newPage();
      const letThrough = await holdFonts(page);
      await page.goto(`${baseURL}${path}`, { waitUntil: 'domcontentloaded' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
      expect(await countLoadedFonts(page)).toBe(0);
      // Asked for ahead of the page, they take from its turn on a slow line.
      await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(0);
      letThrough();
      await expect.poll(() => countLoadedFonts(page)).toBe(3);
      expect(await layoutShift(page), path).toBeLessThan(maxShift);
      await context.close();
    }
  });
}

/** Keeps the files of the faces waiting, as a slow line does. */
async function holdFonts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** How many of Redial's own faces are there, without those that stand in for them. */
const countLoadedFonts = (page: Page) =>
  page.evaluate(
    () =>
      [...document.fonts].filter(
        ({ family, status }) => status === 'loaded' && !family.includes(' in '),
      ).length,
  );

/** The sum of what has moved on the page so far. */
const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        sum += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    // Shifts are told after the frame in which something moved.
    await new Promise((done) => setTimeout(done, 300));
    return sum;
  });
