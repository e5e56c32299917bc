import { addProduct, signInByApi, signUpSellerByApi } from '../api-helpers.ts';
import { expect, expectToast, newUser, openPage, productCard, signUp } from '../page-helpers.ts';
import { mailedLink } from './mailed-link.ts';
import { testWithProviders } from './test-with-providers.ts';

const test = testWithProviders('mail-and-verified-addresses');
test.describe.configure({ timeout: 120_000 });

test('a buyer orders once the address is confirmed through the mailed link', async ({
  page,
  browser,
  elsewhere: { url, fakes },
}) => {
  const mail = fakes['mail-and-verified-addresses'];
  const seller = await signUpSellerByApi('Rana', url);
  const confirm = async (email: string) => {
    const link = await mailedLink(mail, email, `${url}/verify-email`);
    // In another browser, as on a phone.
    const elsewhere = await browser.newPage();
    await elsewhere.goto(link);
    await expect(
      elsewhere.getByRole('heading', { level: 1, name: 'Your address is confirmed' }),
    ).toBeVisible();
    await elsewhere.close();
  };
  await confirm(seller.email);
  // The next token exchange tells the marketplace.
  await signInByApi(seller.email, url);
  const { name } = await addProduct(seller);

  const buyer = newUser('Nora');
  await signUp(page, buyer, 'buyer');
  await openPage(page, '/category-products/Samsung');
  await productCard(page, name)
    .getByRole('button', { name: /^Purchase/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your Phone Number').fill('+33 6 12 34 56 78');
  await dialog.getByLabel('Meeting Location').fill('Gare de Lyon');
  await dialog.getByRole('button', { name: /^Order/ }).click();
  await expectToast(page, 'Confirm your e-mail address first');

  await confirm(buyer.email);
  await dialog.getByRole('button', { name: /^Order/ }).click();
  await expectToast(page, `${name} Orderd Succesfully`);
});

test('an incomplete link says so, and leads to the account, which sends another', async ({
  page,
  elsewhere: { url, fakes },
}) => {
  const user = newUser('Ida');
  await signUp(page, user, 'buyer');
  await openPage(page, '/verify-email?token=incomplete');
  await expect(
    page.getByRole('heading', { level: 1, name: 'This link does not work' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Your Account' }).click();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expectToast(page, `A link is on its way to ${user.email}`);
  const link = await mailedLink(
    fakes['mail-and-verified-addresses'],
    user.email,
    `${url}/verify-email`,
  );
  await openPage(page, new URL(link).pathname + new URL(link).search);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your address is confirmed' }),
  ).toBeVisible();
  await openPage(page, '/dashboard/account');
  await expect(page.getByText('Confirmed')).toBeVisible();
});
