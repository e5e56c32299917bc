import type { Browser } from '@playwright/test';
import { payOrder } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { expect, openPage, test } from './page-helpers.ts';
import { openParties, type Way, ways } from './trade-helpers.ts';

/** The code with another last digit. */
const withTypingError = (code: string) => code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10);

const inAnHour = () => {
  const at = new Date(Date.now() + 3_600_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

// Two or three browsers, and axe: some seconds, and minutes where other load shares the processor.
test.describe.configure({ timeout: 300_000 });

for (const way of ways) {
  test(`buyer and seller agree on a meeting, hand over with both codes without a connection, and the buyer accepts, ${way.name}`, async ({
    browser,
  }) => {
    await meetAndAccept(browser, way);
  });
}

async function meetAndAccept(browser: Browser, way: Way): Promise<void> {
  const { buyer, seller } = await openParties(browser, way);
  const orderId = await payOrder(buyer, seller);
  const path = `/dashboard/orders/${orderId}/handover`;
  const { page: buyers } = buyer;
  const { page: sellers } = seller;
  const [buyersContext, sellersContext] = [buyers.context(), sellers.context()];

  await openPage(buyers, path);
  await buyers.getByLabel('Place').fill('Gare de Lyon, main hall');
  await buyers.getByLabel('Date and time').fill(inAnHour());
  await way.press(buyers.getByRole('button', { name: 'Propose', exact: true }));
  await expect(buyers.getByText('You proposed')).toBeVisible();
  await openPage(sellers, path);
  await way.press(sellers.getByRole('button', { name: 'Accept', exact: true }));
  await expect(sellers.getByRole('button', { name: 'Add to calendar' })).toBeVisible();

  for (const page of [buyers, sellers]) {
    await openPage(page, path);
    await expect(page.getByText('This page also works without a connection.')).toBeVisible();
  }
  await buyersContext.setOffline(true);
  await sellersContext.setOffline(true);
  for (const page of [buyers, sellers]) {
    await page.reload();
    await expect(page.getByText('You are offline.')).toBeVisible();
  }
  const codeOn = async (page: typeof buyers) =>
    (await page.getByLabel('Your code', { exact: true }).textContent()) ?? '';
  const code = { buyer: await codeOn(buyers), seller: await codeOn(sellers) };
  await buyers.getByLabel('The code of Selma').fill(withTypingError(code.seller));
  await way.press(buyers.getByRole('button', { name: 'I have the phone' }));
  await expect(buyers.getByText('This is not the code.')).toBeVisible();
  await buyers.getByLabel('The code of Selma').fill(code.seller);
  await way.press(buyers.getByRole('button', { name: 'I have the phone' }));
  await sellers.getByLabel('The code of Nora').fill(code.buyer);
  await way.press(sellers.getByRole('button', { name: 'I have handed it over' }));
  for (const page of [buyers, sellers]) {
    await expect(page.getByText('Waiting for a connection')).toBeVisible();
  }
  await buyersContext.setOffline(false);
  await expect(buyers.getByText('You have entered the code')).toBeVisible();
  await sellersContext.setOffline(false);
  await expect(sellers.getByText('The phone has changed hands.')).toBeVisible();

  const replay = await buyer.call('POST', `/api/orders/${orderId}/handover-confirmation`, {
    code: code.seller,
  });
  expect(replay).toMatchObject({ accepted: true, complete: true });
  const { timeline } = await buyer.call<{ timeline: { kind: string }[] }>(
    'GET',
    `/api/orders/${orderId}`,
  );
  expect(timeline.filter(({ kind }) => kind === 'order.handed-over')).toHaveLength(1);

  await openPage(buyers, `/dashboard/orders/${orderId}`);
  await way.press(buyers.getByRole('button', { name: 'Everything is fine' }));
  const question = buyers.getByRole('alertdialog');
  await way.press(question.getByRole('button', { name: 'Everything is fine' }));
  await expect(buyers.getByText('$389 went to the seller on ')).toBeVisible();
  await openPage(sellers, `/dashboard/orders/${orderId}`);
  await expect(sellers.getByText('$369.55 went to your balance on ')).toBeVisible();
  await Promise.all([expectAccessible(buyers), expectAccessible(sellers)]);
}
