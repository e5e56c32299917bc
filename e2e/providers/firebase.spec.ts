import { signUpByApi } from '../api-helpers.ts';
import { emulatorResetLink } from '../identity-helpers.ts';
import {
  demoEmails,
  expect,
  expectToast,
  fillSignIn,
  newUser,
  openPage,
  signIn,
  signUp,
  test,
} from '../page-helpers.ts';

// Run by `npm run test:firebase` only, with IDENTITY=firebase.

test('a forgotten password is reset through the link that Firebase sends', async ({
  page,
  request,
}) => {
  const { email } = await signUpByApi('Ines', 'buyer');
  await openPage(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: /Forgot password/i }).click();
  await expectToast(page, /a link is on its way/);
  const link = await emulatorResetLink(request, email);
  expect((await request.get(`${link}&newPassword=Nouveau%232026`)).ok()).toBe(true);
  await fillSignIn(page, email);
  await expectToast(page, 'The e-mail address or the password is not right');
  await fillSignIn(page, email, 'Nouveau#2026');
  await expectToast(page, 'Login Succesfully');
});

test('an unknown address gets the same message as a known one, and no address gets two accounts', async ({
  page,
}) => {
  const { email } = await signUpByApi('Sam', 'buyer');
  await openPage(page, '/login');
  await page.getByLabel('Email').fill(newUser('Nobody').email);
  await page.getByRole('button', { name: /Forgot password/i }).click();
  await expectToast(page, /a link is on its way/);
  await openPage(page, '/signup');
  await page.getByLabel('Name').fill('Sam');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Another#2026');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expectToast(page, /already in use/);
});

test('the user stays signed in after a reload and in another tab', async ({ page }) => {
  const who = newUser('Nora');
  await signUp(page, who, 'buyer');
  await page.reload();
  const nav = page.getByRole('navigation', { name: /main/i });
  await expect(nav).toContainText('Nora');
  const other = await page.context().newPage();
  await openPage(other, '/dashboard');
  await expect(other).toHaveURL('/dashboard/myorders');
});

test('the demo accounts exist', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard');
  await expect(page).toHaveURL('/dashboard/allsellers');
});

test('an invalid response of Firebase shows an error, and the next attempt works', async ({
  page,
}) => {
  const { email } = await signUpByApi('Bo', 'buyer');
  await openPage(page, '/login');
  const calls = /accounts:signInWithPassword/;
  await page.route(calls, (route) => route.fulfill({ body: 'Bad gateway' }));
  await fillSignIn(page, email);
  await expectToast(page, 'Signing in cannot be reached. Check your connection and try again.');
  await page.unroute(calls);
  await fillSignIn(page, email);
  await expectToast(page, 'Login Succesfully');
});

test('the SDK is loaded for signing in, not for the first page', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await openPage(page, '/');
  await page.waitForLoadState('networkidle');
  const sdk = () => loaded.filter((url) => /firebase/.test(url));
  expect(sdk()).toEqual([]);
  await openPage(page, '/login');
  await expect.poll(sdk).not.toEqual([]);
});
