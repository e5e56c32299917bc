import { expect, test } from '@playwright/test';
import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { openPage, signIn } from './page-helpers.ts';

test('an order notifies its seller, who reads it, at 360 px and by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Nora', 'buyer');
  await buyer.call('POST', '/orders', {
    productId: phone.id,
    phone: '+33 6 12 34 56 78',
    location: 'Gare de Lyon',
  });
  await signIn(page, seller.email);
  // The event is delivered within seconds.
  await expect(async () => {
    await openPage(page, '/notifications');
    await expect(page.getByText('1 unread')).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  const bell = page.getByRole('link', { name: 'Notifications, 1 unread' });
  await expect(bell).toBeVisible();
  const entry = page.getByRole('link', { name: /Unread: Your phone is ordered/ });
  await entry.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/myproducts$/);
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  await openPage(page, '/notifications?unread=only');
  await expect(page.getByText('Nothing unread')).toBeVisible();
});

test('a kind is switched off, and stays off', async ({ page }) => {
  const buyer = await signUpByApi('Nora', 'buyer');
  await signIn(page, buyer.email);
  await openPage(page, '/notifications/settings');
  const orders = page.getByRole('listitem').filter({ hasText: 'Orders and sales' });
  await orders.getByRole('radio', { name: 'In one mail a day' }).check();
  await expect(page.getByText('Saved: Orders and sales')).toBeVisible();
  await orders.getByRole('switch', { name: 'Orders and sales on Redial' }).click();
  await expect(orders.getByRole('switch')).not.toBeChecked();
  await openPage(page, '/notifications/settings');
  await expect(orders.getByRole('switch')).not.toBeChecked();
  await expect(orders.getByRole('radio', { name: 'In one mail a day' })).toBeChecked();
});

test('an incomplete unsubscribe link says so', async ({ page }) => {
  await openPage(page, '/unsubscribe?token=x');
  await page.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(page.getByRole('alert')).toContainText('incomplete or out of date');
});
