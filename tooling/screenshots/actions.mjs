/** @typedef {import('@playwright/test').Page} Page */

/** The demo accounts and their password. */
const demo = {
  admin: 'admin@redial.dev',
  seller: 'seller@redial.dev',
  buyer: 'buyer@redial.dev',
  moderator: 'moderator@redial.dev',
  support: 'support@redial.dev',
};
const password = 'Redial#2021';

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {keyof typeof demo} role
 */
export async function signIn(context, role) {
  const page = await context.newPage();
  await page.goto('/login');
  await ready(page);
  await page.getByLabel('Email').fill(demo[role]);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('/');
  await page.close();
}

/** Waits for hydration. @param {Page} page */
async function ready(page) {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
}

/**
 * Waits until the page is stable and visible images are loaded.
 *
 * @param {Page} page
 * @param {boolean} [whole] include content below the viewport
 */
export async function settled(page, whole = false) {
  await ready(page);
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
  await page.evaluate(async (everything) => {
    if (everything) {
      // Cards outside the viewport are not rendered, which a full-page screenshot would show.
      const painted = new CSSStyleSheet();
      painted.replaceSync('* { content-visibility: visible !important; }');
      document.adoptedStyleSheets = [painted];
      for (const image of document.querySelectorAll('img')) image.loading = 'eager';
    }
    await document.fonts.ready;
    await Promise.race([
      Promise.allSettled(
        [...document.images].filter((one) => one.loading !== 'lazy').map((one) => one.decode()),
      ),
      new Promise((resolve) => setTimeout(resolve, 3000)),
    ]);
  }, whole);
  // Let toasts finish their transition.
  await page.waitForTimeout(150);
}

/** @param {Page} page @param {string} name */
export const press = (page, name) => page.getByRole('button', { name }).first().click();

/** Opens a dialog, whose code may be loaded on demand. @param {Page} page @param {string} name */
export async function openDialog(page, name) {
  await press(page, name);
  await page.getByRole('dialog').waitFor();
}

/** Opens the payment page of the first unpaid order in My Orders. @param {Page} page */
export async function openPayment(page) {
  await page
    .getByRole('link', { name: /^Pay Now/ })
    .first()
    .click();
  await page.getByLabel('Card number').waitFor();
}

/** Makes matching requests fail. @param {Page} page @param {string} pattern */
export const breakCalls = (page, pattern) =>
  page.route(pattern, (route) => route.fulfill({ status: 503, body: '{}' }));

/** Leaves matching requests unanswered. @param {Page} page @param {string} pattern */
export const holdCalls = (page, pattern) => page.route(pattern, () => {});

/**
 * Finds the path of a product that satisfies a condition.
 *
 * @param {Page} page @param {(phone: any) => boolean} fits
 */
export async function phoneAddress(page, fits) {
  const response = await page.request.get('/allproducts?limit=100');
  const phone = (await response.json()).find(fits);
  return `/products/${phone._id}`;
}

/**
 * Finds the first link of a page that leads below a path.
 *
 * @param {Page} page @param {string} from @param {string} below
 */
export async function linkFrom(page, from, below) {
  await page.goto(from);
  await settled(page);
  const href = await page.locator(`main a[href^="${below}"]`).first().getAttribute('href');
  return /** @type {string} */ (href);
}

/**
 * Finds the path of an own order or sale that satisfies a condition.
 *
 * @param {Page} page @param {'buyer' | 'seller'} role @param {(order: any) => boolean} fits
 */
export async function orderAddress(page, role, fits) {
  // The app renews the token.
  await page.goto('/dashboard/myorders');
  await settled(page);
  const url = role === 'buyer' ? `/orders?email=${demo.buyer}` : '/api/sales';
  const orders = await page.evaluate(async (path) => {
    const authorization = `Bearer ${localStorage.getItem('redial-token')}`;
    const response = await fetch(path, { headers: { authorization } });
    const found = await response.json();
    return found.sales ?? found;
  }, url);
  return `/dashboard/orders/${orders.find(fits)._id}`;
}

/**
 * Opens the Action menu of a product that its seller can delete.
 *
 * @param {Page} page
 */
export async function openAction(page) {
  await page
    .getByRole('article')
    .filter({ hasText: 'On sale' })
    .first()
    .getByRole('button', { name: /Action/ })
    .click();
}
