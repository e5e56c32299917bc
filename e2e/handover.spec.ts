import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import { payOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { expect, expectToast, openPage, signIn, test } from './page-helpers.ts';
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
  await way.press(buyers.getByRole('button', { name: 'Propose', exact: true }));
  await expect(buyers.getByText('Say where to meet')).toBeVisible();
  await expect(buyers.getByLabel('Place')).toBeFocused();
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
    await expect(page.getByText('Gare de Lyon, main hall')).toBeVisible();
  }
  const saving = buyers.waitForEvent('download');
  await way.press(buyers.getByRole('button', { name: 'Add to calendar' }));
  const file = await saving;
  expect(file.suggestedFilename()).toBe('meeting.ics');
  const calendar = await readFile(await file.path(), 'utf8');
  expect(calendar).toContain('LOCATION:Gare de Lyon\\, main hall\r\n');
  expect(calendar).toContain(`UID:${orderId}@redial\r\n`);
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

test('a code that the server cannot take is stored, also over a reload, and sent when it can', async ({
  browser,
}) => {
  const [seller, buyer] = await Promise.all([
    signUpSellerByApi('Selma'),
    signUpByApi('Nora', 'buyer'),
  ]);
  const orderId = await payOrder(buyer, seller);
  const path = `/api/orders/${orderId}/handover`;
  const { code } = await seller.call<{ code: string }>('GET', path);
  // Requests of a page with a service worker cannot be intercepted.
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, buyer.email);
  let refused = 0;
  await page.route('**/handover-confirmation', (route) => {
    refused++;
    return route.fulfill({
      status: 503,
      json: { code: 'server.unavailable', status: 503, message: 'Not now' },
    });
  });
  await openPage(page, `/dashboard${path.slice('/api'.length)}`);
  await page.getByLabel('The code of Selma').fill(code);
  await page.getByRole('button', { name: 'I have the phone' }).click();
  await expect(page.getByText('Waiting for Redial')).toBeVisible();
  await expect(page.getByText(/The next attempt is in (2|4|8|15) seconds/)).toBeVisible();
  await expectAccessible(page, [360]);
  expect(refused).toBeGreaterThan(1);
  await page.reload();
  await expect(page.getByText('Waiting for Redial')).toBeVisible();
  await page.unrouteAll();
  // The longest pause between two attempts is 15 seconds.
  await expect(page.getByText('You have entered the code')).toBeVisible({ timeout: 25_000 });

  // A server that cannot take it back says so, and nothing changes.
  await page.route('**/handover-confirmation', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'server.unavailable', status: 503, message: 'Not now' },
    }),
  );
  await page.getByRole('button', { name: 'That was a mistake' }).click();
  await expectToast(page, 'Not now');
  await expect(page.getByText('You have entered the code')).toBeVisible();
  await page.unrouteAll();

  // Taking it back is final: nothing is left to be sent.
  await page.getByRole('button', { name: 'That was a mistake' }).click();
  await expect(page.getByLabel('The code of Selma')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('The code of Selma')).toHaveValue('');
  const { confirmed } = await buyer.call<{ confirmed: { own: boolean } }>('GET', path);
  expect(confirmed.own).toBe(false);

  // The next user of this browser does not find the codes.
  const storedKeys = () =>
    page.evaluate((id) => Object.keys(localStorage).filter((key) => key.includes(id)), orderId);
  expect(await storedKeys()).toHaveLength(1);
  await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click();
  await expect.poll(storedKeys).toEqual([]);
  await context.close();
});

test('a friend in another time zone reads when the meeting is there, and when for them', async ({
  browser,
}) => {
  const [seller, buyer] = await Promise.all([
    signUpSellerByApi('Selma'),
    signUpByApi('Nora', 'buyer'),
  ]);
  const orderId = await payOrder(buyer, seller);
  const at = new Date(new Date(Date.now() + 2 * 86_400_000).setUTCHours(14, 0, 0, 0));
  const { insertedId: meetingId } = await buyer.call('POST', `/api/orders/${orderId}/meeting`, {
    place: 'Shibuya, the dog',
    at: at.toISOString(),
    timeZone: 'Asia/Tokyo',
  });
  await seller.call('POST', `/api/orders/${orderId}/meeting/acceptance`, { meetingId });
  const { token } = await buyer.call('POST', `/api/orders/${orderId}/meeting/share`);
  const abroad = { timezoneId: 'Asia/Kathmandu', locale: 'en-US' };
  const friend = await (await browser.newContext(abroad)).newPage();
  await openPage(friend, `/meetings/${token}`);
  await expect(friend.getByRole('main')).toContainText('Nora meets Selma');
  await expect(friend.locator('time')).toHaveText(/, 11:00\sPM Japan Time, for you .*, 7:45\sPM$/);
  await expectAccessible(friend, [360, 1440]);
});
