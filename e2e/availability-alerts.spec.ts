import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, expectToast, openPage, signIn, test } from './page-helpers.ts';

const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };

test('a phone on hold shows its deadline, and its return is announced to who asks for it', async ({
  page,
}) => {
  test.slow();
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Nora', 'buyer');
  const { insertedId } = await buyer.call<{ insertedId: string }>('POST', '/orders', {
    productId: phone.id,
    ...contact,
  });
  const main = page.getByRole('main');

  await openPage(page, `/products/${phone.id}`);
  await expect(main.getByText('On hold', { exact: true })).toBeVisible();
  await expect(main.getByText(/until (today|tomorrow), .* \(2[34]\shours\sleft\)/)).toBeVisible();
  await expect(main.getByRole('link', { name: 'Tell me if it returns' })).toHaveAttribute(
    'href',
    /^\/login/,
  );

  const fan = await signUpByApi('Fay', 'buyer');
  await signIn(page, fan.email);
  await openPage(page, `/products/${phone.id}`);
  const button = main.getByRole('button', { name: 'Tell me if it returns' });
  await button.click();
  await expectToast(page, 'You get a message if it returns');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');

  await buyer.call('POST', `/orders/delete/${insertedId}`, { productId: phone.id });
  await expect
    .poll(async () => {
      const { notifications } = await fan.call<{ notifications: { title: string }[] }>(
        'GET',
        '/api/notifications',
      );
      return notifications.map(({ title }) => title);
    })
    .toContain('The phone that you wait for is available');
});

test('a phone that an accepted offer holds is reserved for others', async ({ page }) => {
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Nora', 'buyer');
  const offer = await buyer.call<{ insertedId: string }>(
    'POST',
    `/api/listings/${phone.id}/offers`,
    { price: 300, ...contact },
  );
  await seller.call('POST', `/api/offers/${offer.insertedId}/acceptance`);
  await openPage(page, `/products/${phone.id}`);
  await expect(page.getByRole('main').getByText('Reserved', { exact: true })).toBeVisible();
});
