import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import {
  expect,
  expectToast,
  fillSignIn,
  newUser,
  openPage,
  password,
  productCard,
  signIn,
  test,
  waitForHydration,
} from './page-helpers.ts';
import { randomWord } from './random-word.ts';
import { holdRequests, recordRequests, writesIn } from './request-helpers.ts';

const photo = fileURLToPath(new URL('./phone.jpg', import.meta.url));
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** Browser validation is off, and required fields are marked. */
async function expectOwnChecks(form: Locator): Promise<void> {
  const unmarked = await form.evaluate((element: HTMLFormElement) => ({
    noValidate: element.noValidate,
    notRequired: [...element.querySelectorAll('input, select, textarea')]
      .filter((field) => !field.matches('[readonly], [required], [type=file]'))
      .map((field) => (field as HTMLInputElement).name),
  }));
  expect(unmarked).toEqual({ noValidate: true, notRequired: [] });
}

test('[1.16, 2.6, 2.46, 2.47, 2.48, 2.49, 2.50, 4.2, 4.3, 5.12, 5.13, 5.14, 8.13, 8.14] the sign-in form: fields, buttons, spinner, and the provider’s error message', {
  tag: '@embedded',
}, async ({ page }) => {
  const { email } = await signUpByApi('Ines', 'buyer');
  await openPage(page, '/login');
  await expectOwnChecks(main(page).locator('form'));
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
  await expect(button(page, 'Forgot password?')).toBeVisible();
  await expect(button(page, 'Sign in with Google')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Sign Up' })).toHaveAttribute(
    'href',
    '/signup',
  );
  const submit = button(page, 'Sign In');
  await expect(submit.locator('svg')).toHaveCount(0);
  const release = await holdRequests(page, '**/identity/sign-in/email');
  const answered = page.waitForResponse('**/identity/sign-in/email');
  // Sign-in applies no password rules: this password violates all of them and is sent.
  await fillSignIn(page, email, 'abc');
  await expect(main(page).locator('form [type=submit]')).toHaveAttribute('aria-busy', 'true');
  await expect(main(page).locator('form [type=submit] svg')).toBeVisible();
  await release();
  const { message } = await (await answered).json();
  expect(message).toBeTruthy();
  await expectToast(page, message);
  await expect(submit).not.toHaveAttribute('aria-busy', 'true');
  await fillSignIn(page, email, password);
  await expectToast(page, 'Login Succesfully');
});

test('[1.16, 2.5, 2.53, 2.54, 2.55, 2.56, 2.57, 2.58, 3.1, 3.2, 3.6, 4.2, 4.3, 4.26, 6.12, 7.4, 7.5, 7.27, 8.13, 8.14] the sign-up form and the order of its requests', {
  tag: '@embedded',
}, async ({ page }) => {
  const user = newUser('Nora Lind');
  await openPage(page, '/signup');
  await expectOwnChecks(main(page).locator('form'));
  const role = page.getByLabel('I am a');
  await expect(role).toHaveValue('buyer');
  await expect(role.getByRole('option')).toHaveText(['Buyer', 'Seller']);
  await expect(button(page, 'Sign up with Google')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  // As pasted from two cells of a table.
  await page.getByLabel('Name').fill(user.name.replace(' ', '\t'));
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const calls = recordRequests(page);
  const answered = page.waitForResponse('**/jwt');
  const release = await holdRequests(page, '**/identity/sign-up/email');
  await button(page, 'Sign Up').click();
  await expect(main(page).locator('form [type=submit]')).toHaveAttribute('aria-busy', 'true');
  await release();
  const { token } = await (await answered).json();
  await expectToast(page, 'Account Created Succesfully');
  await expect(page).toHaveURL('/');
  expect(writesIn(calls)).toEqual([
    'POST /identity/sign-up/email',
    'POST /jwt',
    'POST /identity/update-user',
    'POST /users',
  ]);
  const bodyOf = (path: string) => calls.find((call) => call.path === path)?.body;
  expect(bodyOf('/jwt')).toEqual({ email: user.email });
  expect(bodyOf('/identity/update-user')).toEqual({ name: user.name });
  expect(bodyOf('/users')).toEqual({ ...user, varified: false, role: 'buyer' });
  expect(await page.evaluate(() => localStorage.getItem('redial-token'))).toBe(token);
  const { user: storedUser } = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('redial-session') ?? ''),
  );
  expect(storedUser).toEqual({
    uid: expect.any(String),
    email: user.email,
    emailVerified: false,
    displayName: user.name,
    isAnonymous: false,
    photoURL: null,
    phoneNumber: null,
    tenantId: null,
    providerData: [expect.objectContaining({ providerId: 'password' })],
    metadata: { creationTime: expect.any(String), lastSignInTime: expect.any(String) },
  });

  await page.getByRole('button', { name: 'Log Out' }).click();
  await signUpAgain(page, user);
});

