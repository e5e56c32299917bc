/** @typedef {import('@playwright/test').Page} Page */

/** The accounts of the demo, and their password. */
const demo = {
  admin: 'admin@redial.dev',
  seller: 'seller@redial.dev',
  buyer: 'buyer@redial.dev',
};
const password = 'Redial#2021';

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {keyof typeof demo} who
 */
export async function signIn(context, who) {
  const page = await context.newPage();
  await page.goto('/login');
  await ready(page);
  await page.getByLabel('Email').fill(demo[who]);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('/');
  await page.close();
}

/** Waits until the page answers to what one does. @param {Page} page */
async function ready(page) {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
}

/**
 * Waits until nothing moves any more and what is in sight has its pictures.
 *
 * @param {Page} page
 * @param {boolean} [whole] what is further down, too
 */
export async function settled(page, whole = false) {
  await ready(page);
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
  await page.evaluate(async (everything) => {
    if (everything) {
      // Cards far from the window are not painted, which a picture of the whole page would show.
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
  // Toasts have their time.
  await page.waitForTimeout(150);
}

/** @param {Page} page @param {string} name */
export const press = (page, name) => page.getByRole('button', { name }).first().click();

/** Presses what opens a dialog, whose code may come only then. @param {Page} page @param {string} name */
export async function openDialog(page, name) {
  await press(page, name);
  await page.getByRole('dialog').waitFor();
}

/** From My Orders to the payment of the first unpaid one. @param {Page} page */
export async function openPayment(page) {
  await page
    .getByRole('link', { name: /^Pay Now/ })
    .first()
    .click();
  await page.getByLabel('Card number').waitFor();
}

/** Makes calls to an address fail. @param {Page} page @param {string} pattern */
export const breakCalls = (page, pattern) =>
  page.route(pattern, (route) => route.fulfill({ status: 503, body: '{}' }));

/** Keeps calls to an address waiting. @param {Page} page @param {string} pattern */
export const holdCalls = (page, pattern) => page.route(pattern, () => {});

/**
 * The address of a phone's page, by what is asked of the list.
 *
 * @param {Page} page @param {(phone: any) => boolean} fits
 */
export async function phoneAddress(page, fits) {
  const answer = await page.request.get('/allproducts?limit=100');
  const phone = (await answer.json()).find(fits);
  return `/products/${phone._id}`;
}

/**
 * Opens the Action menu of a phone that its seller may still delete.
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
