import { readFile } from 'node:fs/promises';
import {
  expect,
  expectToast,
  fillSignIn,
  newUser,
  openPage,
  signUp,
  test,
} from './page-helpers.ts';

test('a user exports all personal data and deletes the account permanently', async ({ page }) => {
  const user = newUser('Ines Gone');
  await signUp(page, user, 'buyer');
  await page.getByRole('link', { name: user.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Account' })).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('redial-my-data.json');
  const data = JSON.parse(await readFile(await saved.path(), 'utf8'));
  expect(data.account).toMatchObject({ name: user.name, email: user.email, role: 'buyer' });
  expect(data.signIn.sessions).toHaveLength(1);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Type your e-mail address to confirm').fill('somebody@mail.com');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'This is not the e-mail address of your account',
  );
  await dialog.getByLabel('Type your e-mail address to confirm').fill(user.email);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expectToast(page, 'Your account is deleted');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();

  await openPage(page, '/login');
  await fillSignIn(page, user.email);
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText(/invalid|no account/i);
});
