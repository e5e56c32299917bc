import { readFile } from 'node:fs/promises';
import {
  expect,
  expectToast,
  fillSignIn,
  newUser,
  openPage,
  password,
  signUp,
  test,
} from './page-helpers.ts';
import { holdRequests } from './request-helpers.ts';

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

test('a link that is followed right after signing up is not overridden', async ({ page }) => {
  const user = newUser('Otto Quick');
  // The page after signing up is chosen when it is known whether the user is suspended.
  const release = await holdRequests(page, '**/api/account/decisions');
  await signUp(page, user, 'buyer');
  await page.getByRole('link', { name: user.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Account' })).toBeVisible();
  const answered = page.waitForResponse('**/api/account/decisions');
  await release();
  await answered;
  // It would have led elsewhere by now.
  await page.waitForTimeout(500);
  await expect(page.getByRole('heading', { level: 1, name: 'Your Account' })).toBeVisible();
});

test('a photo is chosen, shown in the header and removed again', async ({ page }) => {
  const user = newUser('Pia Portrait');
  await signUp(page, user, 'buyer');
  const link = page.getByRole('link', { name: user.name });
  await link.click();
  await page.getByLabel('Your photo').setInputFiles({
    name: 'notes.txt',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  });
  const alerts = page.getByRole('main').getByRole('alert');
  await expect(alerts.filter({ hasText: 'not a picture that can be' })).toBeVisible();
  await page.getByLabel('Your photo').setInputFiles('e2e/phone.jpg');
  await expectToast(page, 'Your photo is saved');
  await expect(link.locator('img')).toHaveAttribute('src', /\/images\/.*-320\.webp$/);
  await page.reload();
  await expect(link.locator('img')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change the photo' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Your photo is removed');
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeVisible();
  await expect(link.locator('img')).toHaveCount(0);
});

test('an old sign-in must be confirmed with the password before data is exported', async ({
  page,
}) => {
  const user = newUser('Ute Old');
  await signUp(page, user, 'buyer');
  await page.getByRole('link', { name: user.name }).click();
  // The server refuses once, as for a sign-in that is older than 15 minutes.
  await page.route(
    (url) => url.pathname.endsWith('/account/data'),
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        json: { status: 403, code: 'session.step-up-required', message: 'Sign in again' },
      }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Download my data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong#2021');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/invalid/i);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  expect((await saving).suggestedFilename()).toBe('redial-my-data.json');
  await expect(dialog).toBeHidden();
});

test('a token copied before signing out is worthless afterwards', async ({ page, request }) => {
  const user = newUser('Sid Stolen');
  await signUp(page, user, 'buyer');
  const token = await page.evaluate(() => localStorage.getItem('redial-token'));
  const orders = () =>
    request.get(`/orders?email=${encodeURIComponent(user.email)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await orders()).status()).toBe(200);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect.poll(async () => (await orders()).status(), { timeout: 1000 }).toBe(401);
});
