import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { addProduct, signUpSellerByApi } from './api-helpers.ts';
import {
  demoEmails,
  expect,
  expectToast,
  fillSignIn,
  loginUrl,
  openPage,
  password,
  productCard,
  signIn,
  test,
} from './page-helpers.ts';
import { holdRequests } from './request-helpers.ts';

const photo = fileURLToPath(new URL('./phone.jpg', import.meta.url));
const cutOff = 'Redial cannot be reached. Check your connection and try again.';
const main = (page: Page) => page.getByRole('main');

/** Ends the session on the server and removes the stored token, as expiry does. */
async function expire(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('redial-session') ?? '{}');
    localStorage.setItem('redial-token', 'ended');
    const response = await fetch('/identity/sign-out', {
      method: 'POST',
      credentials: 'omit',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    return response.status;
  });
  expect(status).toBe(200);
}

test('a session that ends while a form is filled in returns to the form with its input', async ({
  page,
}) => {
  await signIn(page, demoEmails.seller);
  await openPage(page, '/dashboard/addproduct');
  await page.getByLabel('Product name').fill('iPhone 12 64 GB, White');
  await page.getByLabel('Category').selectOption('Iphone');
  await page.getByLabel('Condition').selectOption('good');
  await page.getByLabel('Description').fill('Two owners; the battery still gets through a day.');
  await expire(page);
  await page.locator('input[type=file]').setInputFiles(photo);
  await expect(page).toHaveURL('/login?from=%2Fdashboard%2Faddproduct');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await fillSignIn(page, demoEmails.seller);
  await expect(page).toHaveURL('/dashboard/addproduct');
  await expect(page.getByLabel('Product name')).toHaveValue('iPhone 12 64 GB, White');
  await expect(page.getByLabel('Category')).toHaveValue('Iphone');
  await expect(page.getByLabel('Condition')).toHaveValue('good');
  await expect(page.getByLabel('Description')).toHaveValue(/^Two owners/);
  await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await signIn(page, demoEmails.seller);
  await openPage(page, '/dashboard/addproduct');
  await expect(page.getByLabel('Product name')).toHaveValue('');
});

test('a navigation that is superseded by another shows no error', async ({ page }) => {
  // Sends the page without its last bytes, as a server that is slow to finish.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (...asked) => {
      const [resource, { signal } = {}] = asked as [RequestInfo | URL, RequestInit?];
      const response = await fetch(...asked);
      if (!String(resource).includes('.data')) return response;
      const read = new Uint8Array(await response.arrayBuffer());
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(read);
          signal?.addEventListener('abort', () => {
            stream.error(signal.reason);
            document.documentElement.dataset.calledOff = 'true';
          });
        },
      });
      return new Response(body, response);
    };
  });
  const { promise: enough, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/assets/home-*.js', (route) => enough.then(() => route.continue()));
  await openPage(page, '/blogs');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const data = page.waitForResponse(/\.data/);
  await bar.getByRole('link', { name: 'Home' }).click();
  await (await data).finished();
  await bar.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-called-off', 'true');
  go();
  await expect(page).toHaveURL(loginUrl);
});

test('a list that fails to load shows an error in its place, and retrying loads it', async ({
  page,
}) => {
  // Live updates would load the list again by themselves.
  await page.route(/\/api\/events/, (route) => route.fulfill({ status: 503, body: '' }));
  await signIn(page, demoEmails.buyer);
  await page.route('**/orders?*', (route) => route.fulfill({ body: 'truncated' }));
  await openPage(page, '/dashboard/myorders');
  await expect(main(page).getByRole('alert')).toContainText(cutOff);
  await page.unroute('**/orders?*');
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'My Orders' })).toBeVisible();
});

test('an offline search keeps its filters, and retrying loads the products', async ({
  page,
  context,
}) => {
  await openPage(page, '/search');
  await context.setOffline(true);
  const samsung = page.getByRole('radio', { name: /^Samsung/ });
  await samsung.check();
  await expect(main(page).getByRole('alert')).toContainText(cutOff);
  await expect(samsung).toBeChecked();
  await context.setOffline(false);
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Samsung phones');
  await expect(main(page).getByRole('article')).toHaveCount(24);
});

test('offline, navigation stays on the page, keeps input and shows a message', async ({
  page,
  context,
}) => {
  await openPage(page, '/signup');
  await page.getByLabel('Name').fill('Nora');
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
  await expectToast(page, cutOff);
  await expect(page).toHaveURL('/signup');
  await expect(page.getByLabel('Name')).toHaveValue('Nora');
  await context.setOffline(false);
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL('/blogs');
});

test('an offline order keeps its input, shows its state and succeeds later', async ({
  page,
  context,
}) => {
  const { name } = await addProduct(await signUpSellerByApi());
  await signIn(page, demoEmails.buyer);
  await openPage(page, '/category-products/Samsung');
  await productCard(page, name)
    .getByRole('button', { name: /^Purchase/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your Phone Number').fill('+1 202-555-0117');
  await dialog.getByLabel('Meeting Location').fill('Central Station');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: /^Order for/ }).click();
  await expectToast(page, cutOff);
  await expect(dialog.getByLabel('Meeting Location')).toHaveValue('Central Station');
  await context.setOffline(false);
  const release = await holdRequests(page, '**/orders');
  await dialog.getByRole('button', { name: /^Order for/ }).click();
  await expect(dialog.getByRole('button', { name: 'Ordering' })).toBeVisible();
  await release();
  await expect(page.getByText('The phone is held for you')).toBeVisible();
});