/** An email address with an account is refused with the provider's message. */
async function signUpAgain(page: Page, user: { name: string; email: string }): Promise<void> {
  await openPage(page, '/signup');
  await page.getByLabel('Name').fill(user.name);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const refused = page.waitForResponse('**/identity/sign-up/email');
  await button(page, 'Sign Up').click();
  const { message } = await (await refused).json();
  await expectToast(page, message);
  await expect(button(page, 'Sign Up')).not.toHaveAttribute('aria-busy', 'true');
}

test('[7.34, 8.16, 8.18] if the token or the user record cannot be obtained, an error shows and the user stays signed out', async ({
  page,
}) => {
  const { email } = await signUpByApi('Ines', 'buyer');
  for (const call of ['**/jwt', '**/users']) {
    const message = `${call} is asked for too often`;
    const json = { code: 'rate.limited', status: 429, message };
    await page.route(call, (route) => route.fulfill({ status: 429, json }));
    await openPage(page, '/login');
    await fillSignIn(page, email);
    await expectToast(page, message);
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('redial-token'))).toBeNull();
    await page.unroute(call);
    // The identity session that is left does not sign the user in later.
    const identityLoaded = page.waitForResponse('**/identity/get-session');
    await openPage(page, '/login');
    await identityLoaded;
    await waitForHydration(page);
    await expect(page.locator('html')).toHaveAttribute('data-session', 'out');
    await expect(page).toHaveURL('/login');
  }
});

test('[5.1, 5.2, 5.3, 5.4, 5.5, 9.5] an invalid email address shows an error in both forms and is not sent', async ({
  page,
}) => {
  const calls = recordRequests(page);
  for (const [path, label] of [
    ['/login', 'Sign In'],
    ['/signup', 'Sign Up'],
  ] as const) {
    await openPage(page, path);
    if (path === '/signup') await page.getByLabel('Name').fill('Nora');
    await page.getByLabel('Password', { exact: true }).fill(password);
    for (const wrong of [
      'nora@mail',
      'nora@mail.info',
      'nora@mail.c',
      'n+a@mail.com',
      'a..b@c.co',
    ]) {
      await page.getByLabel('Email').fill(wrong);
      await button(page, label).click();
      await expect(page.getByText('Please provide a valid email', { exact: true })).toBeVisible();
      await expect(page.getByLabel('Email')).toHaveValue(wrong);
    }
    await page.getByLabel('Email').fill('first-last.x_1@sub.my-mail.org');
    await expect(page.getByText('Please provide a valid email')).toBeHidden();
  }
  expect(writesIn(calls)).toEqual([]);
});

test('[5.6, 5.7, 5.8, 5.9, 5.10, 5.11, 9.1, 9.2, 9.3, 9.4] the first violated password rule is shown, and the password is not sent', async ({
  page,
}) => {
  await openPage(page, '/signup');
  const calls = recordRequests(page);
  await page.getByLabel('Name').fill('Nora');
  await page.getByLabel('Email').fill('nora@mail.com');
  const secret = page.getByLabel('Password', { exact: true });
  const messages = [
    'Password must have more that 6 charecters',
    'Password must have atleast 2 digits',
    'Password must have speacial charencters',
    'Password must have atleast one capital latter',
  ];
  for (const [typed, rule] of [
    ['abc', 0],
    ['aA1!', 0],
    ['A!bcde', 1],
    ['Abcde1', 1],
    ['Abcd12', 2],
    ['Abcd12-', 2],
    ['abcd12*', 3],
  ] as const) {
    await secret.fill(typed);
    await button(page, 'Sign Up').click();
    for (const [place, message] of messages.entries()) {
      await expect(page.getByText(message, { exact: true })).toHaveCount(place === rule ? 1 : 0);
    }
    await expect(secret).toHaveValue(typed);
  }
  expect(writesIn(calls)).toEqual([]);
});

