import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { demoEmails, expect, expectToast, openPage, signIn, test } from './page-helpers.ts';

test.describe.configure({ timeout: 120_000 });

test('an admin goes from the overview to a report and decides about it, by keyboard at 360 px', async ({
  page,
}) => {
  const seller = await signUpSellerByApi('Olga Overview');
  const phone = await addProduct(seller);
  const reporter = await signUpByApi('Rita', 'buyer');
  const target = { kind: 'listing', id: phone.id };
  await reporter.call('POST', '/api/reports', { target, reason: 'counterfeit' });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/overview');
  const queue = page.getByRole('link', { name: /Moderation queue/ });
  await expect(queue).toContainText(/^\d+/);
  await expectAccessible(page, [360]);
  await queue.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/moderation');
  const decide = page.getByRole('button', { name: `Decide: ${phone.name}` });
  await decide.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expectToast(page, 'Decided');
});

test('an admin reads the figures of another period as a chart and as a table', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/overview');
  await expect(page.getByRole('img', { name: /^Orders by day/ })).toBeVisible();
  await page.getByRole('link', { name: '7 days', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/overview?days=7');
  await expect(page.getByRole('link', { name: '7 days', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.getByText('Orders as a table').click();
  const table = page.getByRole('table', { name: 'Orders by day' });
  await expect(table.getByRole('rowheader')).toHaveCount(7);
  const values = await table.getByRole('cell').allTextContents();
  const sum = values.reduce((total, text) => total + Number(text), 0);
  await expect(page.getByRole('img', { name: /^Orders by day/ })).toHaveAccessibleName(
    new RegExp(`: ${sum} in all$`),
  );
});

for (const [role, shown, hidden] of [
  ['moderator', 'Listings', 'Orders'],
  ['support', 'Orders', 'Listings'],
] as const) {
  test(`the overview of ${role} has the figures of that role alone`, async ({ page }) => {
    await signIn(page, demoEmails[role]);
    await openPage(page, '/dashboard/overview');
    await expect(page.getByRole('heading', { name: shown, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: hidden, exact: true })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Jobs' })).toHaveCount(0);
    await expectAccessible(page, [360, 1440]);
  });
}
