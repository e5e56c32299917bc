import type { Page } from '@playwright/test';
import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, openPage, signIn, test } from './page-helpers.ts';
import { holdRequests, recordRequests, writesIn } from './request-helpers.ts';

const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
}

/** A signed-in buyer with an unpaid order. */
async function ordered(page: Page) {
  const phone = await addProduct(await signUpSellerByApi(), { resalePrice: 389.5 });
  const buyer = await signUpByApi('Nora', 'buyer');
  const { insertedId } = await buyer.call('POST', '/orders', {
    productId: phone.id,
    phone: '+33 6 12 34 56 78',
    location: 'Here',
  });
  await signIn(page, buyer.email);
  const orderId = String(insertedId);
  return { phone, buyer, orderId, address: `/dashboard/myorders/payment/${orderId}` };
}

test('[1.5, 1.22, 2.27, 2.88, 2.89, 2.90, 4.16, 4.17, 4.18, 4.19, 4.20, 4.21, 4.22, 4.23, 4.24, 4.25, 7.14, 7.24, 7.25] an order is paid: it is loaded first, the intent is requested on load, then the steps follow in order', async ({
  page,
}) => {
  test.slow();
  const { phone, buyer, orderId, address } = await ordered(page);
  const calls = recordRequests(page);
  const releaseOrder = await holdRequests(page, `**/orders/${orderId}`);
  const releaseIntent = await holdRequests(page, '**/create-payment-intent');
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
  await expect(page.getByText(phone.name)).toHaveCount(0);
  await expect(pay(page)).toHaveCount(0);
  await releaseOrder();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: phone.name })).toBeVisible();
  await expect(main).toContainText('$389.50');
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(pay(page)).toBeDisabled();
  expect(calls.find(({ path }) => path === '/create-payment-intent')?.body).toEqual({
    price: 389.5,
    orderId,
  });
  await releaseIntent();
  await expect(pay(page)).toBeEnabled();

  await fillCard(page, '4242 4242 4242 4242');
  calls.length = 0;
  const releaseConfirm = await holdRequests(page, /\/sandbox-cards\/intents\/[^/]+\/confirm/);
  await pay(page).click();
  const processing = main.locator('form [type=submit]');
  await expect(processing).toBeDisabled();
  await releaseConfirm();
  await expect(page.getByRole('heading', { name: 'Your Payment completed' })).toBeVisible();
  await expect.poll(() => writesIn(calls).length).toBe(3);
  const steps = writesIn(calls);
  expect(steps[0]).toBe('POST /sandbox-cards/payment-methods');
  expect(steps[1]).toMatch(/^POST \/sandbox-cards\/intents\/.+\/confirm$/);
  expect(steps[2]).toBe('POST /payments');
  const said = calls.find(({ path }) => path === '/payments')?.body as { transactionId: string };
  expect(said).toEqual({
    price: 389.5,
    transactionId: expect.stringMatching(/^pi_/),
    email: buyer.email,
    orderId,
  });
  await expect(page.getByText(said.transactionId, { exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
  await expect(pay(page)).toHaveCount(0);
  await openPage(page, '/dashboard/myorders');
  const row = page.getByRole('row').filter({ hasText: phone.name });
  await expect(row.getByRole('cell')).toHaveText(['$389.50', 'Paid', 'Cancel']);
  await expect(row.getByRole('button', { name: /^Cancel/ })).toBeDisabled();
});

test('[2.91, 8.15] the card provider’s error is shown in red under the form, which can be submitted again', async ({
  page,
}) => {
  const { address } = await ordered(page);
  await openPage(page, address);
  for (const [number, says] of [
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
  ] as const) {
    await fillCard(page, number);
    await pay(page).click();
    const problem = page.getByRole('alert').filter({ hasText: says });
    await expect(problem).toBeVisible();
    const under = await problem.evaluate((element) => {
      const button = element.closest('form')?.querySelector('[type=submit]');
      const below =
        element.getBoundingClientRect().top >= (button?.getBoundingClientRect().bottom ?? 0);
      const canvas = document.createElement('canvas').getContext('2d');
      if (!canvas) throw new Error('no canvas');
      canvas.fillStyle = getComputedStyle(element).color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return { below, red: red > 2 * green && red > 2 * blue };
    });
    expect(under).toEqual({ below: true, red: true });
    await expect(pay(page)).toBeEnabled();
  }
});
