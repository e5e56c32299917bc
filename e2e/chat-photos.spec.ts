import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { type ApiUser, addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, openPage, signIn, test } from './page-helpers.ts';

/** Uploads are decoded and encoded again, one after another. */
const slow = { timeout: 20_000 };
const photo = readFileSync(new URL('./phone.jpg', import.meta.url));
const file = { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: photo };

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const sent = (page: Page) => log(page).getByRole('link', { name: /^Photo/ });
const composed = (page: Page) =>
  page.getByRole('list', { name: 'Photos of your message' }).getByRole('listitem');
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();
const field = (page: Page) => page.getByRole('textbox', { name: 'Your message' });

async function post({ call }: ApiUser, id: string, text: string) {
  const clientId = crypto.randomUUID();
  await call('POST', `/api/conversations/${id}/messages`, { clientId, text });
}

/** A conversation in which the buyer has written. */
async function createConversation() {
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Nora', 'buyer');
  const body = { productId: phone.id };
  const { insertedId: id } = await buyer.call<{ insertedId: string }>(
    'POST',
    '/api/conversations',
    body,
  );
  await post(buyer, id, 'Does it have scratches?');
  return { seller, buyer, phone, id };
}

/** Gives an element the photo, as a paste or a drop does. */
const transfer = (target: Locator, type: 'paste' | 'drop') =>
  target.evaluate(
    (element, { type, bytes }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], 'phone.jpg', { type: 'image/jpeg' }));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      );
    },
    { type, bytes: [...photo] },
  );

const isLoaded = (link: Locator) =>
  link.locator('img').evaluate(async (img: HTMLImageElement) => {
    await img.decode();
    return img.naturalWidth > 0;
  });

test('photos are added by file, paste and drop, and the other person sees them live', async ({
  page,
  browser,
}) => {
  const { seller, buyer, id } = await createConversation();
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, buyer.email);
  await openPage(other, `/dashboard/messages/${id}`);
  await expect(other.getByText('You can send photos once Rana has written')).toBeVisible();
  await expect(other.getByLabel('Add photos')).toHaveCount(0);

  await signIn(page, seller.email);
  await openPage(page, `/dashboard/messages/${id}`);
  await expect(page.getByText('links in photos cannot be hidden')).toBeVisible();
  await page.getByLabel('Add photos').setInputFiles(file);
  await transfer(field(page), 'paste');
  await transfer(log(page), 'drop');
  await expect(composed(page)).toHaveCount(3);
  await page.getByLabel('Add photos').setInputFiles([file, file]);
  await expect(page.getByText('A message has up to 4 photos')).toBeVisible();
  await page.getByRole('button', { name: 'Remove photo 4' }).click();
  await expect(composed(page)).toHaveCount(3);
  await field(page).fill('None, look:');
  // Before they are uploaded: it is sent when they are.
  await field(page).press('Enter');
  await expect(sent(page)).toHaveCount(3, slow);
  await expect(composed(page)).toHaveCount(0);
  await expect(field(page)).toHaveValue('');
  await expect(sent(other)).toHaveCount(3, slow);
  for (const link of await sent(other).all()) expect(await isLoaded(link)).toBe(true);
  await expect(sent(other).first()).toHaveAccessibleName(/^Photo 1 of 3 from Rana/);
  await expect(log(other).getByText('None, look:')).toBeVisible();
  // The seller has written: now the buyer can send photos, too.
  await expect(other.getByLabel('Add photos')).toBeVisible();
  await openPage(page, '/dashboard/messages');
  await expect(page.getByRole('link', { name: /Nora.*You: None, look/ })).toBeVisible();
  await context.close();
});

test('an upload that is under way when the network is lost waits, and goes on', async ({
  page,
  context,
}) => {
  const { seller, id } = await createConversation();
  await signIn(page, seller.email);
  await openPage(page, `/dashboard/messages/${id}`);
  // The first request hangs, as on a connection that is lost without being closed.
  await page.route('**/photos', () => undefined, { times: 1 });
  const hanging = page.waitForRequest('**/photos');
  await page.getByLabel('Add photos').setInputFiles(file);
  await hanging;
  await context.setOffline(true);
  await expect(composed(page)).toContainText('Waiting for the network');
  await context.setOffline(false);
  await expect(page.getByText('1 of 1 photo uploaded')).toBeAttached(slow);
});

