import type { Page } from '@playwright/test';
import { signUpSellerByApi, testImei } from './api-helpers.ts';
import { overflowsHorizontally } from './axe.ts';
import { expect, openPage, signIn, test } from './page-helpers.ts';

test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

/** Opens a section of the page of a listing by touch; it stays open. */
async function openSection(page: Page, id: string) {
  const section = page.locator(`#${id}`);
  await section.locator('> summary').tap();
  await expect(section).toHaveAttribute('open');
  return section;
}

/** Saves a section, and checks that the page still fits the screen. */
async function save(page: Page, id: string): Promise<void> {
  const button = page.locator(`#${id}`).getByRole('button', { name: 'Save', exact: true });
  await button.tap();
  await expect(button).toBeDisabled();
  await expect(page.locator(`#${id} > summary`)).not.toContainText('Add');
  expect(await overflowsHorizontally(page), id).toBe(0);
}

test('a seller adds a phone with all details on a small phone, by touch alone', async ({
  page,
}) => {
  test.slow();
  const seller = await signUpSellerByApi();
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/addproduct');
  await page.getByLabel('Product name').fill('iphone 13');
  await page
    .getByRole('option', { name: /^iPhone 13/ })
    .first()
    .tap();
  await expect(page.getByLabel('Category')).toHaveValue('Iphone');
  await page.getByLabel('Condition').selectOption('good');
  await page.getByLabel('Resale price').fill('300');
  await page.getByLabel('Year of purchase').fill('2023');
  await page.getByLabel('Years of use').fill('2');
  await page.getByLabel('Mobile number').fill('+1 202-555-0142');
  await page.getByLabel('Location').fill('Porto, Portugal');
  await page.getByLabel('Description').fill('Always in a case; one light mark on the back.');
  await page.getByLabel('Image').setInputFiles('e2e/phone.jpg');
  await page.getByRole('button', { name: 'Add Product' }).tap();
  await page.getByRole('link', { name: 'Add Details' }).tap();
  const completeness = page.getByRole('meter', { name: 'Completeness of the details' });
  await expect(completeness).toHaveAttribute('aria-valuenow', '7');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await openSection(page, 'photos');
  await page.getByLabel('Add photos').setInputFiles('e2e/phone.jpg');
  await page.getByLabel('What photo 2 shows').fill('The back');
  const saveOrder = page.getByRole('button', { name: 'Save order and descriptions' });
  await saveOrder.tap();
  await expect(saveOrder).toBeDisabled();

  const marks = await openSection(page, 'marks');
  await marks.getByText('Back', { exact: true }).tap();
  const drawing = marks.locator('svg.cursor-crosshair');
  await drawing.scrollIntoViewIfNeeded();
  const box = await drawing.boundingBox();
  if (!box) throw new Error('no drawing');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByRole('button', { name: 'Done with mark 1' })).toBeInViewport();
  await page.getByLabel('What it is').selectOption('scratch');
  await page.getByLabel('From how far it is seen').selectOption('20-to-50cm');
  await page.getByRole('button', { name: 'Save the marks' }).tap();
  await expect(marks.getByText('Scratch on the back, seen from 20 to 50 cm').first()).toBeVisible();

  await openSection(page, 'battery');
  await page.getByLabel('Battery health in percent').fill('91');
  await save(page, 'battery');
  await openSection(page, 'model');
  await page.getByLabel('Storage').selectOption('128');
  await page.getByLabel('Colour').fill('Blue');
  await save(page, 'model');
  await openSection(page, 'locks');
  await page.getByLabel('Network lock').selectOption('unlocked');
  await page.getByLabel('Account lock').selectOption('signed-out');
  await page.getByLabel('SIM type').selectOption('nano+esim');
  await save(page, 'locks');
  const works = await openSection(page, 'tests');
  await works.getByRole('button', { name: 'The rest works' }).tap();
  await save(page, 'tests');
  const parts = await openSection(page, 'parts');
  await expect(parts.getByRole('combobox').first()).toBeVisible();
  for (const part of await parts.getByRole('combobox').all()) await part.selectOption('original');
  await save(page, 'parts');
  const extras = await openSection(page, 'extras');
  for (const name of ['Box', 'Cable']) await extras.getByText(name, { exact: true }).tap();
  await page.getByLabel('Proof of purchase').selectOption('There is one');
  await save(page, 'extras');
  const numbers = await openSection(page, 'imei');
  await numbers.getByLabel('IMEI', { exact: true }).fill(testImei());
  await save(page, 'imei');

  // What is left needs the phone itself, and a moderator.
  await expect(completeness).toHaveAttribute('aria-valuenow', '86');
  const missing = page.locator('section').filter({ has: completeness }).getByRole('listitem');
  await expect(missing).toHaveText(['Proof of possession', 'Self-test']);
  const middle = expect.closeTo(0.5, 1);
  const listing = await (await page.request.get(`/api/listings/${id}`)).json();
  expect(listing).toMatchObject({
    details: {
      batteryHealthPct: 91,
      networkLock: 'unlocked',
      accountLock: 'signed-out',
      simType: 'nano+esim',
      accessories: ['box', 'cable'],
      receipt: true,
    },
    defects: [{ part: 'back', kind: 'scratch', side: 'back', x: middle, y: middle }],
    grading: { grade: 'good' },
  });
  expect(listing.photos).toMatchObject([{}, { alt: 'The back' }]);
  await page.getByRole('link', { name: 'See it as buyers do' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'iPhone 13' })).toBeVisible();
  await expect(page.getByText('Scratch on the back, seen from 20 to 50 cm').first()).toBeVisible();
});
