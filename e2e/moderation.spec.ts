import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { demoEmails, expect, expectToast, openPage, signIn, test } from './page-helpers.ts';

test('an admin suspends a seller from the queue by keyboard; the seller reads why, appeals, and is reinstated', async ({
  page,
  browser,
}) => {
  test.slow();
  const seller = await signUpSellerByApi('Sam Suspended');
  const phone = await addProduct(seller);
  const reporter = await signUpByApi('Rita', 'buyer');
  await reporter.call('POST', '/api/reports', {
    target: { kind: 'listing', id: phone.id },
    reason: 'outside-trade',
    text: 'Wants a bank transfer.',
  });

  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/moderation?kind=listing&reason=outside-trade');
  const item = page.getByRole('article', { name: phone.name });
  await expect(item).toContainText('Wants a bank transfer.');
  await expect(item).toContainText('Sam Suspended');
  const buttons = page.getByRole('button', { name: /^Decide: / });
  await buttons.first().focus();
  const count = await buttons.count();
  for (let step = 1; step < count; step += 1) {
    await page.keyboard.press('j');
    await expect(buttons.nth(step)).toBeFocused();
  }
  await page.keyboard.press('k');
  await expect(buttons.nth(Math.max(0, count - 2))).toBeFocused();

  await item.getByRole('button', { name: `Decide: ${phone.name}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Decide' });
  await dialog.getByLabel('Decision').selectOption('Suspend for days');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog.getByText('Name the rule')).toBeVisible();
  await expect(dialog.getByLabel('Rule')).toBeFocused();
  await dialog.getByLabel('Days').fill('5');
  await dialog.getByLabel('Rule').selectOption({ index: 5 });
  await dialog.getByLabel('What the person reads').fill('Please leave payments on Redial.');
  await page.reload();
  await item.getByRole('button', { name: `Decide: ${phone.name}` }).press('Enter');
  await expect(dialog.getByLabel('Days')).toHaveValue('5');
  await expect(dialog.getByLabel('What the person reads')).toHaveValue(
    'Please leave payments on Redial.',
  );
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expectToast(page, 'Decided');
  await expect(item).toHaveCount(0);

  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const sellers = await context.newPage();
  await signIn(sellers, seller.email);
  await openPage(sellers, `/dashboard/myproducts/${phone.id}`);
  await expect(sellers.getByText('Not on sale', { exact: true })).toBeVisible();
  await expect(sellers.getByRole('link', { name: 'See the decision' })).toHaveAttribute(
    'href',
    '/dashboard/decisions',
  );
  await openPage(sellers, '/dashboard/myproducts');
  await sellers.getByRole('link', { name: 'See why, and how to appeal' }).click();
  await expect(sellers.getByRole('heading', { level: 1 })).toContainText('Decisions');
  await expect(sellers.getByText('Please leave payments on Redial.')).toBeVisible();
  await expect(sellers.getByText('Suspended for 5 days')).toBeVisible();
  const response = await sellers.request.get(`/api/products/${phone.id}`);
  expect(response.status()).toBe(404);
  await sellers.getByRole('button', { name: /^Appeal/ }).click();
  const appeal = sellers.getByRole('dialog');
  await appeal.getByLabel('Why is the decision wrong?').fill('I never did.');
  await appeal.getByRole('button', { name: 'Appeal' }).click();
  await expectToast(sellers, 'Your appeal is with us');
  await expect(sellers.getByText('Appeal open')).toBeVisible();
  await expect(sellers.getByRole('button', { name: /^Appeal/ })).toHaveCount(0);

  await openPage(page, '/dashboard/moderation?view=appeals');
  await expect(page.getByText('This was your decision').first()).toBeVisible();
  const others = await browser.newContext();
  const moderator = await others.newPage();
  await signIn(moderator, demoEmails.moderator);
  await openPage(moderator, '/dashboard/moderation?view=appeals');
  await moderator.getByRole('button', { name: `Uphold the appeal: ${phone.name}` }).click();
  const answer = moderator.getByRole('dialog');
  await answer.getByLabel('What the person reads').fill('You are right.');
  await answer.getByRole('button', { name: 'Uphold the appeal' }).click();
  await expectToast(moderator, 'The decision is reversed');
  await others.close();
  await openPage(sellers, '/dashboard/decisions');
  await expect(sellers.getByText('You are right.')).toBeVisible();
  await expect(sellers.getByRole('link', { name: 'See why, and how to appeal' })).toHaveCount(0);
  const again = await sellers.request.get(`/api/products/${phone.id}`);
  expect(again.status()).toBe(200);
  await context.close();
});

test('who is suspended reads why at once after signing in', async ({ page }) => {
  test.slow();
  const seller = await signUpSellerByApi('Ben Banned');
  const phone = await addProduct(seller);
  const reporter = await signUpByApi('Rita', 'buyer');
  const target = { kind: 'listing', id: phone.id };
  await reporter.call('POST', '/api/reports', { target, reason: 'fraud' });
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/moderation?reason=fraud');
  await page.getByRole('button', { name: `Decide: ${phone.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Decide' });
  await dialog.getByLabel('Decision').selectOption('Ban');
  await dialog.getByLabel('Rule').selectOption({ index: 6 });
  await dialog.getByLabel('What the person reads').fill('The phone does not exist.');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expectToast(page, 'Decided');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await openPage(page, '/login');
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Password', { exact: true }).fill('Redial#2021');
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/decisions');
  await expect(page.getByText('Your account is banned.')).toBeVisible();
  await expect(page.getByText('The phone does not exist.')).toBeVisible();
});

test('a held listing waits once in the queue, with each part of its risk score', async ({
  page,
}) => {
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/moderation?kind=listing');
  const item = page.getByRole('article').filter({ hasText: 'As new, with box. Quick sale' });
  await expect(item).toHaveCount(1);
  await expect(item).toContainText('Held for review');
  const texts = await page.getByRole('article').allTextContents();
  const scores = texts.map((text) => Number(/Risk score (\d+)/.exec(text)?.[1] ?? 0));
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  await expect(item.getByText(/^Risk score \d+$/)).toBeVisible();
  await expect(item).toContainText('Photo of another seller +35');
  await expect(item).toContainText('Many refunds (20, does not apply)');
  await page.getByRole('main').getByRole('link', { name: 'risky listings' }).click();
  await expect(page).toHaveURL('/dashboard/risky-listings');
  await expect(page.getByRole('button', { name: /^Release / }).first()).toBeVisible();
});
