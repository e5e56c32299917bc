import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { disableContentVisibility, expect } from './page-helpers.ts';

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

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
  // The fallback of a page that still loads its data may have no heading.
  await expect(page.locator('h1')).not.toHaveCount(0);
  await disableContentVisibility(page);
  await page.evaluate(unstickBars);
  for (const width of widths ?? [size?.width ?? 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.evaluate(waitForAnimations);
      const found = await findViolations(page, theme === 'dark' ? colourRules : undefined);
      expect(found, `${page.url()} at ${width} px, ${theme}`).toEqual([]);
    }
    expect(await overflowsHorizontally(page), `${page.url()} scrolls sideways at ${width} px`).toBe(
      0,
    );
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);
}

/**
 * Runs axe in the page, where it is loaded once: to send and compile it takes as long as some of its runs.
 * No page has frames of its own.
 *
 * @param rules all that are on by default, if undefined
 */
async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(await readFile(axeScript, 'utf8'));
  const options: RunOptions = {
    // Without the details of what passes, twice as fast.
    resultTypes: ['violations'],
    // Target size is new in WCAG 2.2 and not among axe's default rules.
    rules: { 'target-size': { enabled: true } },
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  return page.evaluate(async (given) => {
    const { violations } = await window.axe.run(document, given);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' · ')}`,
    );
  }, options);
}

declare global {
  interface Window {
    readonly axe: typeof import('axe-core');
  }
}

/** Pixels by which the page overflows its viewport. */
export const overflowsHorizontally = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Moves bars at the bottom to their place in the page: what they cover scrolls out from under them. */
function unstickBars(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.sticky.bottom-3 { position: static !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Waits two frames at the top of the page, where the header covers nothing, until no transition is running. */
async function waitForAnimations(): Promise<void> {
  scrollTo(0, 0);
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished),
  );
}
