import { readFile } from 'node:fs/promises';
import { signUpSellerByApi } from './api-helpers.ts';
import { demoEmails, expect, newUser, openPage, signIn, test } from './page-helpers.ts';
import { randomWord } from './random-word.ts';

test('an admin finds an own action in the audit log, verifies the log and exports it', async ({
  page,
}) => {
  test.slow();
  const { name } = newUser(`Traced ${randomWord()}`);
  const seller = await signUpSellerByApi(name);
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/allsellers');
  await page.getByRole('button', { name: `Verify ${name}`, exact: true }).click();
  await expect(page.getByRole('button', { name: `Verified: ${name}` })).toBeVisible();

  await page.getByRole('link', { name: 'Audit Log' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
  await page.getByLabel('Who or what').fill(seller.email);
  await page.getByLabel('Action').selectOption('Verified a seller');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/action=seller\.verified/);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(page.getByRole('rowheader')).toContainText(name);
  await expect(page.getByRole('cell', { name: 'verified: no → yes' })).toBeVisible();

  await page.getByLabel('Action').selectOption('Deleted an account');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByText('No entry matches')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  // The form is rendered anew after the URL has changed.
  await expect(page.getByRole('link', { name: 'Show all' })).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/audit-log');
  await page.getByLabel('Kind').selectOption('What admins did');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/kind=admin/);
  // Admins of other tests may have done something since.
  await expect(page.getByRole('rowheader').filter({ hasText: name })).toBeVisible();

  // The demo data has more entries than a page.
  await page.getByRole('link', { name: 'Older entries' }).click();
  await expect(page).toHaveURL(/before=\d+/);
  await expect(page.getByRole('rowheader').filter({ hasText: name })).toHaveCount(0);
  await page.getByRole('link', { name: 'Newest entries' }).click();
  await expect(page.getByRole('rowheader').filter({ hasText: name })).toHaveCount(1);

  await page.getByRole('button', { name: 'Verify the audit log' }).click();
  await expect(page.getByText(/^Intact: [\d,]+ entr(y|ies)$/)).toBeVisible({ timeout: 20_000 });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(/^id,time,action,role,actor,target type,target,changes,reason,network\r\n/);
  expect(file).toContain('verified: no > yes');
  expect(file).not.toContain(name);
});
