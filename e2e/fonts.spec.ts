import type { Page } from '@playwright/test';
import { addProduct, signUpSellerByApi } from './api-helpers.ts';
import { expect, test } from './page-helpers.ts';

/** Maximum layout shift when fonts load; Lighthouse displays less as 0.00. */
const maxShift = 0.005;

for (const width of [360, 412, 768, 1440]) {
  test(`text is shown before fonts load and does not move when they do, at ${width} px`, async ({
    browser,
    baseURL,
  }) => {
    const phone = await addProduct(await signUpSellerByApi('Tomasz'));
    const paths = ['/', `/products/${phone.id}`, '/models/iphone-16', '/blogs'];
    for (const path of paths) {
      const context = await browser.newContext({ viewport: { width, height: 860 } });
      const page = await context.newPage();
      const release = await holdFonts(page);
      await page.goto(`${baseURL}${path}`, { waitUntil: 'domcontentloaded' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
      expect(await countLoadedFonts(page)).toBe(0);
      // Preloaded fonts would compete with the page on a slow connection.
      await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(0);
      release();
      await expect.poll(() => countLoadedFonts(page)).toBe(3);
      expect(await layoutShift(page), path).toBeLessThan(maxShift);
      await context.close();
    }
  });
}

/** Delays font files, as on a slow connection. */
async function holdFonts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Counts loaded web fonts, without their local fallbacks. */
const countLoadedFonts = (page: Page) =>
  page.evaluate(
    () =>
      [...document.fonts].filter(
        ({ family, status }) => status === 'loaded' && !family.includes(' in '),
      ).length,
  );

/** Cumulative layout shift so far. */
const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        sum += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    // Layout shifts are reported after the frame in which they occur.
    await new Promise((done) => setTimeout(done, 300));
    return sum;
  });
