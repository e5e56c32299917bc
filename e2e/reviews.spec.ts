import type { Browser, Page } from '@playwright/test';
import { handOver, payOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { demoEmails, expect, expectToast, openPage, signIn, test } from './page-helpers.ts';
import { confirmWithPassword, refuseOldSignIn } from './step-up-helpers.ts';

const buyersText = 'Exactly as described, and a friendly meeting.';
const sellersText = 'Paid at once and came on time.';

/** A completed order of two new users. */
async function completeOrder() {
  const seller = await signUpSellerByApi('Selma Rated');
  const buyer = await signUpByApi('Bo Reviewer', 'buyer');
  const orderId = await payOrder(buyer, seller);
  await handOver(orderId, buyer, seller);
  await buyer.call('POST', `/api/orders/${orderId}/acceptance`);
  const order = await buyer.call<{ productId: string }>('GET', `/api/orders/${orderId}`);
  return { seller, buyer, orderId, productId: order.productId };
}

async function openAs(browser: Browser, email: string, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await signIn(page, email);
  await openPage(page, path);
  return page;
}

async function writeReview(page: Page, stars: string, text: string): Promise<void> {
  await page.getByRole('link', { name: 'Write a review' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your review' })).toBeVisible();
  await page.getByRole('button', { name: 'Send my review' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose' })).toBeVisible();
  await page.getByRole('radio', { name: stars }).check();
  await page
    .getByRole('group', { name: /^Communication/ })
    .getByRole('radio', { name: '5' })
    .check();
  await page.getByLabel('What should others know?').fill(text);
  await page.reload();
  await expect(page.getByLabel('What should others know?')).toHaveValue(text);
  await expect(page.getByRole('radio', { name: stars })).toBeChecked();
  await page.getByRole('button', { name: 'Send my review' }).click();
  await expectToast(page, 'Thank you for your review');
  await expect(page.getByRole('heading', { level: 1, name: 'Order' })).toBeVisible();
}

test('both parties review an order, and neither reads the other before both are in', async ({
  browser,
  page,
}) => {
  test.slow();
  const { seller, buyer, orderId, productId } = await completeOrder();
  const path = `/dashboard/orders/${orderId}`;
  const buyers = await openAs(browser, buyer.email, path);
  await writeReview(buyers, '5 of 5 stars', buyersText);
  await expect(buyers.getByRole('main')).toContainText(buyersText);

  const sellers = await openAs(browser, seller.email, path);
  await expect(sellers.getByRole('main')).toContainText('The other party has written a review');
  await expect(sellers.getByRole('main')).not.toContainText(buyersText);
  await openPage(page, `/products/${productId}`);
  await page.getByRole('link', { name: seller.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: seller.name })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('No reviews yet');

  await writeReview(sellers, '4 of 5 stars', sellersText);
  await expect(sellers.getByRole('main')).toContainText(buyersText);
  await sellers.getByLabel('Your reply').fill('Thank you, Bo!');
  await sellers.getByRole('button', { name: 'Reply' }).click();
  await expectToast(sellers, 'Your reply is published');
  await expect(sellers.getByLabel('Your reply')).toHaveCount(0);

  await buyers.reload();
  await expect(buyers.getByRole('main')).toContainText(sellersText);
  await expect(buyers.getByRole('link', { name: /review/i })).toHaveCount(0);
  await page.reload();
  const main = page.getByRole('main');
  for (const text of [buyersText, 'Thank you, Bo!', 'Bo R.', '4.2 of 5 stars from 1 review']) {
    await expect(main).toContainText(text);
  }
  await openPage(page, `/products/${productId}`);
  await expect(main).toContainText('from 1 review');
  await buyers.context().close();
  await sellers.context().close();
});

test('an admin whose sign-in is old removes a review from a profile, and a placeholder stays', async ({
  page,
}) => {
  test.slow();
  const { seller, buyer, orderId, productId } = await completeOrder();
  const review = { stars: 1, text: 'His address is 5 Elm St', points: {} };
  await buyer.call('POST', `/api/orders/${orderId}/review`, review);
  await seller.call('POST', `/api/orders/${orderId}/review`, { ...review, text: '' });
  const product = await buyer.call<{ seller: { _id: string } }>(
    'GET',
    `/api/products/${productId}`,
  );
  const path = `/sellers/${product.seller._id}`;
  await openPage(page, path);
  await expect(page.getByRole('main')).toContainText('Elm St');
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await signIn(page, demoEmails.admin);
  await openPage(page, path);
  await page.getByRole('button', { name: /^Remove the review/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Reason/).fill('A private address');
  await refuseOldSignIn(page, /^\/api\/reviews\/[\da-f-]+\/removal$/);
  await dialog.getByRole('button', { name: 'Remove the review' }).click();
  await confirmWithPassword(page);
  await expectToast(page, 'The review is removed');
  await expect(page.getByRole('main')).toContainText('A moderator has removed this review.');
  await expect(page.getByRole('main')).not.toContainText('Elm St');
});

test('a visitor reports a review and a seller with a reason, and once', async ({ page }) => {
  const { seller, buyer, orderId, productId } = await completeOrder();
  for (const author of [buyer, seller]) {
    await author.call('POST', `/api/orders/${orderId}/review`, {
      stars: 5,
      text: buyersText,
      points: {},
    });
  }
  const product = await buyer.call<{ seller: { _id: string } }>(
    'GET',
    `/api/products/${productId}`,
  );
  const path = `/sellers/${product.seller._id}`;
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, path);
  await page.getByRole('button', { name: 'Report the review of Bo R.' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report this review' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  const reasons = dialog.getByRole('group', { name: 'Reason' });
  await expect(reasons).toHaveAccessibleDescription('Choose a reason');
  await expect(reasons.getByRole('radio').first()).toBeFocused();
  await dialog.getByLabel('Spam or advertising').check();
  await dialog.getByLabel('What should we look at? (optional)').fill('The same text everywhere.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expectToast(page, 'Reported Succesfully');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Reported' })).toBeDisabled();

  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const person = page.getByRole('dialog', { name: 'Report this person' });
  await person.getByLabel('Looks like a fraud').check();
  await person.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('button', { name: 'Reported' })).toHaveCount(2);
  await openPage(page, path);
  await expect(page.getByRole('button', { name: 'Reported' })).toHaveCount(2);
  // The buttons of a new tab do not know, the server does.
  const tab = await page.context().newPage();
  await openPage(tab, path);
  await tab.getByRole('button', { name: 'Report', exact: true }).click();
  const again = tab.getByRole('dialog', { name: 'Report this person' });
  await again.getByLabel('Looks like a fraud').check();
  await again.getByRole('button', { name: 'Send report' }).click();
  await expectToast(tab, 'You have already reported this');
});

test('a profile that does not exist is a 404 page with a way on', async ({ page }) => {
  for (const id of ['0199f2c0-1a00-7000-8000-0000000000ff', 'nonsense']) {
    const response = await page.goto(`/sellers/${id}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'There is no such profile' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'See all phones' })).toBeVisible();
  }
});

test('the profile of a seller is indexed, with structured data', async ({ request }) => {
  const { productId, seller } = await completeOrder();
  const product = await (await request.get(`/api/products/${productId}`)).json();
  const html = await (await request.get(`/sellers/${product.seller._id}`)).text();
  expect(html).not.toContain('noindex');
  expect(html).toContain('rel="canonical"');
  const [, json = '{}'] = /<script type="application\/ld\+json"[^>]*>([^<]+)</.exec(html) ?? [];
  expect(JSON.parse(json)['@graph'][0]).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { name: seller.name },
  });
});
