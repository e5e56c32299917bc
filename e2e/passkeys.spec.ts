import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, expectToast, newUser, openPage, signUp, test } from './page-helpers.ts';

const widths = [360, 768, 1440];

/** A device with a screen lock, which stores passkeys and unlocks at once. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () =>
      (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    setUserVerified: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' });

async function addPasskey(page: Page): Promise<void> {
  await openPage(page, '/dashboard/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expectToast(page, 'The passkey is added');
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(1);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
}

/** Opens the sign-in page as a browser in which no passkey has been used: none is offered unasked. */
async function openSignIn(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('redial-passkey'));
  await openPage(page, '/login');
}

test('a user adds a passkey, signs in with it, renames it and removes it', {
  tag: '@embedded',
}, async ({ page }) => {
  test.slow();
  const authenticator = await addAuthenticator(page);
  const user = newUser('Petra Passkey');
  await signUp(page, user, 'buyer');
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await expect(passkeys(page)).toContainText('Not used yet');
  await expectAccessible(page, widths);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expectToast(page, 'This device has a passkey for this account already.');

  await signOut(page);
  await openSignIn(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectToast(page, 'Login Succesfully');
  await openPage(page, '/dashboard/security');
  await expect(passkeys(page)).toContainText('Used just now');
  await expect(page.getByText('Signed in with a passkey')).toBeVisible();

  await page.getByRole('button', { name: /^Rename / }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename the passkey' });
  await dialog.getByLabel('Name').fill('My laptop');
  await expectAccessible(page, widths);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'The passkey is renamed');
  await expect(passkeys(page)).toContainText('My laptop');

  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'The passkey is removed');
  await expect(passkeys(page)).toBeHidden();
  await signOut(page);
  await openSignIn(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectToast(page, 'This passkey was removed from its account. Sign in another way.');
  await expect(page).toHaveURL(/\/login/);
});

test('a passkey confirms who the user is, and one without a verified user signs nobody in', {
  tag: '@embedded',
}, async ({ page }) => {
  const authenticator = await addAuthenticator(page);
  const user = newUser('Stepan Stepup');
  await signUp(page, user, 'buyer');
  await addPasskey(page);
  await page.route(
    (url) => url.pathname.endsWith('/passkeys/remove'),
    (route) =>
      route.fulfill({ status: 403, json: { code: 'STEP_UP_REQUIRED', message: 'Sign in again' } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const stepUp = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const confirm = stepUp.getByRole('button', { name: 'Confirm with a passkey' });
  await expect(confirm).toBeVisible();
  await expectAccessible(page, widths);
  await authenticator.setUserVerified(false);
  await confirm.click();
  await expectToast(page, 'No passkey was used. Try again when you are ready.');
  await expect(stepUp).toBeVisible();
  await authenticator.setUserVerified(true);
  await confirm.click();
  await expect(stepUp).toBeHidden();
  await expectToast(page, 'The passkey is removed');
});

test('a browser without passkeys says so', { tag: '@embedded' }, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await openPage(page, '/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectToast(page, /^This browser cannot use passkeys/);
  await signUp(page, newUser('Olga Old'), 'buyer');
  await openPage(page, '/dashboard/security');
  await expect(page.getByText('This browser cannot use passkeys')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
});

test('a browser that has used a passkey offers it with the e-mail address', {
  tag: '@embedded',
}, async ({ page }) => {
  await addAuthenticator(page);
  await signUp(page, newUser('Auto Fill'), 'buyer');
  await addPasskey(page);
  await signOut(page);
  // Chromium's virtual device chooses the suggestion at once.
  await openPage(page, '/login');
  await expectToast(page, 'Login Succesfully');
});