test('offline sign-in keeps its input', async ({ page, context }) => {
  await openPage(page, '/login');
  await page.getByRole('button', { name: /Google/ }).waitFor();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await fillSignIn(page, demoEmails.buyer);
  await expectToast(page, cutOff);
  await expect(page.getByLabel('Email')).toHaveValue(demoEmails.buyer);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(page, 'Login Succesfully');
});

test('a truncated session response does not sign the user out', async ({ page }) => {
  await signIn(page, demoEmails.buyer);
  const session = '**/identity/get-session';
  await page.route(session, (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"session":{"crea' }),
  );
  const response = page.waitForResponse(session);
  await openPage(page, '/dashboard/myorders');
  await (await response).finished();
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText('My Orders');
  await page.unroute(session);
  await openPage(page, '/dashboard/myorders');
  await expect(page).toHaveURL('/dashboard/myorders');
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText('My Orders');
});

test('advertising is shown optimistically and reverted if the server refuses', async ({ page }) => {
  const seller = await signUpSellerByApi('Rana');
  const { name } = await addProduct(seller);
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/myproducts');
  const phone = productCard(page, name);
  const advertise = async () => {
    await phone.getByRole('button', { name: /^Action/ }).click();
    await page.getByRole('menuitem', { name: 'Advertize' }).click();
  };
  const refused = 'This phone is ordered or sold';
  await page.route('**/allproduct/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { code: 'product.has-active-order', status: 409, message: refused },
    });
  });
  await advertise();
  await expect(phone.getByText('Advertised')).toBeVisible();
  await expectToast(page, refused);
  await expect(phone.getByText('On sale')).toBeVisible();
  await page.unroute('**/allproduct/*');
  await advertise();
  await expectToast(page, 'Advertized Succesfully');
  await expect(phone.getByText('Advertised')).toBeVisible();
  await phone.getByRole('button', { name: /^Action/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Already Avertized' })).toBeVisible();
});

test('destructive actions ask for confirmation and show progress', async ({ page }) => {
  const seller = await signUpSellerByApi('Rana');
  const { name } = await addProduct(seller);
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/myproducts');
  const ask = async () => {
    await productCard(page, name)
      .getByRole('button', { name: /^Action/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete Product' }).click();
  };
  const question = page.getByRole('alertdialog', { name: `Delete ${name}?` });
  await ask();
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(question).toBeHidden();
  await expect(productCard(page, name)).toBeVisible();
  const release = await holdRequests(page, '**/myproducts/*');
  await ask();
  await question.getByRole('button', { name: 'Delete product' }).click();
  await expect(question.getByRole('button', { name: 'Deleting' })).toBeVisible();
  await release();
  await expectToast(page, 'Deleted Succesfully');
  await expect(page.getByText('You have no phones on offer')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Add Products' }).last()).toBeVisible();
});

test('an image is previewed while it uploads; a failed upload can be retried without selecting it again', async ({
  page,
  context,
}) => {
  await signIn(page, demoEmails.seller);
  await openPage(page, '/dashboard/addproduct');
  const release = await holdRequests(page, '**/1/upload');
  await page.locator('input[type=file]').setInputFiles(photo);
  await expect(page.getByRole('progressbar', { name: 'Uploading the picture' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'The product as chosen' })).toBeVisible();
  await context.setOffline(true);
  await release();
  await expect(main(page).getByRole('alert').filter({ hasText: cutOff })).toBeVisible();
  await context.setOffline(false);
  await main(page).getByRole('button', { name: 'Upload again' }).click();
  await expect(page.getByText('The picture is uploaded.')).toBeVisible();
});

for (const width of [360, 1280]) {
  test(`skeletons have the size of their content at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, demoEmails.buyer);
    const release = await holdRequests(page, '**/allproducts/Iphone?*');
    await page.goto('/category-products/Iphone');
    const first = main(page)
      .locator('ul li')
      .filter({ has: page.locator('.aspect-square') })
      .first();
    await expect(main(page).getByText('Loading phones')).toBeAttached();
    const skeleton = await first.boundingBox();
    await release();
    await expect(main(page).getByRole('article').first()).toBeVisible();
    const phone = await first.boundingBox();
    expect(skeleton).not.toBeNull();
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs((phone?.[side] ?? 0) - (skeleton?.[side] ?? 0)), side).toBeLessThan(4);
    }
  });
}

test('pages of an order that does not exist say so, and offer a way on instead of another try', async ({
  page,
}) => {
  const id = '018f0000-0000-7000-8000-000000000000';
  await signIn(page, demoEmails.buyer);
  for (const [path, what] of [
    [`/dashboard/orders/${id}`, 'order'],
    [`/dashboard/orders/${id}/review`, 'order'],
    [`/dashboard/orders/${id}/dispute`, 'order'],
    [`/dashboard/orders/${id}/self-tests`, 'order'],
    [`/disputes/${id}`, 'dispute'],
    ['/disputes/not-an-id', 'dispute'],
  ] as const) {
    await openPage(page, path);
    await expect(main(page).getByText(`There is no such ${what}`), path).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Dashboard' }), path).toBeVisible();
    await expect(main(page).getByRole('button', { name: 'Try again' })).toHaveCount(0);
  }
});
