import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, expectToast, newUser, openPage, productCard, signUp } from '../page-helpers.ts';
import type { FakeProvider } from './test-with-providers.ts';

const photo = fileURLToPath(new URL('../phone.jpg', import.meta.url));
/** More than all retries. */
const allAttempts = Array(100).fill(503);

/**
 * A seller adds a product while image storage is down, sees an error, retries after it has
 * recovered, and sees the product.
 *
 * @param from prefix of the image URL.
 */
export async function addProductWithPhoto(
  page: Page,
  imageStorage: FakeProvider,
  from: string,
): Promise<void> {
  const { name } = newUser(`Galaxy ${Math.random().toString(36).slice(2, 8)}`);
  await signUp(page, newUser('Rana'), 'seller');
  await openPage(page, '/dashboard/addproduct');
  for (const [label, text] of [
    ['Product name', name],
    ['Original price', '799'],
    ['Resale price', '389.50'],
    ['Mobile number', '+1 202-555-0142'],
    ['Location', 'Porto, Portugal'],
    ['Year of purchase', '2023'],
    ['Years of use', '2'],
    ['Description', 'Always in a case; no scratches at all.'],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByLabel('Category').selectOption('Samsung');
  await page.getByLabel('Condition').selectOption('excellent');
  await imageStorage.send('fail', ...allAttempts);
  await page.locator('input[type=file]').setInputFiles(photo);
  const main = page.getByRole('main');
  await expect(
    main.getByRole('alert').filter({ hasText: 'Pictures cannot be stored right now' }),
  ).toBeVisible({ timeout: 30_000 });
  await imageStorage.send('clearFaults');
  await main.getByRole('button', { name: 'Upload again' }).click();
  await expect(page.getByText('The picture is uploaded.')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: /^Add/ }).click();
  await expectToast(page, `${name} Added Sucessfully`);
  const picture = productCard(page, name).getByRole('img').first();
  await expect(picture).toHaveAttribute('src', new RegExp(`^${from}`));
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(100);
}
