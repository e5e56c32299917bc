import type { Page } from '@playwright/test';
import { addProduct, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { expect, expectToast, openPage, signIn, test } from './page-helpers.ts';

test.use({ viewport: { width: 360, height: 800 } });

/** Opens the page of a new listing from My Products. */
async function openListing(page: Page): Promise<string> {
  const seller = await signUpSellerByApi();
  const phone = await addProduct(seller);
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/myproducts');
  await page.getByRole('link', { name: `Details of ${phone.name}` }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Details' })).toBeVisible();
  return phone.id;
}

const openSection = (page: Page, id: string) => page.locator(`#${id} > summary`).press('Enter');
const read = async (page: Page, id: string) =>
  (await page.request.get(`/api/listings/${id}`)).json();

test('a seller states details and pins a mark on a small screen with the keyboard alone', async ({
  page,
}) => {
  test.slow();
  const id = await openListing(page);
  await openSection(page, 'battery');
  const health = page.getByLabel('Battery health in percent');
  await health.focus();
  await page.keyboard.type('140');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Battery health is a percentage from 1 to 100, not 140'),
  ).toBeVisible();
  await health.press('ControlOrMeta+a');
  await page.keyboard.type('91');
  await page.keyboard.press('Enter');
  await expectToast(page, /^Saved/);

  await openSection(page, 'marks');
  await page.getByRole('radio', { name: 'Front' }).press('ArrowRight');
  await page.getByRole('button', { name: 'Add a mark' }).press('Enter');
  await page.getByLabel('What it is').press('s');
  await page.getByLabel('From how far it is seen').press('ArrowDown');
  const fromLeft = page.getByRole('slider', { name: /From the left/ });
  for (let step = 0; step < 20; step++) await fromLeft.press('ArrowLeft');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save the marks' }).press('Enter');
  await expect(page.getByText('Scratch on the back, seen from 20 to 50 cm').first()).toBeVisible();
  await expect
    .poll(() => read(page, id))
    .toMatchObject({
      details: { batteryHealthPct: 91 },
      defects: [{ part: 'back', kind: 'scratch', side: 'back', x: 0.3, y: 0.5 }],
      grading: { grade: 'good' },
    });
  const grade = page.getByRole('region', { name: 'Grade' });
  await expect(grade).toContainText('Good');
  await expect(grade).toContainText('it would be excellent');
});

test('what is not saved survives a reload, and a phone that cannot be sold says why', async ({
  page,
}) => {
  const id = await openListing(page);
  await openSection(page, 'locks');
  await page.getByLabel('Account lock').selectOption('locked');
  await page.reload();
  await openSection(page, 'locks');
  await expect(page.getByLabel('Account lock')).toHaveValue('locked');
  await page.locator('#locks').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Only you can see this phone')).toBeVisible();
  await expect(page.getByText('It is locked to an account')).toBeVisible();
  expect((await page.request.get(`/api/listings/${id}`)).status()).toBe(404);
  await page.getByLabel('Account lock').selectOption('signed-out');
  await page.locator('#locks').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Everybody can see this phone')).toBeVisible();
});

test('a section that is saved shows what is stored, with nothing left to save', async ({
  page,
}) => {
  const id = await openListing(page);
  await openSection(page, 'battery');
  const battery = page.locator('#battery');
  const health = battery.getByLabel('Battery health in percent');
  await health.fill(' 91 %');
  await battery.getByRole('button', { name: 'Save' }).click();
  await expect(health).toHaveValue('91');
  await expect(battery.getByRole('button', { name: 'Discard changes' })).toBeHidden();

  await openSection(page, 'parts');
  const parts = page.locator('#parts');
  // The database has them in another order.
  await parts.getByLabel('Battery').selectOption('original');
  await parts.getByLabel('Screen').selectOption('replaced-genuine');
  await parts.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => read(page, id))
    .toMatchObject({
      details: { parts: { battery: 'original', screen: 'replaced-genuine' } },
    });
  await expect(parts.getByRole('button', { name: 'Discard changes' })).toBeHidden();
  await expect(parts.getByLabel('Screen')).toHaveValue('replaced-genuine');
});