test('[1.23, 2.71, 2.72, 2.73, 2.74, 2.75, 2.76, 2.77, 2.78, 3.11, 5.17, 5.18, 5.19, 5.20, 7.17, 7.30, 7.31, 8.4, 9.8] the form Add A New Product: eleven fields, saved only after a successful upload', async ({
  page,
}) => {
  test.slow();
  const seller = await signUpSellerByApi();
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/addproduct');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add A New Product');
  await expectOwnChecks(main(page).locator('form'));
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await expect(field('Mobile number')).toHaveAttribute('type', 'tel');
  for (const label of ['Year of purchase', 'Years of use']) {
    await expect(field(label)).toHaveAttribute('type', 'number');
  }
  await expect(field('Description')).toHaveAttribute('rows', '5');
  await expect(field('Image')).toHaveAttribute('accept', 'image/*');
  for (const [label, first, ...choices] of [
    ['Category', 'Choose a category', 'Xiaomi', 'Iphone', 'Samsung'],
    ['Condition', 'Choose a condition', 'excellent', 'good', 'fair'],
  ] as const) {
    const options = field(label).getByRole('option');
    await expect(options).toHaveText([first, ...choices]);
    await expect(options.first()).toHaveAttribute('disabled', '');
    await expect(field(label)).toHaveValue('');
  }
  const submit = button(page, 'Add Product');
  await submit.click();
  await expect(main(page).locator('form [aria-invalid=true]')).toHaveCount(11);

  const { name } = newUser(`Galaxy ${randomWord()}`);
  const texts = {
    'Product name': name,
    'Original price': '799',
    'Resale price': '389.50',
    'Mobile number': '+1 202-555-0142',
    Location: 'Porto, Portugal',
    'Year of purchase': '2023',
    'Years of use': '3',
    Description: 'Always in a case; no scratches at all.',
  };
  for (const [label, text] of Object.entries(texts)) await field(label).fill(text);
  await field('Category').selectOption('Samsung');
  await field('Condition').selectOption('excellent');
  await field('Image').setInputFiles({
    name: 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('x'),
  });
  await expect(page.getByText('Choose an image file', { exact: true })).toBeVisible();

  const calls = recordRequests(page);
  await page.route('**/1/upload', (route) => route.fulfill({ json: { success: false } }));
  await field('Image').setInputFiles(photo);
  await submit.click();
  await expect(page.getByText('The picture is not uploaded.')).toBeVisible();
  // The end of the submit, which would otherwise use the next upload.
  await expect(field('Image')).toBeFocused();
  expect(writesIn(calls)).not.toContain('POST /myproducts');
  await expect(page).toHaveURL('/dashboard/addproduct');

  await page.unroute('**/1/upload');
  const uploaded = page.waitForResponse('**/1/upload');
  await field('Image').setInputFiles(photo);
  const response = await uploaded;
  expect(response.request().headers()['content-type']).toContain('multipart/form-data');
  const { data } = await response.json();
  await submit.click();
  await expectToast(page, `${name} Added Sucessfully`);
  await expect(page).toHaveURL('/dashboard/myproducts');
  expect(
    calls.find(({ path, method }) => path === '/myproducts' && method === 'POST')?.body,
  ).toEqual({
    name,
    img: data.url,
    originalPrice: 799,
    resalePrice: 389.5,
    number: '+1 202-555-0142',
    location: 'Porto, Portugal',
    purchaseDate: 2023,
    yearsOfUse: '3 years',
    category: 'Samsung',
    condition: 'excellent',
    description: 'Always in a case; no scratches at all.',
  });
  expect(writesIn(calls).slice(-2)).toEqual(['POST /1/upload', 'POST /myproducts']);
  await expect(productCard(page, name)).toContainText('3 years');
});
