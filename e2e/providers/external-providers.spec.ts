import { addProduct, signUpByApi, signUpSellerByApi } from '../api-helpers.ts';
import {
  chooseNewPassword,
  expect,
  expectToast,
  fillSignIn,
  newUser,
  openPage,
  productCard,
  signUp,
} from '../page-helpers.ts';
import { addProductWithPhoto } from './add-product-with-photo.ts';
import { mailedLink } from './mailed-link.ts';
import { type FakeProvider, testWithProviders } from './test-with-providers.ts';

// One installation that uses all external providers.
const test = testWithProviders('postgres', 'redis', 'mail', 'google', 's3');
test.describe.configure({ mode: 'default', timeout: 120_000 });

/** Skips the test, naming the missing packages. */
function skipUnlessInstalled({ missingPackages }: FakeProvider): void {
  test.info().skip(missingPackages !== '', `needs Debian's packages ${missingPackages}`);
}

test('a password is reset through the link in a mail delivered over SMTP', async ({
  page,
  elsewhere: { url, fakes },
}) => {
  const { email } = await signUpByApi('Ines', 'buyer', url);
  await openPage(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: /Forgot password/i }).click();
  await expectToast(page, /mail/i);
  const link = await mailedLink(fakes.mail, email, `${url}/reset-password`);
  await chooseNewPassword(page, link, 'Nouveau#2026');
  await fillSignIn(page, email, 'Nouveau#2026');
  await expectToast(page, 'Login Succesfully');
});

test('signing in at Google’s own URLs works; an invalid response shows an error, and the next attempt works', async ({
  page,
  elsewhere: {
    fakes: { google },
  },
}) => {
  skipUnlessInstalled(google);
  const signInThere = async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: /Google/ }).click();
    const popup = await opened;
    await expect(popup).toHaveURL(/^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/);
    await popup.getByRole('link', { name: 'Nora' }).click();
  };
  await openPage(page, '/login');
  await google.send('misbehave', { token: 'garbage' });
  await signInThere();
  await expectToast(page, 'Sign-in with Google did not work, try again');
  await google.send('misbehave', {});
  await signInThere();
  await expectToast(page, 'Login Succesfully');
  await expect(page.getByRole('navigation', { name: /main/i })).toContainText('Nora');
});

test('a product is listed with a photo stored in S3; while S3 is down an error shows', async ({
  page,
  elsewhere: { url, fakes },
}) => {
  await addProductWithPhoto(page, fakes.s3, `(${url})?/images/`);
});

test('a product is ordered through PgBouncer, which stops and restarts', async ({
  page,
  elsewhere: {
    url,
    fakes: { postgres },
  },
}) => {
  skipUnlessInstalled(postgres);
  const seller = await signUpSellerByApi('Rana', url);
  const { name } = await addProduct(seller);
  await signUp(page, newUser('Nora'), 'buyer');
  await openPage(page, '/category-products/Samsung');
  await productCard(page, name)
    .getByRole('button', { name: /^Purchase/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your Phone Number').fill('+33 6 12 34 56 78');
  await dialog.getByLabel('Meeting Location').fill('Gare de Lyon');
  await postgres.send('stopProxy');
  await dialog.getByRole('button', { name: /^Order/ }).click();
  await expectToast(page, /try again/i);
  await postgres.send('startProxy');
  await expect(async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }).toPass({ timeout: 30_000 });
  await dialog.getByRole('button', { name: /^Order/ }).click();
  await page.getByRole('link', { name: 'Go to My Orders' }).click();
  await expect(page.getByRole('main')).toContainText(name);
});

test('counts of other processes in Redis apply, and a lost Redis blocks nobody', async ({
  page,
  elsewhere: {
    fakes: { redis },
  },
}) => {
  skipUnlessInstalled(redis);
  // On a busy machine, Redis may answer too late to count the first request.
  await expect(async () => {
    await openPage(page, '/');
    expect(await redis.send('setRateCounts', 1e9, 20_000)).toBeGreaterThan(0);
  }).toPass({ timeout: 20_000 });
  await expect(async () => {
    await page.goto('/');
    await expect(page.getByText(/Too many requests: try again in \d+ seconds/)).toBeVisible({
      timeout: 2000,
    });
  }).toPass({ timeout: 30_000 });
  await redis.send('kill');
  // What Redis counted applies until its window ends.
  await expect(async () => {
    await page.goto('/');
    await expect(page.getByRole('navigation', { name: /main/i })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
});
