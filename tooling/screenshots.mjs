import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';
import { withDemo } from './demo.mjs';
import { prepare } from './prepare.mjs';
import { main, root, step } from './processes.mjs';
import { settled, signIn } from './screenshots/actions.mjs';
import { indexPage } from './screenshots/index-page.mjs';
import { screens } from './screenshots/list.mjs';

const widths = [360, 768, 1024, 1440];
const themes = /** @type {const} */ (['light', 'night']);
const dir = path.join(root, 'screenshots');
/** Milliseconds for each wait, on a busy machine. */
const timeoutMs = 90_000;

/**
 * `npm run screenshots`: screenshots of every screen at four widths in both themes, with an index
 * page, in `screenshots`. Arguments after `--` select screens by name; `--at URL` uses a running
 * demo instead of starting one.
 */
await main(async () => {
  const { values, positionals: patterns } = parseArgs({
    options: { at: { type: 'string' } },
    allowPositionals: true,
  });
  const selected = screens.filter(
    ({ name }) => patterns.length === 0 || patterns.some((word) => name.includes(word)),
  );
  const { at } = values;
  const { node, env } = await prepare({ build: !at });
  const program = await findChromium(env);
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  const captureAll = async (/** @type {string} */ baseUrl) => {
    const browser = await chromium.launch({
      executablePath: program,
      args: ['--no-sandbox', '--disable-gpu'],
      // A signal ends the demo first and then this process (processes.mjs).
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    try {
      return await captureScreens(browser, baseUrl, selected);
    } finally {
      await browser.close();
    }
  };
  const images = at ? await captureAll(at) : await withDemo({ node, env }, captureAll);
  await writeFile(path.join(dir, 'index.html'), indexPage(images));
  process.stdout.write(`\n${images.length} screenshots: screenshots/index.html\n`);
});

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseUrl
 * @param {readonly import('./screenshots/list.mjs').Screen[]} selected
 */
async function captureScreens(browser, baseUrl, selected) {
  const images = [];
  /** @type {Map<string, import('@playwright/test').BrowserContext>} */
  const contexts = new Map();
  for (const screen of selected) {
    const context = contexts.get(screen.role) ?? (await openContext(browser, baseUrl, screen.role));
    contexts.set(screen.role, context);
    images.push(...(await step(screen.name, () => capture(context, screen))));
  }
  return images;
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseUrl
 * @param {import('./screenshots/list.mjs').Screen['role']} role
 */
async function openContext(browser, baseUrl, role) {
  const context = await browser.newContext({ baseURL: baseUrl, reducedMotion: 'reduce' });
  context.setDefaultTimeout(timeoutMs);
  // An open stream keeps pages from becoming idle.
  await context.route('**/api/events*', (route) => route.abort());
  if (role !== 'visitor') await signIn(context, role);
  return context;
}

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {import('./screenshots/list.mjs').Screen} screen
 */
async function capture(context, { name, path: target, setUp, only, whole = !setUp }) {
  const images = [];
  for (const width of widths.filter((one) => !only || only(one))) {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: width < 700 ? 800 : 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(typeof target === 'function' ? await target(page) : target);
    await settled(page);
    await setUp?.(page);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme === 'night' ? 'dark' : 'light' });
      await settled(page, whole);
      // Sticky elements would appear in the middle of the image.
      if (whole) await page.evaluate(() => scrollTo(0, 0));
      const file = `${name.replace(/\W+/g, '-')}-${width}-${theme}.png`;
      await page.screenshot({ path: path.join(dir, file), fullPage: whole });
      images.push({ name, width, theme, file });
    }
    await page.close();
  }
  return images;
}
