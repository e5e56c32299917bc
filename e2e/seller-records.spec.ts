import { handOver, payOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
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
import { confirmWithPassword, refuseOldSignIn, stepUp } from './step-up-helpers.ts';

test('an admin whose sign-in is old confirms it to delete a seller, and opens the sealed record with a reason', async ({
  page,
}) => {
  test.slow();
  const { name } = newUser(`Gone ${randomWord()}`);
  const seller = await signUpSellerByApi(name);
  const buyer = await signUpByApi('Bea', 'buyer');
  const orderId = await payOrder(buyer, seller);
  await handOver(orderId, buyer, seller);

  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/allsellers');
  await refuseOldSignIn(page, /^\/users\/[\da-f-]{36}$/);
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete account' }).click();
  await confirmWithPassword(page);
  await expect(question).toBeHidden();
  await expect(page.getByRole('cell', { name: seller.email })).toHaveCount(0);

  await page.getByRole('link', { name: 'Seller Records' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Seller Records' })).toBeVisible();
  const field = page.getByLabel('Find a record');
  await field.fill('nothing');
  await field.press('Enter');
  await expect(page.getByText('No record belongs to this id')).toBeVisible();
  await field.fill(orderId);
  await field.press('Enter');
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(page.getByRole('cell', { name: 'Never' })).toBeVisible();

  await page.getByRole('button', { name: /^Open the record of/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Open this record?' });
  await dialog.getByRole('button', { name: 'Open the record' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Say it in a short sentence');
  await dialog.getByLabel('Why do you need to know?').fill('Request of the police, file 26-4711');
  await refuseOldSignIn(page, /openings$/);
  await dialog.getByRole('button', { name: 'Open the record' }).click();
  await confirmWithPassword(page);
  const record = page.getByRole('dialog', { name: 'Who the seller was' });
  await expect(record).toContainText(name);
  await expect(record).toContainText(seller.email);
  await expect(record).toContainText('+1 202-555-0142');
  await record.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('cell').filter({ hasText: 'file 26-4711' })).toBeVisible();

  // Nothing of it stays on the page.
  await page.getByRole('button', { name: /^Open the record of/ }).click();
  await expect(page.getByRole('dialog', { name: 'Open this record?' })).toBeVisible();
  await expect(page.getByText(seller.email)).toHaveCount(0);
});

test('closing the question for the password leaves the dialog below open, and nothing happens', async ({
  page,
}) => {
  const seller = await signUpSellerByApi('Stays');
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/account');
  await refuseOldSignIn(page, /account\/delete$/);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Type your e-mail address to confirm').fill(seller.email);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(stepUp(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(stepUp(page)).toBeHidden();
  await expectToast(page, 'Sign in again');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expectToast(page, 'Your account is deleted');
});