test('what changes elsewhere while a form is open stays when the form is saved', async ({
  page,
}) => {
  const seller = await signUpSellerByApi();
  const { id, name } = await addProduct(seller);
  await signIn(page, seller.email);
  await openPage(page, `/dashboard/myproducts/${id}`);
  await openSection(page, 'battery');
  const battery = page.locator('#battery');
  await battery.getByLabel('Battery health in percent').fill('91');
  await seller.call('PATCH', `/api/listings/${id}`, { batteryCycles: 120 });
  await battery.getByRole('button', { name: 'Save' }).click();
  await expect(battery.getByLabel('Charge cycles')).toHaveValue('120');
  expect(await read(page, id)).toMatchObject({
    details: { batteryHealthPct: 91, batteryCycles: 120 },
  });

  await openPage(page, `/dashboard/myproducts/${id}/edit`);
  await page.getByLabel('Location').fill('Lyon, France');
  await seller.call('PUT', `/api/listings/${id}/price`, { resalePrice: 370 });
  await page.reload();
  await expect(page.getByLabel('Location')).toHaveValue('Lyon, France');
  await expect(page.getByLabel('Resale price')).toHaveValue('370');
  await seller.call('PUT', `/api/listings/${id}/price`, { resalePrice: 350 });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, `${name} is up to date`);
  const product = await (await page.request.get(`/api/products/${id}`)).json();
  expect(product).toMatchObject({ location: 'Lyon, France', resalePrice: 350 });
});

test('a listing whose rules cannot be read shows no form that would delete them', async ({
  page,
}) => {
  const seller = await signUpSellerByApi();
  const { id } = await addProduct(seller);
  const rules = { acceptFrom: null, declineBelow: 250, blindFloor: null };
  await seller.call('PUT', `/api/listings/${id}/offer-rules`, rules);
  await signIn(page, seller.email);
  const path = `**/api/listings/${id}/offer-rules`;
  await page.route(path, (route) => route.fulfill({ status: 503, json: {} }));
  await openPage(page, `/dashboard/myproducts/${id}`);
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expect(page.locator('#offers')).toHaveCount(0);
  await page.unroute(path);
  await retry.click();
  await openSection(page, 'offers');
  await expect(page.locator('#offers').getByLabel(/decline/i)).toHaveValue('250');
});

test('photos are added, described and ordered with the keyboard', async ({ page }) => {
  test.slow();
  const id = await openListing(page);
  await openSection(page, 'photos');
  await page.getByLabel('Add photos').setInputFiles('e2e/phone.jpg');
  const second = page.getByLabel('What photo 2 shows');
  await second.fill('The back');
  await page.getByRole('button', { name: 'Move photo 2 of 2' }).press('ArrowUp');
  await expect(page.getByLabel('What photo 1 shows')).toHaveValue('The back');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save order and descriptions' }).click();
  await expectToast(page, 'Saved');
  const listing = await read(page, id);
  expect(listing.photos).toMatchObject([{ alt: 'The back' }, { alt: '' }]);
  const product = await (await page.request.get(`/api/products/${id}`)).json();
  expect(product.img).toBe(listing.photos[0].img);
  await page.getByRole('button', { name: 'Remove photo 2' }).click();
  await page.getByRole('button', { name: 'Remove photo', exact: true }).click();
  await expect(page.getByLabel('What photo 2 shows')).toHaveCount(0);
});

