import {
  breakCalls,
  holdCalls,
  linkFrom,
  openAction,
  openDialog,
  openPayment,
  orderAddress,
  phoneAddress,
  press,
} from './actions.mjs';
import { communityScreens } from './community.mjs';
import { oversightScreens } from './oversight.mjs';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {object} Screen
 * @property {string} name
 * @property {'visitor' | 'buyer' | 'seller' | 'admin' | 'moderator' | 'support'} role
 * @property {string | ((page: Page) => Promise<string>)} path
 * @property {(page: Page) => Promise<unknown>} [setUp] actions before the screenshot
 * @property {boolean} [whole] whether to capture the full page instead of the viewport
 * @property {(width: number) => boolean} [only] the widths at which the screen exists
 */

const narrow = (/** @type {number} */ width) => width < 768;
const offered = (/** @type {any} */ phone) => phone.status === 'Available' && phone.varified;
const sold = (/** @type {any} */ phone) => phone.status === 'Sold';

const isIn = (/** @type {string} */ state) => (/** @type {any} */ order) => order.state === state;
const isToMeet = (/** @type {any} */ sale) => sale.nextAction === 'hand-over';

/** The states of orders that each has in the demo data. */
const buyersStates = [
  'unpaid',
  'paid',
  'in_transit',
  'delivered',
  'disputed',
  'returning',
  'completed',
  'refunded',
];
const sellersStates = ['paid', 'in_transit', 'delivered', 'disputed', 'completed', 'refunded'];

