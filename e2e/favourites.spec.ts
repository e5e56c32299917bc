import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import {
  expect,
  expectToast,
  openPage,
  productCard,
  signIn,
  signInByForm,
  test,
} from './page-helpers.ts';

test('favourites of a visitor stay in the browser and go to the account with the sign-in', async ({
  page,
}) => {
  test.slow();
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Fay', 'buyer');
  await openPage(page, '/favourites');
  await expect(page.getByText('No favourites yet')).toBeVisible();

  await openPage(page, `/products/${phone.id}`);
  const favourite = page.getByRole('button', { name: 'Favourite', exact: true });
  await favourite.click();
  await expect(favourite).toHaveAttribute('aria-pressed', 'true');
  await expectToast(page, 'Added to your favourites');
  await page.reload();
  await expect(favourite).toHaveAttribute('aria-pressed', 'true');
  await openPage(page, '/favourites');
  const card = productCard(page, phone.name);
  await expect(card).toBeVisible();

  await signInByForm(page, buyer.email);
  await openPage(page, '/favourites');
  await expect(card).toBeVisible();
  const own = await buyer.call<{ ids: string[] }>('GET', '/api/favourites');
  expect(own.ids).toEqual([phone.id]);
  const heart = card.getByRole('button', { name: `Favourite ${phone.name}` });
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await openPage(page, '/favourites');
  await expect(page.getByText('No favourites yet')).toBeVisible();
});

test('favourites of a visitor that the server does not take now are sent again later', async ({
  page,
}) => {
  test.slow();
  const phone = await addProduct(await signUpSellerByApi());
  const buyer = await signUpByApi('Fay', 'buyer');
  await openPage(page, `/products/${phone.id}`);
  await page.getByRole('button', { name: 'Favourite', exact: true }).click();
  await expectToast(page, 'Added to your favourites');
  const problem = { code: 'server.unavailable', status: 503, message: 'Try again later' };
  await page.route('**/api/favourites/*', (route) =>
    route.fulfill({ status: 503, json: problem, contentType: 'application/problem+json' }),
  );
  const refused = page.waitForResponse(
    (response) => response.url().includes('/api/favourites/') && response.status() === 503,
  );
  await signInByForm(page, buyer.email);
  await openPage(page, '/favourites');
  await refused;
  await page.unrouteAll();
  await openPage(page, '/favourites');
  await expect(productCard(page, phone.name)).toBeVisible();
  const own = await buyer.call<{ ids: string[] }>('GET', '/api/favourites');
  expect(own.ids).toEqual([phone.id]);
});

test('a seller sees that somebody watches a phone', async ({ page }) => {
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Fay', 'buyer');
  await buyer.call('PUT', `/api/favourites/${phone.id}`);
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/myproducts');
  await expect(productCard(page, phone.name)).toContainText('A favourite of one person');
});

test('a heart that cannot be saved goes back', async ({ page }) => {
  const phone = await addProduct(await signUpSellerByApi());
  const buyer = await signUpByApi('Fay', 'buyer');
  await signIn(page, buyer.email);
  await openPage(page, `/products/${phone.id}`);
  await page.route('**/api/favourites/*', (route) => route.fulfill({ status: 503 }));
  const favourite = page.getByRole('button', { name: 'Favourite', exact: true });
  await favourite.click();
  await expect(favourite).toHaveAttribute('aria-pressed', 'false');
});