test('a photo is dragged past several others, down and up', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 768, height: 1024 });
  await openListing(page);
  await openSection(page, 'photos');
  const field = (number: number) => page.getByLabel(`What photo ${number} shows`);
  await page.getByLabel('Add photos').setInputFiles(['e2e/phone.jpg', 'e2e/phone.jpg']);
  await field(3).fill('The last one');
  await field(1).fill('The front');
  const drag = async (from: number, to: number) => {
    const handle = (number: number) =>
      page.getByRole('button', { name: `Move photo ${number} of 3` });
    await page.locator('#photos').evaluate((section) => section.scrollIntoView());
    const [start, end] = [await handle(from).boundingBox(), await handle(to).boundingBox()];
    if (!start || !end) throw new Error('no handle');
    await page.mouse.move(start.x + 10, start.y + 40);
    await page.mouse.down();
    // Nobody follows the handles exactly.
    await page.mouse.move(end.x + 150, end.y + 40, { steps: 12 });
    await page.mouse.up();
  };
  await drag(1, 3);
  await expect(field(3)).toHaveValue('The front');
  await expect(field(2)).toHaveValue('The last one');
  await drag(3, 1);
  await expect(field(1)).toHaveValue('The front');
  await expect(field(3)).toHaveValue('The last one');
  await page.mouse.move(400, 900);
  await expect(field(1)).toHaveValue('The front');
});

test('the IMEI says which check failed, and the price what buyers see', async ({ page }) => {
  const id = await openListing(page);
  await openSection(page, 'imei');
  const imei = page.getByLabel('IMEI', { exact: true });
  const save = page.locator('#imei').getByRole('button', { name: 'Save', exact: true });
  for (const [number, sentence] of [
    ['490154203237517', 'A digit is wrong: the check digit does not fit'],
    ['4901542032375180', 'This is an IMEISV'],
  ] as const) {
    await imei.fill(number);
    await save.click();
    await expect(page.locator('#imei').getByText(sentence)).toBeVisible();
  }
  await openSection(page, 'price');
  await page.getByLabel('Price in dollars', { exact: true }).fill('120');
  await page.getByRole('button', { name: 'Change the price' }).click();
  await expect(page.getByText(/to \$120/)).toBeVisible();
  await openSection(page, 'worth');
  const worth = page.locator('#worth');
  await expect(worth).toContainText('Redial does not know what this phone is worth');
  await openSection(page, 'model');
  await page.getByLabel('Model').selectOption('galaxy-s22');
  await page.locator('#model').getByRole('button', { name: 'Save', exact: true }).click();
  const row = worth.getByRole('row', { name: /^Expected price/ });
  await expect(row).toBeVisible();
  const { expected } = await (await page.request.get(`/api/products/${id}/estimate`)).json();
  await expect(row).toContainText(`$${expected}`);
  await expect(worth).toContainText('A buyer pays $120 now.');
  await page.getByLabel('By how many dollars').fill('10');
  await page.getByLabel('Every how many days').fill('7');
  await page.getByLabel('Lowest price in dollars').fill('130');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByText('The lowest price must be below the price of $120')).toBeVisible();
  await page.getByLabel('Lowest price in dollars').fill('100');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByText(/^On\. The next step is on/)).toBeVisible();
});

test('an ambiguous price of a listing is asked about, and one far from usual before saving', async ({
  page,
}) => {
  const id = await openListing(page);
  const price = async () =>
    (await (await page.request.get(`/api/products/${id}`)).json()).resalePrice;
  await openSection(page, 'price');
  const field = page.getByLabel('Price in dollars', { exact: true });
  const save = page.getByRole('button', { name: 'Change the price' });
  await field.fill('1.250');
  await save.click();
  await expect(page.getByText('Did you mean $1,250 or $1.25?')).toBeVisible();
  await page.getByRole('button', { name: 'Price in dollars: $1,250' }).click();
  await expect(field).toHaveValue('1250');
  await expect(field).toBeFocused();
  await save.click();
  await expect(page.getByText(/^The resale price of \$1,250 is above/)).toBeVisible();
  expect(await price()).not.toBe(1250);
  await save.click();
  await expect.poll(price).toBe(1250);
  await expect(save).toBeFocused();
  await field.fill('100,50');
  await save.click();
  await expect.poll(price).toBe(100.5);
  await page.getByLabel('By how many dollars').fill('1.250');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByText('Did you mean $1,250 or $1.25?')).toBeVisible();
});