test('a photo waits for a lost connection; one that is uploaded survives a closed tab', async ({
  page,
  context,
}) => {
  const { seller, id } = await createConversation();
  await signIn(page, seller.email);
  await openPage(page, `/dashboard/messages/${id}`);
  await page.getByLabel('Add photos').setInputFiles(file);
  await expect(page.getByText('1 of 1 photo uploaded')).toBeAttached(slow);
  await context.setOffline(true);
  // Requests of this moment may still go through.
  await expect
    .poll(() =>
      page.evaluate(() =>
        fetch('/healthz').then(
          () => 'online',
          () => 'offline',
        ),
      ),
    )
    .toBe('offline');
  await page.getByLabel('Add photos').setInputFiles(file);
  await expect(composed(page).nth(1)).toContainText('Waiting for the network');
  await send(page);
  await expect(page.getByText('sent as soon as its photos are uploaded')).toBeVisible();
  await context.setOffline(false);
  await expect(sent(page)).toHaveCount(2, slow);

  await page.getByLabel('Add photos').setInputFiles(file);
  await expect(page.getByText('1 of 1 photo uploaded')).toBeAttached(slow);
  await context.setOffline(true);
  await page.getByLabel('Add photos').setInputFiles(file);
  await expect(composed(page)).toHaveCount(2);
  await context.setOffline(false);
  const next = await context.newPage();
  await page.close({ runBeforeUnload: false });
  await openPage(next, `/dashboard/messages/${id}`);
  await expect(composed(next).first()).toBeVisible();
  // The second one may have been uploaded in the moment before the tab was closed.
  const lost = next.getByText('A photo was not uploaded before the page was closed');
  await expect(lost.or(composed(next).nth(1))).toBeVisible();
  await send(next);
  await expect(sent(next).nth(2)).toBeVisible(slow);
  await expect(composed(next)).toHaveCount(0);
});

test('a file that is no photo, or is damaged, is refused with what to do; all by keyboard at 360 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { seller, id } = await createConversation();
  await signIn(page, seller.email);
  await openPage(page, `/dashboard/messages/${id}`);
  const add = page.getByLabel('Add photos');
  await add.setInputFiles({ ...file, name: 'notes.txt', mimeType: 'text/plain' });
  await expect(page.getByText('Only photos can be added')).toBeVisible();
  await add.setInputFiles({ ...file, buffer: photo.subarray(0, 400) });
  await expect(composed(page).getByRole('alert')).toContainText('damaged or incomplete', slow);
  await field(page).fill('Here it is');
  await field(page).press('Enter');
  await expect(page.getByText('Remove the photos that were not uploaded')).toBeVisible();
  await page.getByRole('button', { name: 'Remove photo 1' }).press('Enter');
  await field(page).press('Enter');
  await expect(log(page).getByText('Here it is')).toBeVisible();
  await field(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(add).toBeFocused();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test('steps of an offer are shown between the messages, and lead to it', async ({ page }) => {
  const { seller, buyer, phone, id } = await createConversation();
  await signIn(page, seller.email);
  await openPage(page, `/dashboard/messages/${id}`);
  const price = phone.price - 20;
  await buyer.call('POST', `/api/listings/${phone.id}/offers`, {
    price,
    phone: '+33 6 12 34 56 78',
    location: 'Gare de Lyon',
  });
  const line = log(page).getByText(`The buyer offered $${price}.`);
  await expect(line).toBeVisible(slow);
  // Nobody has written: there is nothing to read.
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Messages' })).toHaveText(
    'Messages',
  );
  await line.getByRole('link', { name: 'Offers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Offers' })).toBeVisible();
  await page.getByRole('button', { name: `Accept the offer of $${price}` }).click();
  await page.getByRole('button', { name: 'Accept offer' }).click();
  await openPage(page, `/dashboard/messages/${id}`);
  await expect(log(page).getByText(`You accepted $${price}.`)).toBeVisible(slow);
  const order = log(page).getByText(`The buyer ordered the phone for $${price}.`);
  await order.getByRole('link', { name: 'Order' }).click();
  await expect(page).toHaveURL(/\/dashboard\/orders\//);
});
