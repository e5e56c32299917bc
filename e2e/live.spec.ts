import { addProduct, payPlacedOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, openPage, signIn, test } from './page-helpers.ts';

const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
/** An event is delivered within seconds; longer on a busy machine. */
const deliveryTimeout = { timeout: 20_000 };

test('the bell and the list update in two tabs without a reload, also after an outage', async ({
  page,
  context,
}) => {
  const seller = await signUpSellerByApi();
  const phones = [await addProduct(seller), await addProduct(seller)];
  const buyer = await signUpByApi('Nora', 'buyer');
  const order = (n: number) =>
    buyer.call('POST', '/orders', { productId: phones[n]?.id, ...contact });
  await signIn(page, seller.email);
  const second = await context.newPage();
  await openPage(page, '/notifications');
  await openPage(second, '/blogs');
  await order(0);
  const bell = (unread: number) => `Notifications, ${unread} unread`;
  for (const tab of [page, second]) {
    await expect(tab.getByRole('link', { name: bell(1) })).toBeVisible(deliveryTimeout);
  }
  await expect(page.getByRole('link', { name: /Unread: Your phone is ordered/ })).toBeVisible();

  await context.setOffline(true);
  await order(1);
  await context.setOffline(false);
  for (const tab of [page, second]) {
    await expect(tab.getByRole('link', { name: bell(2) })).toBeVisible(deliveryTimeout);
  }

  // The tab with the stream is closed: the other one goes on.
  await page.close();
  await seller.call('POST', '/api/notifications/read', { upTo: 1_000_000_000 });
  await expect(second.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible(
    deliveryTimeout,
  );
});

test('where streams are blocked, the bell updates all the same', async ({ page }) => {
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Nora', 'buyer');
  await page.route(/\/api\/events/, (route) =>
    route.request().headers().accept === 'text/event-stream'
      ? route.fulfill({ status: 503, body: '' })
      : route.continue(),
  );
  await signIn(page, seller.email);
  await openPage(page, '/blogs');
  await buyer.call('POST', '/orders', { productId: phone.id, ...contact });
  await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible({
    timeout: 30_000,
  });
});

test('an open order and the list of sales follow what the other party does, and Back closes a dialog', async ({
  page,
  context,
}) => {
  const seller = await signUpSellerByApi();
  const buyer = await signUpByApi('Nora', 'buyer');
  const phone = await addProduct(seller);
  const { insertedId: orderId } = await buyer.call<{ insertedId: string }>('POST', '/orders', {
    productId: phone.id,
    ...contact,
  });
  await signIn(page, seller.email);
  const sales = await context.newPage();
  await openPage(page, `/dashboard/orders/${orderId}`);
  await openPage(sales, '/dashboard/sales');
  await expect(page.getByText('keep the phone').first()).toBeVisible();
  await expect(sales.getByRole('row').filter({ hasText: phone.name })).toContainText(
    'Not paid yet',
  );
  await payPlacedOrder(buyer, { orderId, price: phone.price });
  await expect(page.getByText('keep the phone')).toHaveCount(0, deliveryTimeout);
  await expect(sales.getByRole('row').filter({ hasText: phone.name })).not.toContainText(
    'Not paid yet',
    deliveryTimeout,
  );

  const cancel = page.getByRole('button', { name: 'Cancel the sale' });
  await cancel.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(`/dashboard/orders/${orderId}`);
  await expect(cancel).toBeFocused();
});
