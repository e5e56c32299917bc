import { expect, type Page } from '@playwright/test';
import { publicPages } from '@redial/contract/pages';
import { menuEntriesFor } from '../apps/web/app/features/dashboard/menu.ts';
import { signInByApi } from './api-helpers.ts';
import { demoEmails, openPage } from './page-helpers.ts';

type Group = readonly [role: 'visitor' | keyof typeof demoEmails, ...paths: string[]];

/** The pages in the dashboard menu of a role, three per test. */
function menuScreens(role: keyof typeof demoEmails): Group[] {
  const staffRole = role === 'moderator' || role === 'support' ? role : null;
  const roles = { isAdmin: role === 'admin', isSeller: role === 'seller', staffRole };
  const paths = menuEntriesFor(roles).map(({ to }) => to);
  return paths.flatMap((_, at) => (at % 3 === 0 ? [[role, ...paths.slice(at, at + 3)]] : []));
}

/**
 * All screens, in groups of a few per test, with paths for `openScreen`. The accessibility tests open
 * each; like every test, they fail on violations of the content security policy.
 */
export const screens: readonly Group[] = [
  ...Object.keys(publicPages).map((path): Group => ['visitor', path]),
  ...menuScreens('buyer'),
  ...menuScreens('seller'),
  ...menuScreens('admin'),
  // Staff have pages of admins and of buyers, beside another menu.
  ['moderator', '/dashboard/moderation', '/dashboard/risky-listings'],
  ['support', '/dashboard/disputes'],
  ['visitor', '/search?q=iphone', '/search?q=typewriter'],
  [
    'visitor',
    '/products/offered',
    '/products/sold',
    '/products/018f0000-0000-7000-8000-000000000000',
    '/nowhere',
  ],
  [
    'visitor',
    '/compare',
    '/compare?ids=offered',
    '/models?sort=cost',
    '/models/iphone-13',
    // It sells in more than nine days: the widest fact.
    '/models/galaxy-s22',
    '/models/no-such-model',
  ],
  ['visitor', '/sellers/rated', '/sellers/018f0000-0000-7000-8000-000000000000'],
  ['visitor', '/devices/018f0000-0000-7000-8000-000000000000'],
  ['visitor', '/self-test/018f0000-0000-7000-8000-000000000000'],
  ['visitor', '/self-test/running/1', '/self-test/running/2', '/self-test/running/3'],
  ['visitor', '/self-test/running/6', '/self-test/running/10', '/self-test/running/results'],
  ['visitor', '/favourites', '/login', '/signup', '/reset-password?token=x'],
  ['visitor', '/sign-out-device?token=x', '/change-email?token=x&step=revert'],
  ['buyer', '/favourites', '/dashboard/offers/new?product=x', '/dashboard/offers/new'],
  ['buyer', '/dashboard/offers/blind?product=x', '/dashboard/offers/blind'],
  ['admin', '/dashboard/moderation?view=decisions', '/dashboard/moderation?view=appeals'],
  ['admin', '/dashboard/risky-listings', '/dashboard/word-lists'],
  ['seller', '/dashboard/decisions'],
  ['buyer', '/category-products/Iphone', '/products/offered'],
  ['buyer', '/dashboard/account', '/dashboard/security'],
  ['buyer', '/dashboard/orders/first', '/dashboard/orders/last', '/dashboard/orders/last/review'],
  ['buyer', '/dashboard/orders/last/self-tests'],
  ['buyer', '/dashboard/messages/first', '/dashboard/messages/new?product=x'],
  ['buyer', '/notifications', '/notifications/settings', '/unsubscribe?token=x'],
  ['seller', '/dashboard/sales/first', '/dashboard/payout-account', '/dashboard/myproducts/first'],
  ['admin', '/dashboard/models/iphone-13'],
];

