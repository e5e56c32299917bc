import {
  breakCalls,
  holdCalls,
  openAction,
  openDialog,
  openPayment,
  phoneAddress,
  press,
} from './actions.mjs';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {object} Screen
 * @property {string} name
 * @property {'nobody' | 'buyer' | 'seller' | 'admin'} who
 * @property {string | ((page: Page) => Promise<string>)} path
 * @property {(page: Page) => Promise<unknown>} [act] actions before the screenshot
 * @property {boolean} [whole] whether to capture the full page instead of the viewport
 * @property {(width: number) => boolean} [only] the widths at which the screen exists
 */

const narrow = (/** @type {number} */ width) => width < 768;
const offered = (/** @type {any} */ phone) => phone.status === 'Available' && phone.varified;
const sold = (/** @type {any} */ phone) => phone.status === 'Sold';

/** All screens per role, with dialogs, menus, empty and error states. @type {Screen[]} */
export const screens = [
  { name: 'home', who: 'nobody', path: '/' },
  {
    name: 'home, menu',
    who: 'nobody',
    path: '/',
    only: narrow,
    act: (page) => press(page, 'Menu'),
  },
  {
    name: 'home, a phone chosen',
    who: 'nobody',
    path: '/',
    act: async (page) => {
      await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'search', who: 'nobody', path: '/search' },
  { name: 'search, words', who: 'nobody', path: '/search?q=iphone+13+pro+blu' },
  { name: 'search, nothing found', who: 'nobody', path: '/search?q=typewriter' },
  {
    name: 'search, suggestions',
    who: 'nobody',
    path: '/',
    act: async (page) => {
      const box = page.getByRole('combobox').filter({ visible: true });
      if ((await box.count()) === 0) await press(page, 'Search');
      await box.first().pressSequentially('galax');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'search, filters',
    who: 'nobody',
    path: '/search',
    only: (width) => width < 1024,
    act: (page) => openDialog(page, 'Filter'),
  },
  { name: 'phone', who: 'nobody', path: (page) => phoneAddress(page, offered) },
  { name: 'phone, sold', who: 'nobody', path: (page) => phoneAddress(page, sold) },
  {
    name: 'phone, from near',
    who: 'nobody',
    path: (page) => phoneAddress(page, offered),
    act: async (page) => {
      await page.getByRole('link', { name: /Look closer/ }).click();
      await press(page, 'Zoom in');
      await press(page, 'Zoom in');
    },
  },
  { name: 'phone, gone', who: 'nobody', path: '/products/018f0000-0000-7000-8000-000000000000' },
  { name: 'blog', who: 'nobody', path: '/blogs' },
  { name: 'sign in', who: 'nobody', path: '/login' },
  {
    name: 'sign in, refused',
    who: 'nobody',
    path: '/login',
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@mail.com');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.getByRole('button', { name: 'Dismiss' }).waitFor();
    },
  },
  { name: 'sign up', who: 'nobody', path: '/signup' },
  {
    name: 'sign up, errors',
    who: 'nobody',
    path: '/signup',
    whole: true,
    act: (page) => page.getByRole('button', { name: 'Sign Up', exact: true }).click(),
  },
  { name: 'reset password', who: 'nobody', path: '/reset-password?token=x' },
  { name: 'nothing here', who: 'nobody', path: '/nowhere' },
  { name: 'category', who: 'buyer', path: '/category-products/Samsung' },
  {
    name: 'category, loading',
    who: 'buyer',
    path: '/blogs',
    act: async (page) => {
      await holdCalls(page, '**/allproducts/**');
      await page.goto('/category-products/Samsung');
    },
  },
  {
    name: 'category, failed',
    who: 'buyer',
    path: '/blogs',
    act: async (page) => {
      await breakCalls(page, '**/allproducts/**');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Samsung' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'phone, signed in', who: 'buyer', path: (page) => phoneAddress(page, offered) },
  {
    name: 'order',
    who: 'buyer',
    path: (page) => phoneAddress(page, offered),
    act: (page) => openDialog(page, 'Purchase'),
  },
  {
    name: 'order, errors',
    who: 'buyer',
    path: (page) => phoneAddress(page, offered),
    act: async (page) => {
      await openDialog(page, 'Purchase');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Order/ })
        .click();
    },
  },
  { name: 'my orders', who: 'buyer', path: '/dashboard/myorders' },
  {
    name: 'my orders, menu',
    who: 'buyer',
    path: '/dashboard/myorders',
    only: narrow,
    act: (page) => page.getByRole('main').getByRole('button').first().click(),
  },
  {
    name: 'my orders, cancelling',
    who: 'buyer',
    path: '/dashboard/myorders',
    act: (page) =>
      page
        .getByRole('button', { name: /^Cancel the order/, disabled: false })
        .first()
        .click(),
  },
  {
    name: 'payment',
    who: 'buyer',
    path: '/dashboard/myorders',
    whole: true,
    act: openPayment,
  },
  {
    name: 'payment, errors',
    who: 'buyer',
    path: '/dashboard/myorders',
    whole: true,
    act: async (page) => {
      await openPayment(page);
      await page.getByLabel('Card number').fill('4242424242424241');
      await page.getByRole('button', { name: /^Pay/ }).click();
    },
  },
  { name: 'add a product', who: 'seller', path: '/dashboard/addproduct' },
  {
    name: 'add a product, errors',
    who: 'seller',
    path: '/dashboard/addproduct',
    whole: true,
    act: (page) => page.getByRole('button', { name: /^Add/ }).click(),
  },
  { name: 'my products', who: 'seller', path: '/dashboard/myproducts' },
  {
    name: 'my products, action',
    who: 'seller',
    path: '/dashboard/myproducts',
    act: openAction,
  },
  {
    name: 'my products, deleting',
    who: 'seller',
    path: '/dashboard/myproducts',
    act: async (page) => {
      await openAction(page);
      await page.getByRole('menuitem', { name: 'Delete Product' }).click();
    },
  },
  { name: 'all sellers', who: 'admin', path: '/dashboard/allsellers' },
  {
    name: 'all sellers, deleting',
    who: 'admin',
    path: '/dashboard/allsellers',
    act: (page) =>
      page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click(),
  },
  { name: 'all buyers', who: 'admin', path: '/dashboard/allbuyers' },
  {
    name: 'all buyers, failed',
    who: 'admin',
    path: '/dashboard/allsellers',
    act: async (page) => {
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
  { name: 'reported products', who: 'admin', path: '/dashboard/reported-products' },
];
