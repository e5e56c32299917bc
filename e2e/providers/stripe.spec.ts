import type { Page } from '@playwright/test';
import { addProduct, signUpByApi, signUpSellerByApi } from '../api-helpers.ts';
import { expect, expectToast, fillSignIn, openPage } from '../page-helpers.ts';
import { fakeStripeScript } from './fake-stripe-script.ts';
import { type ExternalSetup, testWithProviders } from './test-with-providers.ts';

const test = testWithProviders('stripe');
type Stripe = ExternalSetup<'stripe'>;

// In sequence: the last test leaves Stripe unavailable.
test.describe.configure({ mode: 'default', timeout: 120_000 });

const api = ({ fakes: { stripe } }: Stripe) => stripe.settings.STRIPE_API_BASE ?? '';

/** Opens the payment page of a new order. */
async function atPayment(page: Page, elsewhere: Stripe): Promise<string> {
  const { url } = elsewhere;
  const seller = await signUpSellerByApi('Rana', url);
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Nora', 'buyer', url);
  const order = await buyer.call('POST', '/orders', {
    productId: phone.id,
    phone: '+33 6 12 34 56 78',
    location: 'Gare de Lyon',
  });
  await fakeStripeScript(page, api(elsewhere));
  await openPage(page, `${url}/login`);
  await fillSignIn(page, buyer.email);
  await expectToast(page, 'Login Succesfully');
  const address = `${url}/dashboard/myorders/payment/${order.insertedId}`;
  await openPage(page, address);
  return address;
}

const cardFrame = (page: Page) => page.locator('iframe[title^="Secure card"]');
const number = (page: Page) =>
  cardFrame(page).contentFrame().getByLabel('Credit or debit card number');
const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ });
const bank = (page: Page) => page.frameLocator('iframe[title="3D Secure"]');

test('[7.32] a card is declined, then requires authentication, fails it, and succeeds on the second attempt', async ({
  page,
  elsewhere,
}) => {
  const address = await atPayment(page, elsewhere);
  await number(page).fill('4242');
  await pay(page).click();
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await expect(cardFrame(page)).toBeFocused();
  await number(page).fill('4000 0000 0000 0002');
  await pay(page).click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await number(page).fill('4000 0025 0000 3155');
  await pay(page).click();
  await bank(page).getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByText(/unable to authenticate your payment method/)).toBeVisible();
  await pay(page).click();
  await bank(page).getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Your Payment completed')).toBeVisible();
  await expect(page.getByText(/pi_\w+/)).toBeVisible();
  await openPage(page, address);
  await expect(page.getByRole('main')).toContainText('Paid');
});

test('if the browser is closed after paying, Stripe’s webhook settles the payment', async ({
  page,
  elsewhere,
}) => {
  const address = await atPayment(page, elsewhere);
  await page.route('**/payments', (route) => route.abort());
  await number(page).fill('4242 4242 4242 4242');
  const confirmed = page.waitForResponse(/\/confirm$/);
  await pay(page).click();
  await confirmed;
  await page.close();
  const later = await page.context().newPage();
  await expect(async () => {
    await openPage(later, address);
    await expect(later.getByRole('main')).toContainText('Paid');
  }).toPass({ timeout: 40_000 });
});

test('Stripe’s field uses the colours of the page in light and dark theme', async ({
  page,
  elsewhere,
}) => {
  await atPayment(page, elsewhere);
  const colours = () =>
    Promise.all([
      number(page).evaluate((input) => getComputedStyle(input).color),
      page.getByRole('main').evaluate((main) => getComputedStyle(main).color),
    ]);
  const [day, text] = await colours();
  expect(lightness(day)).toBeLessThan(0.4);
  await page.getByRole('switch').first().click();
  await expect.poll(async () => lightness((await colours())[0])).toBeGreaterThan(0.6);
  expect(text).not.toBe((await colours())[1]);
});

/** Lightness of `rgb(…)`, from 0 to 1. */
function lightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  return (red + green + blue) / 3 / 255;
}

test('if Stripe is unreachable an error shows, and retrying works without leaving the page', async ({
  page,
  elsewhere,
}) => {
  const address = await atPayment(page, elsewhere);
  await elsewhere.fakes.stripe.stop();
  const fresh = await page.context().newPage();
  await fakeStripeScript(fresh, api(elsewhere));
  await openPage(fresh, address);
  await expect(fresh.getByText('The card provider cannot be reached')).toBeVisible({
    timeout: 30_000,
  });
  await expect(fresh.getByRole('button', { name: 'Try again' })).toBeVisible();
});