/**
 * Opens a screen; `/products/offered` and `/products/sold` stand for the page of such a product,
 * `/compare?ids=offered` for a comparison of four phones, of which one is not offered,
 * `/dashboard/orders/first` and `last` for those ends of the list of orders,
 * `/dashboard/sales/first` for the first order of the list of sales,
 * `/dashboard/orders/last/review` and `/dashboard/orders/last/self-tests` for the pages of the last one,
 * `/sellers/rated` for the profile of the demo seller,
 * `/self-test/running/1` for the first test of a phone under way, and so on, all before it skipped,
 * `/dashboard/messages/first` for the newest conversation,
 * `/dashboard/offers/new` for an offer on a phone, `/dashboard/offers/blind` for a blind one,
 * `/dashboard/myproducts/first` for the page of the seller's first product.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  if (path === '/dashboard/sales/first') return openOrder(page, '/dashboard/sales', 0);
  const position = { '/dashboard/orders/first': 0, '/dashboard/orders/last': -1 }[path];
  if (position !== undefined) return openOrder(page, '/dashboard/myorders', position);
  const subpage = /^\/dashboard\/orders\/last(\/.+)$/.exec(path)?.[1];
  if (subpage) {
    await openOrder(page, '/dashboard/myorders', -1);
    return openPage(page, `${new URL(page.url()).pathname}${subpage}`);
  }
  if (path === '/sellers/rated') return openRatedSeller(page);
  if (path.startsWith('/self-test/running/')) return openSelfTest(page, path.slice(19));
  if (path === '/dashboard/myproducts/first') return openListing(page);
  if (path === '/dashboard/messages/first') {
    await openPage(page, '/dashboard/messages');
    await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
    return expect(page.getByRole('log', { name: 'Messages' })).toBeVisible();
  }
  if (path === '/dashboard/offers/blind') {
    await openPage(page, `${path}?product=${await findProduct(page, 'Available')}`);
    return expect(page.getByLabel('The most that you would pay')).toBeVisible();
  }
  if (path === '/dashboard/offers/new') {
    await openPage(page, `${path}?product=${await findProduct(page, 'Available')}`);
    return expect(page.getByLabel('Your offer')).toBeVisible();
  }
  if (path === '/compare?ids=offered') {
    const response = await page.request.get('/allproducts?limit=3');
    const products: { _id: string }[] = await response.json();
    const ids = [...products.map(({ _id }) => _id), '018f0000-0000-7000-8000-000000000000'];
    return openComparison(page, ids);
  }
  const status = { '/products/offered': 'Available', '/products/sold': 'Sold' }[path];
  await openPage(page, status ? `/products/${await findProduct(page, status)}` : path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Opens an order from a list. */
async function openOrder(page: Page, list: string, position: number): Promise<void> {
  await openPage(page, list);
  const orders = page.getByRole('rowheader').locator('a[href^="/dashboard/orders/"]');
  await orders.and(page.locator(':not([href$="/sell"])')).nth(position).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order' })).toBeVisible();
}

/** Opens the page of the seller's first product with all its sections. */
async function openListing(page: Page): Promise<void> {
  await openPage(page, '/dashboard/myproducts');
  await page
    .getByRole('link', { name: /^Details of/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Details' })).toBeVisible();
  // Handles, since an opened section may have further ones.
  const summaries = await page.locator('main details > summary').elementHandles();
  for (const summary of summaries) await summary.click();
}

/** Opens the profile of the demo seller, who has reviews. */
async function openRatedSeller(page: Page): Promise<void> {
  const response = await page.request.get('/allproducts');
  const products: { _id: string; sellerName: string }[] = await response.json();
  const own = products.find(({ sellerName }) => sellerName === 'Nora Bell');
  const product = await (await page.request.get(`/api/products/${own?._id}`)).json();
  await openPage(page, `/sellers/${product.seller._id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Bell' })).toBeVisible();
}

/** Starts the self-test of a phone of the demo seller, up to the given test, or its results. */
async function openSelfTest(page: Page, upTo: string): Promise<void> {
  const seller = await signInByApi(demoEmails.seller);
  const own = await seller.call<{ _id: string; status: string }[]>(
    'GET',
    `/myproducts?email=${demoEmails.seller}`,
  );
  const offered = own.filter(({ status }) => status === 'Available');
  // A phone of its own for each screen: a new link ends the one before, also that of another test.
  const index = upTo === 'results' ? 0 : Number(upTo);
  const links = `/api/listings/${offered.at(index % offered.length)?._id}/self-test-links`;
  const { token } = await seller.call<{ token: string }>('POST', links);
  await openPage(page, `/self-test/${token}`);
  const skip = page.getByRole('button', { name: 'Skip this test' });
  const position = page.getByText(/^Test \d+ of \d+$/);
  const tests = Number(/\d+$/.exec((await position.textContent()) ?? '')?.[0]);
  const skipped = upTo === 'results' ? tests : Number(upTo) - 1;
  for (let done = 1; done <= skipped; done++) {
    await expect(position).toHaveText(`Test ${done} of ${tests}`);
    await skip.click();
  }
  if (upTo === 'results') {
    return expect(page.getByRole('button', { name: 'Send the results' })).toBeVisible();
  }
  await expect(position).toHaveText(`Test ${upTo} of ${tests}`);
  const start = page.getByRole('button', { name: 'Start', exact: true });
  if (await start.isVisible()) await start.click();
}

async function openComparison(page: Page, ids: readonly string[]): Promise<void> {
  await openPage(page, `/compare?ids=${ids.join(',')}`);
  await expect(page.getByRole('columnheader')).toHaveCount(ids.length);
}

async function findProduct(page: Page, wanted: string): Promise<string | undefined> {
  const response = await page.request.get('/allproducts?limit=100');
  const products: { _id: string; status: string }[] = await response.json();
  return products.find(({ status }) => status === wanted)?._id;
}
