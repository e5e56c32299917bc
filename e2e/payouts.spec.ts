import { handOver, payOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, expectToast, openPage, signIn, test } from './page-helpers.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Test numbers of the sandbox: the first has no account at the bank. */
const accountNumbers = { failing: '000111111116', good: '000123456789' };

test('a seller without sales sees an empty balance with a next step', async ({ page }) => {
  const { email } = await signUpByApi('Selma', 'seller');
  await signIn(page, email);
  await openPage(page, '/dashboard/balance');
  await expect(page.getByText('Nothing earned yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set up payouts' })).toBeVisible();
  await expect(page.getByRole('img', { name: /by month/ })).toHaveCount(0);
});

test('a phone is accepted, its payout fails, and is repeated with another bank account, by keyboard', async ({
  page,
}) => {
  const seller = await signUpSellerByApi('Selma');
  const buyer = await signUpByApi('Nora', 'buyer');
  const orderId = await payOrder(buyer, seller);
  await handOver(orderId, buyer, seller);
  await signIn(page, buyer.email);
  await openPage(page, `/dashboard/orders/${orderId}`);
  await page.getByRole('button', { name: 'Everything is fine' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: /fine/ }).press('Enter');
  await expect(page.getByText('$389 went to the seller on ').first()).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/balance');
  const available = page.getByRole('region', { name: 'Your money' });
  await expect(available).toContainText('$369.55');
  await page.getByRole('link', { name: 'Set up payouts' }).press('Enter');
  const enterAccount = async (number: string) => {
    await page.getByLabel('Account holder').fill('Selma Stone');
    await page.getByLabel('Routing number').fill('110000000');
    await page.getByLabel('Account number').fill(number);
    await page.getByRole('button', { name: /^Save/ }).press('Enter');
  };
  await enterAccount('12345678');
  await expect(page.getByRole('alert').last()).toContainText('test account numbers only');
  await enterAccount(accountNumbers.failing);
  await expectToast(page, 'Your bank account is saved');

  await page.getByRole('link', { name: 'Balance', exact: true }).first().press('Enter');
  await page.getByRole('radio', { name: 'A part' }).press('Space');
  const amount = page.getByLabel('Amount in dollars');
  await amount.fill('400');
  await amount.press('Enter');
  await expect(page.getByText('You can pay out $369.55 at most')).toBeVisible();
  await amount.fill('100.50');
  await amount.press('Enter');
  await expectToast(page, '$100.50 is on its way to your bank');
  const notice = page.getByText('The payout of $100.50 failed, and the money is in your balance');
  await expect(async () => {
    await page.reload();
    await expect(notice).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(notice).toContainText('The bank has no account with this number.');
  await expect(available).toContainText('$369.55');

  await page.getByRole('link', { name: 'Change the bank account' }).press('Enter');
  await expect(page.getByText('Bank account ending in 1116')).toBeVisible();
  await enterAccount(accountNumbers.good);
  await expect(page.getByText('Bank account ending in 6789')).toBeVisible();
  await page.getByRole('link', { name: 'Balance', exact: true }).first().press('Enter');
  await expect(available).toContainText('$369.55');
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: 'Pay out' }).press('Enter');
  await expectToast(page, '$369.55 is on its way to your bank');
  await expect(page.getByText('A payout of $369.55 is on its way.')).toBeVisible();
  const payouts = page.getByRole('table', { name: 'Payouts' }).getByRole('row');
  await expect(payouts).toHaveCount(3);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^redial-statement-.*\.csv$/);
});