/** All screens per role, with dialogs, menus, empty and error states. @type {Screen[]} */
export const screens = [
  { name: 'home', role: 'visitor', path: '/' },
  {
    name: 'home, menu',
    role: 'visitor',
    path: '/',
    only: narrow,
    setUp: (page) => press(page, 'Menu'),
  },
  {
    name: 'home, a phone chosen',
    role: 'visitor',
    path: '/',
    setUp: async (page) => {
      await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'search', role: 'visitor', path: '/search' },
  { name: 'search, words', role: 'visitor', path: '/search?q=iphone+13+pro+blu' },
  { name: 'search, nothing found', role: 'visitor', path: '/search?q=typewriter' },
  {
    name: 'search, suggestions',
    role: 'visitor',
    path: '/',
    setUp: async (page) => {
      const box = page.getByRole('combobox').filter({ visible: true });
      if ((await box.count()) === 0) await press(page, 'Search');
      await box.first().pressSequentially('galax');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'search, filters',
    role: 'visitor',
    path: '/search',
    only: (width) => width < 1024,
    setUp: (page) => openDialog(page, 'Filter'),
  },
  { name: 'phone', role: 'visitor', path: (page) => phoneAddress(page, offered) },
  { name: 'phone, sold', role: 'visitor', path: (page) => phoneAddress(page, sold) },
  {
    name: 'phone, from near',
    role: 'visitor',
    path: (page) => phoneAddress(page, offered),
    setUp: async (page) => {
      await page.getByRole('link', { name: /Zoom in/ }).click();
      await press(page, 'Zoom in');
      await press(page, 'Zoom in');
    },
  },
  { name: 'phone, gone', role: 'visitor', path: '/products/018f0000-0000-7000-8000-000000000000' },
  { name: 'blog', role: 'visitor', path: '/blogs' },
  { name: 'sign in', role: 'visitor', path: '/login' },
  {
    name: 'sign in, refused',
    role: 'visitor',
    path: '/login',
    setUp: async (page) => {
      await page.getByLabel('Email').fill('nobody@mail.com');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.getByRole('button', { name: 'Dismiss' }).waitFor();
    },
  },
  { name: 'sign up', role: 'visitor', path: '/signup' },
  {
    name: 'sign up, errors',
    role: 'visitor',
    path: '/signup',
    whole: true,
    setUp: (page) => page.getByRole('button', { name: 'Sign Up', exact: true }).click(),
  },
  { name: 'reset password', role: 'visitor', path: '/reset-password?token=x' },
  { name: 'nothing here', role: 'visitor', path: '/nowhere' },
  { name: 'models', role: 'visitor', path: '/models' },
  { name: 'model', role: 'visitor', path: (page) => linkFrom(page, '/models', '/models/') },
  {
    name: 'device',
    role: 'visitor',
    path: deviceAddress,
  },
  { name: 'comparison', role: 'visitor', path: comparison },
  { name: 'grading', role: 'visitor', path: '/grading' },
  { name: 'how to find the imei', role: 'visitor', path: '/imei' },
  { name: 'safety', role: 'visitor', path: '/safety' },
  { name: 'category', role: 'buyer', path: '/category-products/Samsung' },
  {
    name: 'category, loading',
    role: 'buyer',
    path: '/blogs',
    setUp: async (page) => {
      await holdCalls(page, '**/allproducts/**');
      await page.goto('/category-products/Samsung');
    },
  },
  {
    name: 'category, failed',
    role: 'buyer',
    path: '/blogs',
    setUp: async (page) => {
      await breakCalls(page, '**/allproducts/**');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Samsung' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'phone, signed in', role: 'buyer', path: (page) => phoneAddress(page, offered) },
  {
    name: 'order',
    role: 'buyer',
    path: (page) => phoneAddress(page, offered),
    setUp: (page) => openDialog(page, 'Purchase'),
  },
  {
    name: 'order, errors',
    role: 'buyer',
    path: (page) => phoneAddress(page, offered),
    setUp: async (page) => {
      await openDialog(page, 'Purchase');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Order/ })
        .click();
    },
  },
  { name: 'my orders', role: 'buyer', path: '/dashboard/myorders' },
  {
    name: 'my orders, menu',
    role: 'buyer',
    path: '/dashboard/myorders',
    only: narrow,
    setUp: (page) => page.getByRole('main').getByRole('button').first().click(),
  },
  {
    name: 'my orders, cancelling',
    role: 'buyer',
    path: '/dashboard/myorders',
    setUp: (page) =>
      page
        .getByRole('button', { name: /^Cancel the order/, disabled: false })
        .first()
        .click(),
  },
  {
    name: 'payment',
    role: 'buyer',
    path: '/dashboard/myorders',
    whole: true,
    setUp: openPayment,
  },
  {
    name: 'payment, errors',
    role: 'buyer',
    path: '/dashboard/myorders',
    whole: true,
    setUp: async (page) => {
      await openPayment(page);
      await page.getByLabel('Card number').fill('4242424242424241');
      await page.getByRole('button', { name: /^Pay/ }).click();
    },
  },
  ...[
    ...buyersStates.map((state) => /** @type {const} */ (['buyer', state])),
    ...sellersStates.map((state) => /** @type {const} */ (['seller', state])),
  ].map(([role, state]) => ({
    name: `order of a ${role}, ${state.replace('_', ' ')}`,
    role,
    path: (/** @type {Page} */ page) => orderAddress(page, role, isIn(state)),
  })),
  {
    name: 'handover',
    role: 'seller',
    path: async (page) => `${await orderAddress(page, 'seller', isToMeet)}/handover`,
  },
  {
    name: 'report a problem',
    role: 'buyer',
    path: async (page) => `${await orderAddress(page, 'buyer', isIn('delivered'))}/dispute`,
  },
  {
    name: 'return',
    role: 'buyer',
    path: async (page) => `${await orderAddress(page, 'buyer', isIn('returning'))}/return`,
  },
  {
    name: 'dispute',
    role: 'buyer',
    path: async (page) => `${await orderAddress(page, 'buyer', isIn('disputed'))}/dispute`,
  },
  {
    name: 'receipt',
    role: 'buyer',
    path: async (page) =>
      (await orderAddress(page, 'buyer', isIn('completed'))).replace('orders', 'myorders/receipt'),
  },
  {
    name: 'sell a phone bought here',
    role: 'buyer',
    path: async (page) => `${await orderAddress(page, 'buyer', isIn('completed'))}/sell`,
  },
  {
    name: 'self-tests of an order',
    role: 'buyer',
    path: async (page) => `${await orderAddress(page, 'buyer', isIn('delivered'))}/self-tests`,
  },
  { name: 'sales', role: 'seller', path: '/dashboard/sales' },
  { name: 'balance', role: 'seller', path: '/dashboard/balance' },
  { name: 'payout account', role: 'seller', path: '/dashboard/payout-account' },
  { name: 'add a product', role: 'seller', path: '/dashboard/addproduct' },
  {
    name: 'add a product, errors',
    role: 'seller',
    path: '/dashboard/addproduct',
    whole: true,
    setUp: (page) => page.getByRole('button', { name: /^Add/ }).click(),
  },
  { name: 'my products', role: 'seller', path: '/dashboard/myproducts' },
  {
    name: 'my products, action',
    role: 'seller',
    path: '/dashboard/myproducts',
    setUp: openAction,
  },
  {
    name: 'my products, deleting',
    role: 'seller',
    path: '/dashboard/myproducts',
    setUp: async (page) => {
      await openAction(page);
      await page.getByRole('menuitem', { name: 'Delete Product' }).click();
    },
  },
  {
    name: 'listing',
    role: 'seller',
    path: (page) => linkFrom(page, '/dashboard/myproducts', '/dashboard/myproducts/'),
  },
  {
    name: 'edit a listing',
    role: 'seller',
    path: async (page) =>
      `${await linkFrom(page, '/dashboard/myproducts', '/dashboard/myproducts/')}/edit`,
  },
  { name: 'all sellers', role: 'admin', path: '/dashboard/allsellers' },
  {
    name: 'all sellers, deleting',
    role: 'admin',
    path: '/dashboard/allsellers',
    setUp: (page) =>
      page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click(),
  },
  { name: 'all buyers', role: 'admin', path: '/dashboard/allbuyers' },
  {
    name: 'all buyers, failed',
    role: 'admin',
    path: '/dashboard/allsellers',
    setUp: async (page) => {
      await breakCalls(page, '**/buyers');
      await page
        .getByRole('link', { name: 'All Buyers' })
        .filter({ visible: true })
        .first()
        .click();
      await page.getByRole('alert').first().waitFor();
    },
    only: (width) => width >= 1024,
  },
  { name: 'disputes', role: 'admin', path: '/dashboard/disputes' },
  {
    name: 'dispute, as an admin',
    role: 'admin',
    whole: true,
    path: '/dashboard/disputes',
    setUp: async (page) => {
      await page.locator('main a[href^="/disputes/"]').first().click();
      await page.waitForURL('**/disputes/*-*');
    },
  },
  { name: 'ledger', role: 'admin', path: '/dashboard/ledger' },
  { name: 'reported products', role: 'admin', path: '/dashboard/reported-products' },
  ...communityScreens,
  ...oversightScreens,
];

/** The comparison of three phones on sale. @param {Page} page */
async function comparison(page) {
  const response = await page.request.get('/allproducts?limit=100');
  const phones = (await response.json()).filter(offered).slice(0, 3);
  return `/compare?ids=${phones.map((/** @type {any} */ { _id }) => _id).join(',')}`;
}

/** The passport of a phone on sale. @param {Page} page */
async function deviceAddress(page) {
  const response = await page.request.get('/allproducts?limit=100');
  for (const { _id } of await response.json()) {
    const { device } = await (await page.request.get(`/api/listings/${_id}/device`)).json();
    if (device) return `/devices/${device._id}`;
  }
  throw new Error('no phone with a passport is on sale');
}
