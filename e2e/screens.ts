import { expect, type Page } from '@playwright/test';
import { type demoEmails, openPage } from './page-helpers.ts';

/**
 * All screens, in groups of a few per test, with paths for `openScreen`. The accessibility and security
 * tests open each.
 */
export const screens: readonly [role: 'visitor' | keyof typeof demoEmails, ...paths: string[]][] = [
  ['visitor', '/', '/search?q=iphone', '/search?q=typewriter'],
  [
    'visitor',
    '/products/offered',
    '/products/sold',
    '/products/018f0000-0000-7000-8000-000000000000',
    '/nowhere',
  ],
  ['visitor', '/login', '/signup', '/blogs', '/reset-password?token=x'],
  ['admin', '/dashboard/allsellers', '/dashboard/allbuyers', '/dashboard/reported-products'],
  ['seller', '/dashboard/addproduct', '/dashboard/myproducts'],
  ['buyer', '/category-products/Iphone', '/products/offered'],
  ['buyer', '/dashboard/myorders', '/dashboard/account'],
];

/** Opens a screen; `/products/offered` and `/products/sold` stand for the page of such a product. */
export async function openScreen(page: Page, path: string): Promise<void> {
  const status = { '/products/offered': 'Available', '/products/sold': 'Sold' }[path];
  await openPage(page, status ? `/products/${await findProduct(page, status)}` : path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function findProduct(page: Page, wanted: string): Promise<string | undefined> {
  const response = await page.request.get('/allproducts?limit=100');
  const products: { _id: string; status: string }[] = await response.json();
  return products.find(({ status }) => status === wanted)?._id;
}
