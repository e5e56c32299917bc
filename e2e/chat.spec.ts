import type { Page } from '@playwright/test';
import { addProduct, payOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expect, openPage, signIn, test } from './page-helpers.ts';

/** An event is delivered within seconds; longer on a busy machine. */
const deliveryTimeout = { timeout: 20_000 };

/** How long a browser has no network. */
const outageMs = 60_000;

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
/** The texts of the log, in order. */
const texts = (page: Page) => log(page).locator('li p[dir="auto"]');
const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Your message' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};

/** A seller with a phone, and a buyer. */
async function createPeople() {
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  const buyer = await signUpByApi('Nora', 'buyer');
  return { seller, phone, buyer };
}

test('a buyer and a seller write to each other live, and nothing is missing or doubled after a minute without network', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const { seller, phone, buyer } = await createPeople();
  await signIn(page, buyer.email);
  await openPage(page, `/products/${phone.id}`);
  await page.getByRole('link', { name: 'Message the seller' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New message' })).toBeVisible();
  await write(page, 'Is it still available?');
  await expect(page.getByRole('heading', { level: 1, name: 'Rana' })).toBeVisible();
  await expect(texts(page)).toHaveText(['Is it still available?']);

  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, seller.email);
  await openPage(other, '/dashboard/messages');
  await other.getByRole('link', { name: /Nora.*Is it still available/ }).click();
  await expect(texts(other)).toHaveText(['Is it still available?']);
  await expect(log(page).getByText(', read')).toBeVisible(deliveryTimeout);
  await page.getByRole('textbox', { name: 'Your message' }).pressSequentially('I think');
  await expect(other.getByText('Nora is writing')).toBeVisible(deliveryTimeout);
  await expect(other.getByText('Nora is writing')).toBeHidden(deliveryTimeout);
  await write(other, 'Yes!');
  await expect(texts(page)).toHaveText(['Is it still available?', 'Yes!'], deliveryTimeout);

  await page.context().setOffline(true);
  const lostAt = Date.now();
  await write(page, 'First while offline');
  await write(page, 'Second while offline');
  await expect(log(page).getByText('Waiting for the network')).toHaveCount(2);
  for (const text of ['One', 'Two', 'Three']) await write(other, text);
  const before = ['Is it still available?', 'Yes!', 'One', 'Two', 'Three'];
  await expect(texts(other)).toHaveText(before);
  await expect(log(other).getByText('Sending')).toHaveCount(0);
  await page.waitForTimeout(lostAt + outageMs - Date.now());
  await page.context().setOffline(false);
  const all = [...before, 'First while offline', 'Second while offline'];
  for (const one of [page, other]) await expect(texts(one)).toHaveText(all, deliveryTimeout);
  await page.reload();
  await expect(texts(page)).toHaveText(all);
  await context.close();
});

test('unread messages are counted in two tabs, and read in both', async ({ page, context }) => {
  const { seller, phone, buyer } = await createPeople();
  const { insertedId: id } = await buyer.call<{ insertedId: string }>(
    'POST',
    '/api/conversations',
    { productId: phone.id },
  );
  await signIn(page, seller.email);
  const second = await context.newPage();
  await openPage(page, '/dashboard/messages');
  await openPage(second, '/dashboard/sales');
  const clientId = crypto.randomUUID();
  const message = { clientId, text: 'Hello' };
  // Sent twice, as after a lost response.
  for (let n = 0; n < 2; n++) {
    await buyer.call('POST', `/api/conversations/${id}/messages`, message);
  }
  const entry = (tab: Page) => tab.getByRole('navigation').getByRole('link', { name: 'Messages' });
  for (const tab of [page, second]) {
    await expect(entry(tab)).toHaveText('Messages1 unread', deliveryTimeout);
  }
  await page.getByRole('link', { name: /Nora.*Hello/ }).click();
  await expect(texts(page)).toHaveText(['Hello']);
  for (const tab of [page, second]) {
    await expect(entry(tab)).toHaveText('Messages', deliveryTimeout);
  }
});

