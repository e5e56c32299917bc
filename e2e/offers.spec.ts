import { addProduct, payPlacedOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, expectToast, fillSignIn, openPage, signIn, test } from './page-helpers.ts';

test('a buyer offers, the seller answers with another price, the buyer accepts and pays', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Fay', 'buyer');

  // Signing in leads on to the form.
  await openPage(page, `/products/${phone.id}`);
  await page.getByRole('link', { name: 'Make an offer' }).click();
  await fillSignIn(page, buyer.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Make an offer' })).toBeVisible();
  await page.getByLabel('Your offer').fill('390');
  await page.getByLabel('Your Phone Number').fill('+33 6 12 34 56 78');
  await page.getByLabel('Meeting Location').fill('Lyon, France');
  await page.getByRole('button', { name: 'Send offer' }).click();
  await expect(page.getByText('The phone costs $389: offer that or less')).toBeVisible();
  await page.getByLabel('Your offer').fill('300');
  await page.getByRole('button', { name: 'Send offer' }).click();
  await expectToast(page, 'Offer sent');
  await expect(page).toHaveURL('/dashboard/offers');
  const own = page.getByRole('article', { name: phone.name });
  await expect(own).toContainText('You offered $300');
  await expect(own).toContainText('Waiting for an answer');
  await expect(own).toContainText(/47\shours\sleft/);

  const context = await browser.newContext();
  const sellers = await context.newPage();
  await signIn(sellers, seller.email);
  await openPage(sellers, '/dashboard/offers');
  const received = sellers.getByRole('article', { name: phone.name });
  await expect(received).toContainText('Your turn');
  await expect(received).not.toContainText('Lyon');
  await received.getByRole('button', { name: /^Other price/ }).click();
  const dialog = sellers.getByRole('dialog', { name: 'Offer another price' });
  await dialog.getByLabel('Your price').fill('350');
  await dialog.getByRole('button', { name: 'Send counter-offer' }).click();
  await expectToast(sellers, 'Counter-offer sent');
  await expect(received).toContainText('You offered $350');

  // The page of the buyer follows by itself.
  await expect(own).toContainText('The seller offered $350', { timeout: 20_000 });
  await expect(own).toContainText('Before: You offered $300');
  await own.getByRole('button', { name: /^Accept the offer of \$350/ }).click();
  await page.getByRole('button', { name: 'Accept offer' }).click();
  await expect(page).toHaveURL(/\/dashboard\/myorders\/payment\//);
  await expect(page.getByText('$350').first()).toBeVisible();
  await expect(received).toContainText('Accepted', { timeout: 20_000 });
  await expect(received).toContainText('Reserved until the buyer pays');

  // Nobody else can order it meanwhile.
  const other = await browser.newPage();
  await openPage(other, `/products/${phone.id}`);
  await expect(other.getByText(/^Reserved$/).first()).toBeVisible();
  await expect(other.getByRole('link', { name: 'Make an offer' })).toHaveCount(0);
  await other.close();

  const offers = await buyer.call<{ order: { _id: string } | null }[]>('GET', '/api/offers');
  const orderId = offers.find(({ order }) => order)?.order?._id ?? '';
  await payPlacedOrder(buyer, { orderId, price: 350 });
  await expect(received).not.toContainText('Reserved until the buyer pays', { timeout: 20_000 });
  await context.close();
  await openPage(page, '/dashboard/offers');
  await expect(own.getByRole('link', { name: 'Open the order' })).toBeVisible();
});

test('offers are declined and withdrawn, three at most, and an open one is not made twice', async ({
  page,
}) => {
  test.slow();
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Fay', 'buyer');
  const contact = { phone: '+33 6 12 34 56 78', location: 'Lyon' };
  const offer = (price: number) =>
    buyer.call<{ insertedId: string }>('POST', `/api/listings/${phone.id}/offers`, {
      price,
      ...contact,
    });
  await signIn(page, buyer.email);
  await openPage(page, '/dashboard/offers');
  await expect(page.getByText('No offers yet')).toBeVisible();
  const first = await offer(200);
  await openPage(page, `/dashboard/offers/new?product=${phone.id}`);
  await expect(page).toHaveURL('/dashboard/offers');
  const card = page.getByRole('article', { name: phone.name });
  await seller.call('POST', `/api/offers/${first.insertedId}/decline`);
  await expect(card).toContainText('Declined', { timeout: 20_000 });
  await offer(210);
  await openPage(page, '/dashboard/offers');
  await page.getByRole('button', { name: /^Withdraw the offer of \$210/ }).click();
  await page.getByRole('button', { name: 'Withdraw offer' }).click();
  await expectToast(page, 'Offer withdrawn');
  await expect(card.filter({ hasText: '$210' })).toContainText('Withdrawn');
  const { insertedId } = await offer(220);
  await seller.call('POST', `/api/offers/${insertedId}/decline`);
  await openPage(page, `/dashboard/offers/new?product=${phone.id}`);
  await expect(page.getByText('You have made three offers on this phone')).toBeVisible();
});

test('a change while the list of offers is loaded shows without a reload', async ({ page }) => {
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Fay', 'buyer');
  const body = { price: 200, phone: '+33 6 12 34 56 78', location: 'Lyon' };
  const { insertedId } = await buyer.call<{ insertedId: string }>(
    'POST',
    `/api/listings/${phone.id}/offers`,
    body,
  );
  await signIn(page, buyer.email);
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    '**/api/offers',
    async (route) => {
      const response = await route.fetch();
      held.resolve();
      await released.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.goto('/dashboard/offers');
  await held.promise;
  await seller.call('POST', `/api/offers/${insertedId}/decline`);
  // The bell counts the notification of the same change, so the page has received both.
  await expect(page.getByRole('link', { name: /^Notifications, \d+ unread$/ })).toBeVisible({
    timeout: 20_000,
  });
  released.resolve();
  const card = page.getByRole('article', { name: phone.name });
  await expect(card).toContainText('Declined');
});

test('secret limits that miss say how far, and limits that meet reserve the phone in the middle', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const sellers = await browser.newPage();
  await signIn(sellers, seller.email);
  await openPage(sellers, `/dashboard/myproducts/${phone.id}#offers`);
  // The link opens the section.
  const section = sellers.locator('#offers');
  const floor = section.getByLabel(/^Lowest price for blind offers/);
  const save = section.getByRole('button', { name: 'Save' });
  await floor.fill(String(Math.ceil(phone.price) + 1));
  await save.click();
  await expect(floor).toHaveAccessibleDescription(/Enter at most the price of the phone, \$/);
  await floor.fill('300');
  await save.click();
  await expect(sellers.getByText('blind from $300')).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(save).toBeFocused();

  const buyer = await signUpByApi('Fay', 'buyer');
  await openPage(page, `/products/${phone.id}`);
  await page.getByRole('link', { name: 'Make a blind offer' }).click();
  await fillSignIn(page, buyer.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Make a blind offer' })).toBeVisible();
  const ceiling = page.getByLabel('The most that you would pay');
  await ceiling.fill('290.50');
  await page.getByLabel('Your Phone Number').fill('+33 6 12 34 56 78');
  await page.getByLabel('Meeting Location').fill('Lyon, France');
  await page.getByRole('button', { name: 'Compare limits' }).click();
  await expect(page.getByText('Enter whole dollars, such as 250')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Meeting Location')).toHaveValue('Lyon, France');
  // The limit is a secret, which the browser does not store.
  await expect(ceiling).toHaveValue('');
  await ceiling.fill('290');
  await page.getByRole('button', { name: 'Compare limits' }).click();
  await expect(page.getByRole('status').getByText(/^No match, but close/)).toBeVisible();
  await expect(page.getByText('You have 2 of 3 blind offers left')).toBeVisible();

  await sellers.reload();
  await expect(sellers.getByText('No match: within 5% of your lowest price')).toBeVisible();
  await expect(sellers.locator('body')).not.toContainText('290');
  await sellers.close();

  await ceiling.fill('325');
  await page.getByRole('button', { name: 'Compare limits' }).click();
  await expectToast(page, 'A match: the phone is yours for $312');
  await expect(page).toHaveURL(/\/dashboard\/myorders\/payment\//);
  await expect(page.getByText('$312').first()).toBeVisible();
});
