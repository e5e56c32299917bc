import { payOrder } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { expect, expectToast, openPage, test } from './page-helpers.ts';
import { openParties, passDeadline, ways } from './trade-helpers.ts';

const address = {
  Name: 'Nora Bell',
  'Street and number': 'Rue de la Part-Dieu 4',
  'Postal code': '69003',
  City: 'Lyon',
  Country: 'France',
};
const trackingNumbers = { typo: '1Z5R89390357567120', first: '1Z5R89390357567127' };
const corrected = '1Z999AA10123456784';

// Two or three browsers, and axe: some seconds, and minutes where other load shares the processor.
test.describe.configure({ timeout: 300_000 });

for (const way of ways) {
  test(`a phone is shipped, received and accepted, ${way.name}`, async ({ browser }) => {
    const { buyer, seller } = await openParties(browser, way);
    const orderId = await payOrder(buyer, seller);
    const path = `/dashboard/orders/${orderId}`;
    const { page: buyers } = buyer;
    const { page: sellers } = seller;

    await openPage(buyers, path);
    await way.press(buyers.getByRole('button', { name: 'Change the handover' }));
    const handover = buyers.getByRole('dialog');
    await way.choose(handover.getByRole('radio', { name: 'Have it shipped' }));
    await way.press(handover.getByRole('button', { name: 'Save' }));
    await expect(handover.getByText('Please fill this in').first()).toBeVisible();
    for (const [label, text] of Object.entries(address)) {
      await handover.getByLabel(label, { exact: true }).fill(text);
    }
    await way.press(handover.getByRole('button', { name: 'Save' }));
    await expectToast(buyers, 'The phone will be shipped');
    await openPage(buyers, `/dashboard/myorders/payment/${orderId}`);
    await expect(buyers.getByText('The seller ships the phone to your address')).toBeVisible();
    await way.press(buyers.getByRole('link', { name: 'Open the order' }));
    await buyers.waitForURL(`**/dashboard/orders/${orderId}`);

    await openPage(sellers, path);
    const facts = sellers.getByRole('region', { name: 'Order details' });
    await expect(facts).toContainText(address['Street and number']);
    await way.press(sellers.getByRole('button', { name: 'Add the shipment' }));
    const shipment = sellers.getByRole('dialog');
    await shipment.getByLabel('Tracking number').fill(trackingNumbers.typo);
    await way.press(shipment.getByRole('button', { name: 'It is on its way' }));
    await expect(shipment.getByText('This is not a tracking number of UPS')).toBeVisible();
    await shipment.getByLabel('Tracking number').fill(trackingNumbers.first);
    await way.press(shipment.getByRole('button', { name: 'It is on its way' }));
    await expectToast(sellers, 'The phone is on its way');
    await way.press(sellers.getByRole('button', { name: 'Correct the shipment' }));
    await shipment.getByLabel('Tracking number').fill(corrected);
    await way.press(shipment.getByRole('button', { name: 'Save the correction' }));
    await expectToast(sellers, 'The shipment is corrected');
    const timeline = sellers.getByRole('region', { name: /What has happened/ });
    await expect(timeline).toContainText(trackingNumbers.first);
    await expect(timeline).toContainText(corrected);

    await openPage(buyers, path);
    await expect(buyers.getByRole('link', { name: new RegExp(corrected) })).toHaveAttribute(
      'href',
      /ups\.com/,
    );
    await way.press(buyers.getByRole('button', { name: 'It has arrived' }));
    const question = buyers.getByRole('alertdialog');
    await way.press(question.getByRole('button', { name: 'It has arrived' }));
    await expectToast(buyers, 'Now inspect the phone');
    await expect(
      buyers.getByText(/held by Redial until you confirm .*, at the latest/),
    ).toBeVisible();
    await way.press(buyers.getByRole('button', { name: 'Everything is fine' }));
    await way.press(question.getByRole('button', { name: 'Everything is fine' }));
    await expect(buyers.getByText('$389 went to the seller on ')).toBeVisible();

    await openPage(sellers, path);
    await expect(sellers.getByText('$369.55 went to your balance on ')).toBeVisible();
    await expect(facts).not.toContainText(address['Street and number']);
    await Promise.all([expectAccessible(buyers), expectAccessible(sellers)]);
  });
}

const ship = async (
  { buyer, seller }: Awaited<ReturnType<typeof openParties>>,
  orderId: string,
): Promise<void> => {
  await buyer.call('PUT', `/api/orders/${orderId}/handover`, {
    method: 'ship',
    address: {
      name: address.Name,
      line1: address['Street and number'],
      postalCode: address['Postal code'],
      city: address.City,
      country: address.Country,
    },
  });
  await seller.call('POST', `/api/orders/${orderId}/shipment`, {
    carrier: 'ups',
    trackingNumber: corrected,
  });
};

for (const way of ways) {
  test(`a shipped phone counts as received and accepted in time, ${way.name}`, async ({
    browser,
  }) => {
    const parties = await openParties(browser, way);
    const { page: buyers } = parties.buyer;
    const { page: sellers } = parties.seller;
    const orderId = await payOrder(parties.buyer, parties.seller);
    await ship(parties, orderId);
    const path = `/dashboard/orders/${orderId}`;

    await openPage(buyers, path);
    const consequence =
      'Without word from you, the phone counts as received, and the time to inspect it begins.';
    await expect(buyers.getByText(consequence).first()).toBeVisible();
    expect(await passDeadline(orderId)).toBe('transit');
    await openPage(buyers, path);
    await expect(
      buyers.getByText(/held by Redial until you confirm .*, at the latest/),
    ).toBeVisible();
    await expect(buyers.getByRole('link', { name: 'Report a problem' })).toBeVisible();
    await openPage(sellers, path);
    await expect(sellers.getByText('Then you receive $369.55.')).toBeVisible();

    expect(await passDeadline(orderId)).toBe('inspection');
    await openPage(buyers, path);
    await expect(buyers.getByText('$389 went to the seller on ')).toBeVisible();
    await expect(buyers.getByRole('link', { name: 'Report a problem' })).toHaveCount(0);
    await openPage(sellers, path);
    await expect(sellers.getByText('$369.55 went to your balance on ')).toBeVisible();
    await Promise.all([expectAccessible(buyers), expectAccessible(sellers)]);
  });

  test(`a phone that is not handed over in time is refunded and can be listed again, ${way.name}`, async ({
    browser,
  }) => {
    const { buyer, seller } = await openParties(browser, way);
    const { page: buyers } = buyer;
    const { page: sellers } = seller;
    const orderId = await payOrder(buyer, seller);
    const path = `/dashboard/orders/${orderId}`;
    expect(await passDeadline(orderId)).toBe('handover');
    await openPage(buyers, path);
    await expect(buyers.getByText('Not handed over in time')).toBeVisible();
    await expect(buyers.getByText(/\$389 (is on its way|went) back to your card/)).toBeVisible();
    await openPage(sellers, path);
    await way.press(sellers.getByRole('button', { name: 'List it again' }));
    await expectToast(sellers, 'Your phone is listed again');
    await Promise.all([expectAccessible(buyers), expectAccessible(sellers)]);
  });
}
