import { expect, openPage, test } from './page-helpers.ts';

test('a product page explains condition, price and updates, and what is unknown', async ({
  page,
}) => {
  const response = await page.request.get('/allproducts?limit=100');
  const phones: { _id: string }[] = await response.json();
  const graded = await findListing(phones, async ({ _id }) => {
    const listing = await (await page.request.get(`/api/listings/${_id}`)).json();
    return listing.grading !== undefined && listing.details.model !== null;
  });
  await openPage(page, `/products/${graded?._id}`);
  const main = page.getByRole('main');
  await expect(main.getByText(/^Security updates/)).toBeVisible();
  await expect(main.getByText(/^Computed from what the seller declared/)).toBeVisible();

  const worth = main.getByRole('table', { name: 'How the estimate comes about' });
  const amounts = await worth.getByRole('row').evaluateAll((rows) =>
    rows.slice(1).map((row) => {
      const text = row.querySelector('td')?.textContent ?? '';
      const dollars = Number(text.replace(/[^\d.]/g, ''));
      return text.startsWith('−') ? -dollars : dollars;
    }),
  );
  const total = amounts.pop();
  expect(amounts.reduce((sum, each) => sum + each, 0)).toBeCloseTo(total ?? Number.NaN, 2);

  await expect(main.getByRole('term').filter({ hasText: 'Memory' })).toBeVisible();
  await expect(main.getByText('Unknown', { exact: true }).first()).toBeVisible();
  await main.getByRole('link', { name: 'How grades are computed' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How grades are computed');
  await expect(page.getByText('A deep scratch, or a deep dent')).toBeVisible();
});

test('phones are compared from a tray: by keyboard, at 360 px, with differences on demand and a phone that is gone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  // Phones of the demo: those that other tests list are sold and deleted.
  await openPage(page, '/search?q=iphone');
  const toggles = page.getByRole('button', { name: /^Compare / });
  await toggles.nth(0).focus();
  await page.keyboard.press('Enter');
  await expect(toggles.nth(0)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Choose another phone to compare')).toBeVisible();
  await toggles.nth(1).focus();
  await page.keyboard.press('Space');
  const compare = page.getByRole('link', { name: 'Compare', exact: true });
  await compare.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare phones');
  await expect(page.getByRole('columnheader')).toHaveCount(2);
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await overflow()).toBe(0);

  // The link can be shared; a phone that is no longer offered keeps its column.
  const gone = '018f0000-0000-7000-8000-000000000000';
  await openPage(page, `${page.url()}%2C${gone}`);
  await expect(page.getByRole('columnheader')).toHaveCount(3);
  await expect(page.getByText('No longer offered', { exact: true })).toBeVisible();
  const rows = page.getByRole('rowheader');
  const all = await rows.count();
  await page.getByRole('link', { name: 'Show only differences' }).click();
  await expect(page.getByRole('link', { name: 'Show all facts' })).toBeVisible();
  expect(await rows.count()).toBeLessThan(all);
  for (const row of await page.getByRole('row').filter({ has: rows }).all()) {
    const [first, second] = await row.getByRole('cell').allTextContents();
    expect(first).not.toBe(second);
  }
  await page.getByRole('link', { name: /^Remove the phone that is no longer/ }).click();
  await expect(page.getByRole('columnheader')).toHaveCount(2);
  expect(await overflow()).toBe(0);
});

async function findListing<T>(
  all: readonly T[],
  isWanted: (one: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const one of all) if (await isWanted(one)) return one;
  return undefined;
}
