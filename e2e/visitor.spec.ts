import { inspectionSteps, marketplaceRuleNames, marketplaceRules } from '@redial/contract';
import { addProduct, signUpSellerByApi } from './api-helpers.ts';
import { expect, expectToast, openPage, productCard, test } from './page-helpers.ts';

test('a visitor sees hero, brands, advertised and all products, more of them, and the footer', async ({
  page,
}) => {
  await openPage(page, '/');
  await expect(page.getByRole('heading', { name: 'Buy & Sell Anything' })).toBeVisible();
  for (const name of ['Sell Your Product', 'Explore Product']) {
    await expect(page.getByRole('link', { name })).toBeVisible();
  }
  const advertised = page.getByRole('region', { name: /^Advertized/ });
  await expect(advertised.getByRole('heading', { level: 2 })).toHaveText(/Advertized.*\d+/);
  expect(await advertised.getByRole('article').count()).toBeGreaterThan(3);
  const all = page.getByRole('region', { name: 'Explore All Products' });
  await expect(all.getByRole('article')).toHaveCount(12);
  // More products load on scroll, then on a button.
  for (const loaded of [36, 60, 84]) {
    await all.getByRole('article').last().scrollIntoViewIfNeeded();
    await expect(all.getByRole('article')).toHaveCount(loaded);
  }
  await all.getByRole('link', { name: /more/i }).click();
  await expect(all.getByRole('article')).toHaveCount(108);
  await expect(page.getByRole('contentinfo')).toContainText('2021');
  await expect(page.getByRole('contentinfo')).toContainText('100% original');
});

test('the home page is complete without JavaScript and links on', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const first = await page.getByRole('article').last().textContent();
  await page
    .getByRole('region', { name: 'Explore All Products' })
    .getByRole('link', { name: /more/i })
    .click();
  await expect(page.getByRole('article').last()).toBeVisible();
  expect(await page.getByRole('article').last().textContent()).not.toBe(first);
  await context.close();
});

test('an account form submitted before hydration gets a page as response', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, button] of [
    ['/login', 'Sign In'],
    ['/signup', 'Sign Up'],
  ] as const) {
    await page.goto(`${baseURL}${path}`);
    await page.getByLabel('Password', { exact: true }).fill('Redial#2021');
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('alert').first()).toContainText('send the form again');
    expect(page.url()).not.toContain('2021');
  }
  await context.close();
});

test('selecting a card opens its product, and Escape closes the dialog and restores the focus', async ({
  page,
}) => {
  await openPage(page, '/');
  const all = page.getByRole('region', { name: 'Explore All Products' });
  const first = all.getByRole('article').first().getByRole('heading').getByRole('link');
  // Other tests list phones meanwhile, and a newer one may then be the first.
  const opener = all.locator(`h3 a[href="${await first.getAttribute('href')}"]`);
  const name = await opener.textContent();
  await opener.click();
  const dialog = page.getByRole('dialog', { name: name ?? '' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a visitor reports a product from its card, once', async ({ page }) => {
  const { name } = await addProduct(await signUpSellerByApi());
  await openPage(page, '/');
  await productCard(page, name)
    .getByRole('button', { name: /^Report/ })
    .click();
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: /^Report/ });
  if (await confirm.isVisible().catch(() => false)) await confirm.click();
  await expectToast(page, 'Reported Succesfully');
});

test('[1.20, 1.21, 4.6] the selected theme applies before the first paint of the next visit', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openPage(page, '/');
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByRole('switch', { name: /night|dark/i }).click();
  await expect.poll(background).not.toBe(light);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((a) => a.finished)));
  const night = await background();
  expect(await page.evaluate(() => localStorage.getItem('dark-mode'))).toBe('true');
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  expect(await background()).toBe(night);
});

test('the footer leads to advice for meetings, which search engines find, too', async ({
  page,
  request,
}) => {
  await openPage(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Meeting safely' }).click();
  await expect(page).toHaveURL('/safety');
  await expect(page).toHaveTitle('Meeting safely | Redial');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meeting safely');
  const checks = page.getByRole('region', { name: 'What to check' }).getByRole('listitem');
  await expect(checks).toHaveCount(inspectionSteps.length);
  await expect(checks.filter({ hasText: 'IMEI matches' })).toContainText('Dial *#06#');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Check it' }).click();
  await expect(page).toHaveURL('/imei');
  expect(await (await request.get('/sitemap-pages.xml')).text()).toContain('/safety</loc>');
});

test('the footer leads to the rules, and the address of a rule marks it', async ({
  page,
  context,
  request,
}) => {
  await openPage(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our rules' }).click();
  await expect(page).toHaveTitle('Our rules | Redial');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our rules');
  for (const rule of marketplaceRuleNames) {
    await expect(page.locator(`#${rule}`)).toContainText(marketplaceRules[rule]);
  }
  const visit = await context.newPage();
  await openPage(visit, '/rules#no-spam');
  await expect(visit.locator('#no-spam')).toBeInViewport();
  await expect(visit.locator(':target')).toContainText('No spam');
  expect(await (await request.get('/sitemap-pages.xml')).text()).toContain('/rules</loc>');
});

test('the footer leads to figures of moderation, with a chart, its numbers and the rules', async ({
  page,
  request,
}) => {
  const { months, total } = await (await request.get('/api/transparency')).json();
  expect(total.reports).toBeGreaterThan(10);
  await openPage(page, '/');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'How we moderate, in figures' })
    .click();
  await expect(page).toHaveTitle('How Redial moderates, in figures | Redial');
  await expect(page.getByRole('img', { name: /: \d+ reports, \d+ decisions$/ })).toBeVisible();
  const table = page.getByRole('table', { name: 'Reports, decisions and appeals by month' });
  // The header, the months and their total.
  await expect(table.getByRole('row')).toHaveCount(months.length + 2);
  await expect(table.getByRole('row', { name: /^Total/ })).toContainText(String(total.decisions));
  const byRule = page.getByRole('table', { name: /Decisions by the rule/ });
  const spam = total.byRule.find(({ rule }: { rule: string }) => rule === 'no-spam');
  const row = byRule.getByRole('row', { name: marketplaceRules['no-spam'] });
  await expect(row.getByRole('cell').first()).toHaveText(String(spam.decisions));
  await row.getByRole('link').click();
  await expect(page).toHaveURL('/rules#no-spam');
});
