import { handOver, payOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, openPage, signIn, test } from './page-helpers.ts';

/** The code with another last digit. */
const withTypingError = (code: string) => code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10);

const inAnHour = () => {
  const at = new Date(Date.now() + 3_600_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

test.use({ viewport: { width: 360, height: 740 } });

test('buyer and seller agree on a meeting and hand over with both codes, without a connection', async ({
  browser,
}) => {
  const seller = await signUpSellerByApi('Selma');
  const buyer = await signUpByApi('Nora', 'buyer');
  const orderId = await payOrder(buyer, seller);
  const path = `/dashboard/orders/${orderId}/handover`;
  const sellersContext = await browser.newContext();
  const buyersContext = await browser.newContext();
  const sellers = await sellersContext.newPage();
  const buyers = await buyersContext.newPage();
  await signIn(sellers, seller.email);
  await signIn(buyers, buyer.email);

  await openPage(buyers, path);
  await buyers.getByLabel('Place').fill('Gare de Lyon, main hall');
  await buyers.getByLabel('Date and time').fill(inAnHour());
  await buyers.getByRole('button', { name: 'Propose', exact: true }).press('Enter');
  await expect(buyers.getByText('You proposed')).toBeVisible();
  await openPage(sellers, path);
  await sellers.getByRole('button', { name: 'Accept', exact: true }).press('Enter');
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
  await buyers.getByRole('button', { name: 'I have the phone' }).press('Enter');
  await expect(buyers.getByText('This is not the code.')).toBeVisible();
  await buyers.getByLabel('The code of Selma').fill(code.seller);
  await buyers.getByRole('button', { name: 'I have the phone' }).press('Enter');
  await sellers.getByLabel('The code of Nora').fill(code.buyer);
  await sellers.getByRole('button', { name: 'I have handed it over' }).press('Enter');
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
});

test('a buyer reports a defect, the seller offers a part of the price, and the buyer accepts', async ({
  browser,
}) => {
  const seller = await signUpSellerByApi('Selma');
  const buyer = await signUpByApi('Nora', 'buyer');
  const orderId = await payOrder(buyer, seller);
  await handOver(orderId, buyer, seller);
  const buyers = await (await browser.newContext()).newPage();
  const sellers = await (await browser.newContext()).newPage();
  await signIn(buyers, buyer.email);
  await signIn(sellers, seller.email);
  await openPage(buyers, `/dashboard/orders/${orderId}/dispute`);
  await buyers.getByRole('radio', { name: 'Not as described' }).press('Space');
  await buyers.getByRole('button', { name: 'Add this defect' }).press('Enter');
  await buyers.getByLabel('2. What happened?').fill('There is a scratch on the screen.');
  await buyers.getByRole('button', { name: 'Report the problem' }).press('Enter');
  await expect(buyers).toHaveURL(/\/disputes\//);
  await openPage(sellers, new URL(buyers.url()).pathname);
  await expect(sellers.getByText('There is a scratch on the screen.')).toBeVisible();
  await sellers.getByLabel('The buyer gets back, in dollars').fill('60');
  await sellers.getByRole('button', { name: 'Propose', exact: true }).press('Enter');
  await expect(sellers.getByText('gets $60 back')).toBeVisible();
  await openPage(buyers, new URL(buyers.url()).pathname);
  await buyers.getByRole('button', { name: /^Accept/ }).press('Enter');
  await buyers.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(buyers.getByText('Agreed:')).toBeVisible();
});
