import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, expectToast, openPage, signIn, test } from './page-helpers.ts';

test('a seller offers a phone for less to everyone who favourites it, and one accepts', async ({
  page,
  browser,
}) => {
  test.slow();
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Fay', 'buyer');
  await buyer.call('PUT', `/api/favourites/${phone.id}`);

  await signIn(page, seller.email);
  await openPage(page, `/dashboard/myproducts/${phone.id}#offers`);
  const price = page.getByLabel('Your price for 1 person (dollars)');
  await price.fill('390');
  await price.press('Tab');
  await expect(page.getByText('Enter a price below $389')).toBeVisible();
  await price.fill('350');
  await page.getByRole('button', { name: 'Send an offer of $350 to 1 person' }).click();
  await page.getByRole('button', { name: 'Send offer' }).click();
  await expectToast(page, 'Offer sent');
  await expect(page.getByText(/^Sent on .* to 1 person: \$350\. Open/)).toBeVisible();
  await expect(page.getByText('You can send another one from')).toBeVisible();

  const context = await browser.newContext();
  const buyers = await context.newPage();
  await signIn(buyers, buyer.email);
  await openPage(buyers, '/dashboard/offers');
  const offer = buyers.getByRole('article', { name: phone.name });
  await expect(offer).toContainText('The seller offered $350');
  await expect(offer).toContainText('the first one gets it');
  await offer.getByRole('button', { name: /^Accept the offer of \$350/ }).click();
  const dialog = buyers.getByRole('dialog', { name: 'Accept $350?' });
  await dialog.getByRole('button', { name: 'Accept offer' }).click();
  await expect(dialog.getByLabel('Your Phone Number')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Your Phone Number').fill('+33 6 12 34 56 78');
  await dialog.getByLabel('Meeting Location').fill('Lyon, France');
  await dialog.getByRole('button', { name: 'Accept offer' }).click();
  await expect(buyers).toHaveURL(/\/dashboard\/myorders\/payment\//);
  await expect(buyers.getByText('$350').first()).toBeVisible();
  await context.close();

  await openPage(page, '/dashboard/offers');
  await expect(page.getByRole('article', { name: phone.name })).toContainText('Accepted');
});
