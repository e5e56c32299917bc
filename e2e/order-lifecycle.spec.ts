import { demoEmails, expectToast, openPage, signIn, test } from './page-helpers.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a seller accepts a request for cancellation, and can list the phone again', async ({
  page,
}) => {
  await signIn(page, demoEmails.seller);
  await openPage(page, '/dashboard/sales');
  const sale = page.getByRole('row').filter({ hasText: 'Accept the cancellation' });
  await sale.getByRole('link').click();
  await page.getByRole('button', { name: 'Accept the cancellation' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the sale' }).click();
  await expectToast(page, 'The sale is cancelled');
  await page.getByRole('button', { name: 'List it again' }).click();
  await expectToast(page, 'Your phone is listed again');
});
