import { demoEmails, expect, expectToast, openPage, signIn, test } from './page-helpers.ts';
import { confirmWithPassword, refuseOldSignIn } from './step-up-helpers.ts';

test('a search is filtered by price label and sorted by cost per month, and cards say both, and how long there are updates', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, '/search');
  await page.getByRole('radio', { name: /^Great price/ }).check();
  await expect(page).toHaveURL('/search?priceLabel=great');
  await page.getByLabel('Sort').selectOption('Cost per month');
  await expect(page).toHaveURL('/search?priceLabel=great&sort=cost-per-month');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toContainText(/Great price, .*for each month of use/);
  const updates =
    /Updates until \w{3} \d{4} \((\d+ y|\d+ m|\d+ y \d+ m|less than a month)\)|No updates since|Gets security updates|Updates unknown/;
  for (const card of await cards.all()) {
    await expect(card).toContainText('Great price');
    await expect(card).toContainText(updates);
  }
  await expect(cards.filter({ hasText: /Updates until .* \(/ })).not.toHaveCount(0);
  await page.getByRole('link', { name: /Great price/ }).click();
  await expect(page).toHaveURL('/search?sort=cost-per-month');
});

test('an admin whose sign-in is old finds a model, edits it, and sees it marked', async ({
  page,
}) => {
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/models');
  const name = 'Redmi Note 8 Pro';
  const nextYear = new Date().getFullYear() + 1;
  await page.getByLabel('Search models').fill('note 8 pro redmi');
  await expect(page.getByRole('status').filter({ hasText: '1 model' })).toBeVisible();
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await page.getByLabel('Price when new, in dollars').fill('cheap');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a price between 1 and 100,000')).toBeVisible();
  await page.getByLabel('Price when new, in dollars').fill('149');
  await page.getByLabel('Security updates').selectOption('End on a known day');
  await page.getByLabel('Last day of updates').fill(`${nextYear}-03-31`);
  await refuseOldSignIn(page, /^\/api\/models\/[\w-]+$/);
  await page.getByRole('button', { name: 'Save' }).click();
  await confirmWithPassword(page);
  await expectToast(page, /is saved$/);
  await page.getByLabel('Search models').fill(name);
  const edited = page.getByRole('row').filter({ hasText: 'Edited' });
  await expect(edited).toContainText('$149');
  await expect(edited).toContainText(`until Mar ${nextYear}`);
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  const price = page.getByLabel('Price when new, in dollars');
  await expect(price).toHaveValue('149');
  await price.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, /is saved$/);
  await page.getByLabel('Search models').fill(name);
  await expect(edited).not.toContainText('$149');
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(price).toHaveValue('');
});
