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

async function findListing<T>(
  all: readonly T[],
  isWanted: (one: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const one of all) if (await isWanted(one)) return one;
  return undefined;
}