test('contact data is hidden with its reason until an order is paid, and frauds are warned of', async ({
  page,
}) => {
  const seller = await signUpSellerByApi();
  const buyer = await signUpByApi('Nora', 'buyer');
  const orderId = await payOrder(buyer, seller);
  const phone = await addProduct(seller);
  const stranger = await signUpByApi('Mia', 'buyer');
  const open = async (by: typeof buyer, about: object) =>
    (await by.call<{ insertedId: string }>('POST', '/api/conversations', about)).insertedId;
  const paid = await open(buyer, { orderId });
  const unpaid = await open(stranger, { productId: phone.id });
  for (const [by, id] of [
    [buyer, paid],
    [stranger, unpaid],
  ] as const) {
    await by.call('POST', `/api/conversations/${id}/messages`, {
      clientId: crypto.randomUUID(),
      text: 'Text me on WhatsApp: +33 6 12 34 56 78',
    });
  }
  await signIn(page, seller.email);
  await openPage(page, `/dashboard/messages/${unpaid}`);
  await expect(texts(page)).toHaveText([/^Text me on WhatsApp: \+?•+$/]);
  await expect(log(page).getByText(/phone number.* hidden until an order/)).toBeVisible();
  await expect(log(page).getByText(/^Be careful: messages elsewhere/)).toBeVisible();
  await openPage(page, `/dashboard/messages/${paid}`);
  await expect(texts(page)).toHaveText(['Text me on WhatsApp: +33 6 12 34 56 78']);
});

test('a draft survives a closed tab; a block and a report work by keyboard at 360 px', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { seller, phone, buyer } = await createPeople();
  const { insertedId: id } = await buyer.call<{ insertedId: string }>(
    'POST',
    '/api/conversations',
    { productId: phone.id },
  );
  await buyer.call('POST', `/api/conversations/${id}/messages`, {
    clientId: crypto.randomUUID(),
    text: 'Hello',
  });
  await signIn(page, seller.email);
  await openPage(page, `/dashboard/messages/${id}`);
  await page.getByRole('textbox', { name: 'Your message' }).fill('Not finished');
  const next = await context.newPage();
  await next.setViewportSize({ width: 360, height: 740 });
  await page.close();
  await openPage(next, `/dashboard/messages/${id}`);
  const field = next.getByRole('textbox', { name: 'Your message' });
  await expect(field).toHaveValue('Not finished');
  await field.press('Enter');
  await expect(texts(next)).toHaveText(['Hello', 'Not finished']);
  await expect(field).toHaveValue('');

  // A dialog moves the focus after it has appeared: a key that is pressed before could go to another element.
  await next.getByRole('button', { name: 'Report' }).press('Enter');
  await expect(next.getByRole('combobox', { name: 'Reason' })).toBeFocused();
  await next.getByRole('textbox', { name: 'What happened?' }).fill('Asks for money outside.');
  await next.getByRole('dialog').getByRole('button', { name: 'Report' }).press('Enter');
  // It stays open if the report fails. The toast is gone after two seconds, which a busy machine may miss.
  await expect(next.getByRole('dialog')).toBeHidden();
  await next.getByRole('button', { name: 'Block Nora' }).press('Enter');
  const confirmation = next.getByRole('alertdialog');
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirmation.getByRole('button', { name: 'Block' }).press('Enter');
  await expect(next.getByText('You have blocked this person')).toBeVisible();
  await expect(confirmation).toBeHidden();
  // A live update can show the button before the block has been answered, until when it is busy.
  const unblock = next.getByRole('button', { name: 'Unblock' });
  await expect(unblock).not.toHaveAttribute('aria-busy', 'true');
  await unblock.press('Enter');
  await expect(field).toBeVisible();
  const overflow = await next.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test('an admin reads a reported conversation and closes the report', async ({ page }) => {
  const { phone, buyer } = await createPeople();
  const { insertedId: id } = await buyer.call<{ insertedId: string }>(
    'POST',
    '/api/conversations',
    { productId: phone.id },
  );
  await buyer.call('POST', `/api/conversations/${id}/messages`, {
    clientId: crypto.randomUUID(),
    text: 'Hello',
  });
  await buyer.call('POST', `/api/conversations/${id}/report`, { reason: 'A test report' });
  await signIn(page, 'admin@redial.dev');
  await openPage(page, '/dashboard/reported-messages');
  await page.getByRole('link', { name: phone.name }).click();
  await expect(texts(page)).toHaveText(['Hello']);
  await expect(page.getByText('That is recorded')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Reported Messages' }).last().click();
  await page.getByRole('button', { name: `Close the report about ${phone.name}` }).click();
  await page.getByRole('button', { name: 'Close report' }).click();
  await expect(page.getByRole('link', { name: phone.name })).toHaveCount(0);
});
