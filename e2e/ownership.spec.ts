import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, expectToast, openPage, productCard, signIn, test } from './page-helpers.ts';

const order = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };

test('a buyer sees the own order on the product page and in lists, and can cancel or pay it there', async ({
  page,
}) => {
  test.slow();
  const phone = await addProduct(await signUpSellerByApi());
  const buyer = await signUpByApi('Nora', 'buyer');
  await buyer.call('POST', '/orders', { productId: phone.id, ...order });
  await signIn(page, buyer.email);
  const main = page.getByRole('main');

  await openPage(page, `/products/${phone.id}`);
  await expect(main.getByText('Reserved by you')).toBeVisible();
  await expect(main.getByText(/until (today|tomorrow), .* \(2[34]\shours\sleft\)/)).toBeVisible();
  await expect(main.getByText(/^Somebody else has/)).toBeHidden();
  await expect(main.getByRole('link', { name: /^Pay Now/ })).toBeVisible();

  await openPage(page, '/search');
  const card = productCard(page, phone.name);
  await expect(card.getByText('Reserved by you')).toBeVisible();
  await expect(card.getByRole('link', { name: /^Pay Now/ })).toBeVisible();

  await openPage(page, `/products/${phone.id}`);
  await main.getByRole('button', { name: /^Cancel the order/ }).click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expectToast(page, 'Order Cancelled');
  await expect(main.getByRole('button', { name: 'Purchase' })).toBeVisible();
  await expect(main.getByText('Reserved by you')).toHaveCount(0);

  await buyer.call('POST', '/orders', { productId: phone.id, ...order });
  await openPage(page, `/products/${phone.id}`);
  await main.getByRole('link', { name: /^Pay Now/ }).click();
  await page.getByText('Sandbox: try a test card').click();
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your Payment completed' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();

  await page.getByRole('link', { name: /^Receipt/ }).click();
  const total = page.getByText('US dollars, paid by card');
  await expect(total).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  expect((await page.getByText(buyer.email).boundingBox())?.width).toBeGreaterThan(250);
  await page.emulateMedia({ media: 'screen' });
  await openPage(page, `/products/${phone.id}`);
  await expect(main.getByText('Bought by you')).toBeVisible();
  await expect(main.getByText(/^Somebody else has/)).toBeHidden();
  await main.getByRole('link', { name: /^Your order/ }).click();
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
});

test('a seller is offered the actions of the own listing instead of Purchase', async ({ page }) => {
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  await signIn(page, seller.email);
  const main = page.getByRole('main');

  await openPage(page, '/search');
  const card = productCard(page, phone.name);
  await expect(card.getByText('Yours', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: /Purchase|Report/ })).toHaveCount(0);
  await card.getByRole('link', { name: /^Your listing/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/myproducts$/);

  await openPage(page, `/products/${phone.id}`);
  await expect(main.getByText('This is your own listing')).toBeVisible();
  await expect(main.getByRole('button', { name: /Purchase|Report/ })).toHaveCount(0);
  await main.getByRole('button', { name: `Action for ${phone.name}` }).click();
  await page.getByRole('menuitem', { name: 'Advertize' }).click();
  await expectToast(page, 'Advertized Succesfully');
});

test('other visitors see that a phone is on hold, and may purchase one that is not', async ({
  page,
}) => {
  const phone = await addProduct(await signUpSellerByApi());
  const buyer = await signUpByApi('Nora', 'buyer');
  const main = page.getByRole('main');
  await signIn(page, (await signUpByApi('Ada', 'buyer')).email);
  await openPage(page, `/products/${phone.id}`);
  await expect(main.getByRole('button', { name: 'Purchase' })).toBeVisible();
  await buyer.call('POST', '/orders', { productId: phone.id, ...order });
  await openPage(page, `/products/${phone.id}`);
  await expect(main.getByText('On hold', { exact: true })).toBeVisible();
  await expect(main.getByText(/and may return/)).toBeVisible();
});
