import { fileURLToPath } from 'node:url';
import { addProduct, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import {
  demoEmails,
  expect,
  expectToast,
  newUser,
  openPage,
  signIn,
  test,
} from './page-helpers.ts';
import { randomWord } from './random-word.ts';

const photo = fileURLToPath(new URL('phone.jpg', import.meta.url));

test('a seller photographs the phone with a code, is refused with a reason, tries again, and the listing is verified', async ({
  page,
  browser,
}) => {
  test.slow();
  const name = `iPhone 13 ${randomWord()}`;
  const seller = await signUpSellerByApi(newUser('Rana').name);
  const { id: productId } = await addProduct(seller, { name });
  await signIn(page, seller.email);
  const admins = await browser.newPage();
  await signIn(admins, demoEmails.admin);

  const section = page.locator('#possession');
  const openSection = async () => {
    // From the same page, the hash alone would change.
    await page.goto('about:blank');
    await openPage(page, `/dashboard/myproducts/${productId}#possession`);
  };
  const takePhoto = async (button: string) => {
    await openSection();
    await section.getByRole('button', { name: button }).click();
    const code = await section.getByLabel('Your code').textContent();
    await section.getByLabel('Choose the photo').setInputFiles(photo);
    await expect(section.getByRole('status').getByText('Waiting for review')).toBeVisible();
    await expect(section.getByRole('img')).toBeVisible();
    await openPage(admins, '/dashboard/possession-proofs');
    const proof = admins.getByRole('article', { name });
    await expect(proof.getByText(code ?? 'no code', { exact: true })).toBeVisible();
    return proof;
  };

  const first = await takePhoto('Get a code');
  await expect(first.getByRole('button', { name: `Refuse the photo of ${name}` })).toBeDisabled();
  await first.getByLabel('Or refuse, because').selectOption('code-missing');
  await first.getByRole('button', { name: `Refuse the photo of ${name}` }).click();
  await expectToast(admins, 'Refused. The seller can try again');
  await expect(first).toBeHidden();

  await openSection();
  await expect(section.getByText('The code cannot be seen on the photo.')).toBeVisible();
  const second = await takePhoto('Get a new code');
  await second.getByRole('button', { name: `Accept the photo of ${name}` }).click();
  await expectToast(admins, 'Possession verified');

  await openPage(page, `/products/${productId}`);
  await expect(page.getByText(/^Possession verified on \w+ \d+, 20\d\d: we saw/)).toBeVisible();
  await openPage(page, '/search?q=iphone%2013&sort=newest');
  const card = page.getByRole('article').filter({ hasText: name }).first();
  await expect(card.getByText(/^Possession verified \w+ \d+, 20\d\d$/)).toBeVisible();
  await openPage(page, '/notifications');
  await expect(page.getByText('Buyers see that you have the phone.').first()).toBeVisible();
  await openSection();
  await expect(section.getByRole('status').getByText('Possession verified')).toBeVisible();
  await expectAccessible(page, [360]);
  await admins.close();
});
