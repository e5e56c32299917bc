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
const folder = path.join(root, 'screens');
/** Milliseconds for each wait, on a busy machine. */
const patience = 90_000;

/**
 * `npm run screenshots`: screenshots of every screen at four widths in both themes, with an index
 * page, in `screenshots`. Arguments after `--` select screens by name; `--at URL` uses a running
 * demo instead of starting one.
 */
await main(async () => {
  const { values, positionals: wanted } = parseArgs({
    options: { at: { type: 'string' } },
    allowPositionals: true,
  });
  const chosen = screens.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  );
  const { at } = values;
  const { node, env } = await prepare({ build: !at });
  const program = await findChromium(env);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const look = async (/** @type {string} */ address) => {
    const browser = await chromium.launch({
      executablePath: program,
      args: ['--no-sandbox', '--disable-gpu'],
      // A signal ends the demo first and then this process (processes.mjs).
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    try {
      return await takeAll(browser, address, chosen);
    } finally {
      await browser.close();
    }
  };
  const made = at ? await look(at) : await withDemo({ node, env }, look);
  await writeFile(path.join(folder, 'index.html'), indexPage(made));
  process.stdout.write(`\n${made.length} pictures: screens/index.html\n`);
});

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @param {readonly import('./screenshots/list.mjs').Screen[]} chosen
 */
async function takeAll(browser, address, chosen) {
  const made = [];
  /** @type {Map<string, import('@playwright/test').BrowserContext>} */
  const contexts = new Map();
  for (const screen of chosen) {
    const context = contexts.get(screen.who) ?? (await enter(browser, address, screen.who));
    contexts.set(screen.who, context);
    made.push(...(await step(screen.name, () => take(context, screen))));
  }
  return made;
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @param {import('./screenshots/list.mjs').Screen['who']} who
 */
async function enter(browser, address, who) {
  const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce' });
  context.setDefaultTimeout(patience);
  if (who !== 'nobody') await signIn(context, who);
  return context;
}

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {import('./screenshots/list.mjs').Screen} screen
 */
async function take(context, { name, path: address, act, only, whole = !act }) {
  const made = [];
  for (const width of widths.filter((one) => !only || only(one))) {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: width < 700 ? 800 : 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(typeof address === 'function' ? await address(page) : address);
    await settled(page);
    await act?.(page);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme === 'night' ? 'dark' : 'light' });
      await settled(page, whole);
      // Sticky elements would appear in the middle of the image.
      if (whole) await page.evaluate(() => scrollTo(0, 0));
      const file = `${name.replace(/\W+/g, '-')}-${width}-${theme}.png`;
      await page.screenshot({ path: path.join(folder, file), fullPage: whole });
      made.push({ name, width, theme, file });
    }
    await page.close();
  }
  return made;
}
