import { existsSync, writeFileSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { addProduct, payOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { fullBrowser } from './browser.ts';
import { expect, openPage, signIn, test } from './page-helpers.ts';
import { randomWord } from './random-word.ts';

/**
 * A tone of 1 kHz for ten seconds, which the fake microphone hears (WAV, 16 bit, 48 kHz). The teardown
 * deletes the file.
 */
function writeTone(): string {
  const file = `${process.env.E2E_DATA}-tone.wav`;
  if (existsSync(file)) return file;
  const [rate, seconds] = [48_000, 10];
  const data = Buffer.alloc(rate * seconds * 2);
  for (let at = 0; at < rate * seconds; at++) {
    data.writeInt16LE(Math.round(16_000 * Math.sin((2 * Math.PI * 1000 * at) / rate)), at * 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  writeFileSync(file, Buffer.concat([header, data]));
  return file;
}

// The headless shell shows no picture of the fake camera.
test.use({
  launchOptions: {
    ...fullBrowser,
    args: [
      ...fullBrowser.args,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${writeTone()}`,
    ],
  },
});

test.describe.configure({ timeout: 300_000 });

/** A phone with a touch screen of an iPhone 13, which allows what is named. */
async function openPhone(
  browser: Browser,
  allowed: readonly string[],
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext({
    ...options,
    viewport: { width: 390, height: 844 },
    screen: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
    geolocation: { latitude: 41.15, longitude: -8.61, accuracy: 12 },
    permissions: [...allowed],
  });
  return { context, page: await context.newPage() };
}

const step = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Draws over all fields of the grid. */
async function drawOverGrid(page: Page): Promise<void> {
  const box = await page.getByTestId('touch-grid').boundingBox();
  if (!box) throw new Error('no grid');
  await page.mouse.move(box.x + 2, box.y + 2);
  await page.mouse.down();
  for (let row = 0; row < 10; row++) {
    for (let column = 0; column < 6; column++) {
      const x = box.x + ((column + 0.5) * box.width) / 6;
      await page.mouse.move(x, box.y + ((row + 0.5) * box.height) / 10);
    }
  }
  await page.mouse.up();
}

/** Two fingers at once, by the protocol of the browser. */
async function touchWithTwo(page: Page, context: BrowserContext): Promise<void> {
  const box = await page.getByTestId('finger-area').boundingBox();
  if (!box) throw new Error('no area');
  const session = await context.newCDPSession(page);
  const [x, y] = [box.x + 40, box.y + 60];
  const touchPoints = [
    { x, y, id: 1 },
    { x: x + 80, y: y + 60, id: 2 },
  ];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Runs the tests from touch to sound, with the fake camera and the tone. */
async function runTests({ page, context }: { page: Page; context: BrowserContext }) {
  await step(page, 'Touch screen');
  await press(page, 'Start');
  await drawOverGrid(page);
  await step(page, 'Several fingers');
  await press(page, 'Start');
  await touchWithTwo(page, context);
  await expect(page.getByText('at once; at most 2')).toBeVisible();
  await press(page, 'Done');
  await step(page, 'Screen colours');
  await press(page, 'Start');
  for (const colour of ['white', 'black', 'red', 'green', 'blue']) {
    await expect(page.getByText(`The screen is ${colour}.`)).toBeVisible();
    await page.keyboard.press('Enter');
  }
  await press(page, 'Yes, all were even');
  for (const camera of ['Rear camera', 'Front camera']) {
    await step(page, camera);
    await press(page, 'Start');
    await press(page, 'Yes, it is fine');
  }
  await step(page, 'Speaker and microphone');
  await press(page, 'Play the tone');
}

/** Skips what needs hands, and measures the rest. */
async function finish(page: Page): Promise<void> {
  for (const name of ['Vibration', 'Motion and orientation']) {
    await step(page, name);
    await press(page, 'Skip this test');
  }
  for (const name of ['Location', 'Screen size', 'Storage', 'Battery level', 'NFC']) {
    await step(page, name);
    await press(page, 'Check');
  }
  await expect(page.getByRole('button', { name: 'Send the results' })).toBeVisible();
}

const outcomeOf = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ hasText: label });

test('a seller tests the phone offline, its page shows the signed report, and the buyer finds one difference: a denied microphone', async ({
  page: sellers,
  browser,
}) => {
  const seller = await signUpSellerByApi('Selma');
  const product = await addProduct(seller, {
    name: `Galaxy S23 ${randomWord()}`,
  });
  await signIn(sellers, seller.email);
  await openPage(sellers, `/dashboard/myproducts/${product.id}#self-test`);
  const section = sellers.locator('#self-test');
  await section.getByRole('button', { name: 'Test the phone' }).click();
  await expect(
    section.getByRole('img', { name: 'The link to the self-test as QR code' }),
  ).toBeVisible();
  const link = section.getByRole('link', { name: 'open the self-test here' });
  const url = (await link.getAttribute('href')) ?? '';

  const all = ['camera', 'microphone', 'geolocation'];
  const phone = await openPhone(browser, all);
  const opened = await phone.page.goto(url);
  expect(opened?.headers()['permissions-policy']).toContain('camera=(self)');
  await expect(phone.page.getByText('This page also works without a connection.')).toBeVisible();
  await expectAccessible(phone.page, [360]);
  await phone.page.setViewportSize({ width: 390, height: 844 });
  await phone.context.setOffline(true);
  await phone.page.reload();
  await runTests(phone);
  await step(phone.page, 'Vibration');
  // What was found survives a reload.
  await phone.page.reload();
  await finish(phone.page);
  await expect(outcomeOf(phone.page, 'Touch screen')).toContainText('100% of the fieldsWorks');
  await expect(outcomeOf(phone.page, 'Speaker and microphone')).toContainText('Works');
  await expect(outcomeOf(phone.page, 'Location')).toContainText('to 12 mWorks');
  await expect(outcomeOf(phone.page, 'Screen size')).toContainText('1170 × 2532 pixels');
  await expect(outcomeOf(phone.page, 'Vibration')).toContainText('Skipped');
  await press(phone.page, 'Send the results');
  await expect(phone.page.getByText('Waiting for a connection')).toBeVisible();
  await phone.context.setOffline(false);
  // The longest pause between two attempts is 15 seconds.
  await expect(phone.page.getByText('Sent. You can close this page')).toBeVisible({
    timeout: 25_000,
  });
  await expectAccessible(phone.page, [360]);
  await phone.page.reload();
  await expect(phone.page.getByText('This link does not work any more')).toBeVisible();
  await phone.context.close();

  await section.getByRole('button', { name: 'Show the results' }).click();
  await expect(section.getByText(/Made on the phone itself on/)).toBeVisible();
  await openPage(sellers, `/products/${product.id}`);
  const shown = sellers.getByRole('region', { name: 'Self-test' });
  await expect(shown.getByText(/not run: vibration, motion and orientation/)).toBeVisible();
  await shown.scrollIntoViewIfNeeded();
  await shown.getByRole('button', { name: 'Check the signature' }).click();
  await expect(shown.getByText('The signature is valid')).toBeVisible();

  const buyer = await signUpByApi('Nora', 'buyer');
  const orderId = await payOrder(buyer, seller, { product });
  const { token } = await buyer.call<{ token: string }>(
    'POST',
    `/api/listings/${product.id}/self-test-links`,
  );
  const buyersPhone = await openPhone(browser, ['camera', 'geolocation'], {
    // Requests of a page with a service worker cannot be intercepted.
    serviceWorkers: 'block',
  });
  await buyersPhone.page.goto(`/self-test/${token}`);
  await runTests(buyersPhone);
  await finish(buyersPhone.page);
  await expect(outcomeOf(buyersPhone.page, 'Speaker and microphone')).toContainText('Not allowed');
  await expect(outcomeOf(buyersPhone.page, 'Speaker and microphone')).toContainText(
    'Allow the microphone for this page',
  );
  await buyersPhone.context.route('**/api/self-tests/*', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'server.unavailable', status: 503, message: 'Not now' },
    }),
  );
  await press(buyersPhone.page, 'Send the results');
  await expect(buyersPhone.page.getByText('Waiting for Redial')).toBeVisible();
  await buyersPhone.context.unrouteAll();
  await expect(buyersPhone.page.getByText('Sent. You can close this page')).toBeVisible({
    timeout: 25_000,
  });
  await buyersPhone.context.close();

  const buyersContext = await browser.newContext();
  const buyers = await buyersContext.newPage();
  await signIn(buyers, buyer.email);
  await openPage(buyers, `/dashboard/orders/${orderId}/handover`);
  await buyers.getByRole('link', { name: 'Test and compare' }).click();
  await expect(buyers.getByText('One difference')).toBeVisible();
  const row = buyers.getByRole('row', { name: /Speaker and microphone/ });
  await expect(row).toContainText('Differs');
  await expect(buyers.getByText('Differs')).toHaveCount(1);
  await expectAccessible(buyers, [360]);
  await expect(buyers.getByRole('link', { name: 'Report a problem' })).toHaveAttribute(
    'href',
    `/dashboard/orders/${orderId}/dispute?reason=does-not-work`,
  );
  await buyersContext.close();
});
