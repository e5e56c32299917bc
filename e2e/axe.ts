import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { disableContentVisibility, expect } from './page-helpers.ts';

const themes = ['light', 'dark'] as const;

/** Rules of axe whose outcome depends on colours; the others hold in both themes or in none. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe at the given widths, or at the page's own, in the light theme with all rules and in the dark
 * one with those about colours, and checks that nothing overflows.
 */
export async function expectAccessible(page: Page, widths?: readonly number[]): Promise<void> {
  const size = page.viewportSize();
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
  for (const theme of themes) {
    for (const width of widths ?? [size?.width ?? 1280]) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 900 });
      await disableContentVisibility(page);
      await page.evaluate(unstickBars);
      await page.evaluate(waitForAnimations);
      // Without cross-origin frames, which no page has, and details of what passes, twice as fast.
      const axe = new AxeBuilder({ page }).setLegacyMode();
      // Target size is new in WCAG 2.2 and not among axe's default rules.
      axe.options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });
      if (theme === 'dark') axe.withRules(colourRules);
      const { violations } = await axe.analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' · ')}`,
      );
      expect(found, `${page.url()} at ${width} px, ${theme}`).toEqual([]);
      expect(
        await overflowsHorizontally(page),
        `${page.url()} scrolls sideways at ${width} px`,
      ).toBe(0);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);
}

/** Pixels by which the page overflows its viewport. */
export const overflowsHorizontally = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Moves bars at the bottom to their place in the page: what they cover scrolls out from under them. At the
 * top of the page the header covers nothing.
 */
function unstickBars(): void {
  scrollTo(0, 0);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.sticky.bottom-3 { position: static !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Waits two frames, until no transition is running. */
async function waitForAnimations(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished),
  );
}
