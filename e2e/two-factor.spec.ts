import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  demoEmails,
  expect,
  expectToast,
  fillSignIn,
  newUser,
  openPage,
  password,
  signIn,
  signUp,
  test,
} from './page-helpers.ts';
import { totp } from './totp.ts';

const widths = [360, 768, 1440];
const setUpDialog = (page: Page) => page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Keep your recovery codes' });
const codeDialog = (page: Page) => page.getByRole('dialog', { name: 'Enter your code' });
const list = (page: Page) => page.getByRole('list', { name: 'Recovery codes' });

/** Switches two-factor sign-in on. @returns the key of the app, and the recovery codes. */
async function switchOn(page: Page, look: () => Promise<void> = async () => undefined) {
  await openPage(page, '/dashboard/security');
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
  const dialog = setUpDialog(page);
  await expect(
    dialog.getByRole('img', { name: 'QR code for the authenticator app' }),
  ).toBeVisible();
  const secret = await dialog.getByTestId('two-factor-secret').innerText();
  await look();
  const code = totp(secret);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(10);
  const recoveryCodes = await list(page).getByRole('listitem').allInnerTexts();
  await look();
  return { secret, recoveryCodes };
}

/** A code that is accepted although the current one has been used. */
const nextCode = (secret: string): string => totp(secret, 1);

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
}

async function giveCode(page: Page, code: string): Promise<void> {
  await codeDialog(page).getByRole('textbox').fill(code);
  await codeDialog(page).getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a user switches two-factor sign-in on, signs in with a code and a recovery code, and switches it off', {
  tag: '@embedded',
}, async ({ page }) => {
  test.slow();
  const user = newUser('Tove Twofactor');
  await signUp(page, user, 'buyer');
  const { secret, recoveryCodes } = await switchOn(page, () => expectAccessible(page, widths));
  const saving = page.waitForEvent('download');
  await codesDialog(page).getByRole('button', { name: 'Download' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('redial-recovery-codes.txt');
  const text = await readFile(await saved.path(), 'utf8');
  for (const code of recoveryCodes) expect(text).toContain(code);
  await page.emulateMedia({ media: 'print' });
  await expect(list(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Password' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await codesDialog(page).getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();

  await signOut(page);
  await openPage(page, '/login');
  await fillSignIn(page, user.email);
  const field = codeDialog(page).getByLabel('Code');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expectAccessible(page, widths);
  await giveCode(page, '12345');
  await expect(codeDialog(page).getByRole('alert')).toHaveText(
    'Enter the six digits that the app shows',
  );
  await giveCode(page, '000 000');
  await expect(codeDialog(page).getByRole('alert')).toContainText('This code is not right');
  await giveCode(page, nextCode(secret));
  await expectToast(page, 'Login Succesfully');
  await expect(codeDialog(page)).toBeHidden();

  await signOut(page);
  await openPage(page, '/login');
  await fillSignIn(page, user.email);
  await codeDialog(page).getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(codeDialog(page).getByLabel('Recovery code')).toBeFocused();
  await giveCode(page, recoveryCodes[0]?.toUpperCase() ?? '');
  await expectToast(page, 'Login Succesfully');
  await openPage(page, '/dashboard/security');
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible();

  await page.getByRole('button', { name: 'Switch off two-factor sign-in' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click();
  await expectToast(page, 'Two-factor sign-in is off');
  await expect(page.getByRole('button', { name: 'Set up two-factor sign-in' })).toBeVisible();
  await signOut(page);
  await openPage(page, '/login');
  await fillSignIn(page, user.email);
  await expectToast(page, 'Login Succesfully');
});

test('an old sign-in is confirmed with both factors before the recovery codes are replaced', {
  tag: '@embedded',
}, async ({ page }) => {
  const user = newUser('Olaf Old');
  await signUp(page, user, 'buyer');
  const { secret, recoveryCodes } = await switchOn(page);
  await codesDialog(page).getByRole('button', { name: 'I have kept them' }).click();
  await page.route(
    (url) => url.pathname.endsWith('/two-factor/recovery-codes'),
    (route) =>
      route.fulfill({ status: 403, json: { code: 'STEP_UP_REQUIRED', message: 'Sign in again' } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click();
  const stepUp = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await stepUp.getByLabel('Password', { exact: true }).fill(password);
  await stepUp.getByRole('button', { name: 'Confirm' }).click();
  await giveCode(page, nextCode(secret));
  await expect(codesDialog(page)).toBeVisible();
  const renewed = await list(page).getByRole('listitem').allInnerTexts();
  expect(renewed).toHaveLength(10);
  expect(renewed).not.toContain(recoveryCodes[0]);
  await codesDialog(page).getByRole('button', { name: 'I have kept them' }).click();
  await expect(stepUp).toBeHidden();
});

test('closing the second step signs nobody in, also after Google', { tag: '@embedded' }, async ({
  page,
}) => {
  await openPage(page, '/login');
  const user = newUser('Gero Google');
  const withGoogle = async () => {
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    const popup = await opening;
    await popup.getByText('Use another account').click();
    await popup.getByLabel('Name').fill(user.name);
    await popup.getByLabel('E-mail').fill(user.email);
    await popup.getByRole('button', { name: 'Continue' }).click();
  };
  await withGoogle();
  await expectToast(page, 'Login Succesfully');
  const { secret } = await switchOn(page);
  await codesDialog(page).getByRole('button', { name: 'I have kept them' }).click();
  await signOut(page);
  await openPage(page, '/login');
  await withGoogle();
  await codeDialog(page).getByRole('button', { name: 'Close' }).click();
  await expectToast(page, 'Signing in was cancelled');
  await expect(page).toHaveURL(/\/login$/);
  await withGoogle();
  await giveCode(page, nextCode(secret));
  await expectToast(page, 'Login Succesfully');
});

test('an admin who needs a second factor is led to its set-up', { tag: '@embedded' }, async ({
  page,
}) => {
  await page.route('**/api/client-config', async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), adminTwoFactor: true } });
  });
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/allsellers');
  await expect(page).toHaveURL(/\/dashboard\/security/);
  await expect(page.getByText('Admins need a second factor')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up two-factor sign-in' })).toBeVisible();
});
